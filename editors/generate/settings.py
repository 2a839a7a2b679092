"""The server's settings as VS Code, IntelliJ and the page of settings show them, from the server's own table.

The last entry of `contributes.configuration` in `vscode/package.json` is generated; what the extension itself reads
stands in the entries before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lsp_codebase.config import OPTIONS, SECTION, Option, json_schema

_SWITCHES = ("secrets.show", "team.publish")


def _names_a_place(option: Option) -> bool:
    """Whether an option that the file of a root may not set holds a path, an address or the name of a model."""
    return not option.may_root and option.json_type in ("string", "array") and not option.choices


MACHINE_KEYS = frozenset(
    f"{SECTION}.{option.key}" for option in OPTIONS if _names_a_place(option) or option.key in _SWITCHES
)
"""Options that name paths of one machine, make the server load or download a model, show credentials, or send and fetch
what was made of code: a repository that is not trusted must not set them."""

OFTEN_SET = (
    *("index.exclude", "index.languages", "index.excludeLanguages", "index.includeGenerated"),
    *("index.respectGitignore", "index.enabled", "embedding.model", "symbols.outline", "symbols.maxResults"),
    *("secrets.show", "log.level"),
)
"""What people set, the most used first; all others are for experts."""


def vscode_properties() -> dict[str, Any]:
    """Return the server's options as VS Code writes them, ordered by use."""
    properties: dict[str, Any] = {}
    for key, schema in json_schema().items():
        described = {name: value for name, value in schema.items() if name != "description"}
        scope = "machine-overridable" if key in MACHINE_KEYS else "window"
        properties[key] = described | {"markdownDescription": schema["description"], "scope": scope}
    by_use = [*(f"{SECTION}.{key}" for key in OFTEN_SET), *(key for key in properties if not _is_often_set(key))]
    for order, key in enumerate(by_use, 1):
        properties[key] |= {"order": order} if _is_often_set(key) else {"order": order, "tags": ["advanced"]}
    return properties


def vscode_manifest(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return `package.json` with its settings renewed, and those that a repository that is not trusted must not set."""
    *by_hand, generated = manifest["contributes"]["configuration"]
    properties = vscode_properties()
    own = [key for entry in by_hand for key, schema in entry["properties"].items() if _is_restricted(schema)]
    restricted = [*own, *(key for key, schema in properties.items() if _is_restricted(schema))]
    trust = manifest["capabilities"]["untrustedWorkspaces"]
    return {
        **manifest,
        "capabilities": {
            **manifest["capabilities"],
            "untrustedWorkspaces": {**trust, "restrictedConfigurations": restricted},
        },
        "contributes": {
            **manifest["contributes"],
            "configuration": [*by_hand, {**generated, "properties": properties}],
        },
    }


def lsp4ij_schema() -> dict[str, Any]:
    """Return the JSON schema that IntelliJ completes and checks the server's settings with."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "LSP4IJ/lsp-codebase/settings.schema.json",
        "title": "lsp-codebase settings",
        "type": "object",
        "additionalProperties": False,
        "properties": json_schema(),
    }


def page(text: str) -> str:
    """Return the page of settings with its table renewed."""
    head, rest = text.split("<!-- settings -->", 1)
    tail = rest.split("<!-- /settings -->", 1)[1]
    rows = [
        f"| `{option.key}` | `{json.dumps(option.default)}` | {'yes' if option.may_root else ''} "
        f"| {option.doc}{_range(option)} |"
        for option in OPTIONS
    ]
    table = "\n".join(["| key | default | in a root's file | meaning |", "|---|---|---|---|", *rows])
    return f"{head}<!-- settings -->\n{table}\n<!-- /settings -->{tail}"


def _is_often_set(key: str) -> bool:
    return key.partition(".")[2] in OFTEN_SET


def _range(option: Option) -> str:
    if option.choices:
        return " One of " + ", ".join(f"`{choice}`" for choice in option.choices) + "."
    if option.minimum is None:
        return ""
    of_root = f", in a root's file to {option.root_maximum:,}" if option.root_maximum is not None else ""
    return f" From {option.minimum:,} to {option.maximum:,}{of_root}."


def _is_restricted(schema: Mapping[str, Any]) -> bool:
    return bool(schema["scope"] == "machine-overridable")
