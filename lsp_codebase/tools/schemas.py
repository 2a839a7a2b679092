"""The arguments of a tool, by name and type: read off the signature of its function, and checked before a call."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from lsp_codebase.nearest import not_one_of

_SCHEMAS: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Sequence[str]: {"type": "array", "items": {"type": "string"}},
}
_KINDS = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list of strings",
}


@dataclass(frozen=True, slots=True)
class Described:
    """The description of an argument for a model, and its least value."""

    text: str
    minimum: int | None = None


def schema_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the JSON schema of the arguments of a tool, in as few words as a schema needs: each is read with every
    conversation. Its parameters behind the first, the cancel token, are `Annotated` with `Described`.
    """
    _, *parameters = inspect.signature(function, eval_str=True).parameters.values()
    required = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
    return {
        "type": "object",
        "properties": {parameter.name: _argument(parameter) for parameter in parameters},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _argument(parameter: inspect.Parameter) -> dict[str, Any]:
    kind, described = get_args(parameter.annotation)
    default = [*parameter.default] if isinstance(parameter.default, tuple) else parameter.default
    schema = {**_kind(kind), "description": described.text}
    if described.minimum is not None:
        schema["minimum"] = described.minimum
    return schema if default in (None, parameter.empty) else {**schema, "default": default}


def _kind(annotation: Any) -> Mapping[str, Any]:
    """Return the schema of a type, without null: null is not given."""
    if get_origin(annotation) in (Union, UnionType):
        (annotation,) = (kind for kind in get_args(annotation) if kind is not NoneType)
    if get_origin(annotation) is Literal:
        return {"type": "string", "enum": [*get_args(annotation)]}
    return _SCHEMAS[annotation]


def read_value(schema: Mapping[str, Any], value: object) -> Any:
    """Return an argument as its schema wants it. Models write numbers and lists as strings, too.

    Raises:
        ValueError: with the values that are allowed.
    """
    if schema["type"] != "string" and isinstance(value, str):
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not _fits(schema, value):
        raise ValueError(_expected(schema, value))
    return value


def _fits(schema: Mapping[str, Any], value: Any) -> bool:
    match schema["type"]:
        case "string":
            return isinstance(value, str) and value in schema.get("enum", (value,))
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, int) and not isinstance(value, bool) and value >= schema.get("minimum", value)


def _expected(schema: Mapping[str, Any], value: object) -> str:
    if "enum" in schema:
        return not_one_of(value, schema["enum"])
    least = f", at least {schema['minimum']}" if "minimum" in schema else ""
    return f"must be {_KINDS[schema['type']]}{least}"
