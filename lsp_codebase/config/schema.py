"""The JSON Schemas of the settings: for editors, and for the files."""

from __future__ import annotations

from typing import Any

from lsp_codebase.config.table import OPTIONS, SECTION, Option


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema properties of every option, keyed by its full dotted name."""
    return {f"{SECTION}.{option.key}": _schema(option) for option in OPTIONS}


def file_schema() -> dict[str, Any]:
    """Return the JSON Schema of `lsp-codebase.toml`, of the user's file and of `[tool.lsp-codebase]`."""
    groups: dict[str, Any] = {}
    for option in OPTIONS:
        group, _, name = option.key.partition(".")
        table = groups.setdefault(group, {"type": "object", "additionalProperties": False, "properties": {}})
        table["properties"][name] = _schema(option)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "lsp-codebase.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": groups,
    }


def _schema(option: Option) -> dict[str, Any]:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    schema: dict[str, Any] = {"type": option.json_type, "default": default, "description": option.doc}
    if option.json_type == "array":
        schema["items"] = {"type": "string"}
    if option.choices:
        schema["enum"] = list(option.choices)
    if option.minimum is not None:
        schema["minimum"] = option.minimum
    if option.maximum is not None:
        schema["maximum"] = option.maximum
    return schema
