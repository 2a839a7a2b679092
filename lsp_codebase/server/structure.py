"""Strict structuring of received JSON: a value of the wrong type is refused with its field, never converted.

lsprotocol's converter turns 5 into "5" and a string into a list of letters; a public protocol must not. This module
replaces its primitive, list and object hooks, and finds the wrong fields of a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, partial
from math import inf, isinf
from typing import Any, Literal, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.cols import is_sequence
from cattrs.errors import IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override
from cattrs.v import format_exception
from lsprotocol.converters import get_converter
from lsprotocol.types import (
    DidChangeConfigurationParams,
    ProgressToken,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
    TextDocumentItem,
)
from lsprotocol.validators import UINTEGER_MAX_VALUE, UINTEGER_MIN_VALUE, uinteger_validator

from lsp_codebase.errors import MOST_PROBLEMS
from lsp_codebase.nearest import not_one_of
from lsp_codebase.server.messages import CoreFiles
from lsp_codebase.server.quirks import as_object, without_half_pairs

_SEPARATOR = " @ "
_Change = TextDocumentContentChangePartial | TextDocumentContentChangeWholeDocument

# An edit may bring one half of a pair and the next edit the other.
_DOCUMENT_TEXTS = (TextDocumentItem, TextDocumentContentChangePartial, TextDocumentContentChangeWholeDocument)


class Refused(ValueError):
    """A value of the wrong type or outside its enumeration; the message names the expected one."""


@cache  # its knowledge of a type serves every client of this process; nobody changes it
def strict_converter() -> Converter:
    """Return lsprotocol's converter, made strict. `null` for a field with a default means that it is not given."""
    converter = get_converter()
    converter.register_structure_hook(str, _structure_str)
    converter.register_structure_hook(bool, _structure_bool)
    converter.register_structure_hook(int, _structure_int)
    converter.register_structure_hook(float, _structure_float)
    for token in (ProgressToken, ProgressToken | None):
        converter.register_structure_hook(token, _structure_token)
    converter.register_structure_hook_func(_is_open_object, _structure_mapping)
    converter.register_structure_hook(_Change, partial(_structure_change, converter))
    converter.register_structure_hook(bool | CoreFiles, partial(_structure_core_files, converter))
    converter.register_structure_hook_factory(_is_literal, _literal_hook)
    converter.register_structure_hook_factory(is_sequence, _list_hook)
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    converter.register_structure_hook(DidChangeConfigurationParams, _structure_settings)
    return converter


def problems(error: BaseException) -> list[tuple[str, str]]:
    """Return the field, as the client wrote it, and the reason of each problem of a structuring failure."""
    found = [told.rpartition(_SEPARATOR) for told in transform_error(error, "", _reason)]
    _forget_frames(error)
    return [(".".join(camel_case(name) for name in path.lstrip(".").split(".")), reason) for reason, _, path in found]


def _forget_frames(error: BaseException) -> None:
    """Let go of what was structured: a circle of errors and frames would keep it until garbage is looked for."""
    error.__traceback__ = None
    for part in getattr(error, "exceptions", ()):
        _forget_frames(part)


def camel_case(name: str) -> str:
    """Return the wire name of an attribute: `text_document` -> `textDocument`, `from_` -> `from`."""
    head, *tail = name.removesuffix("_").split("_")
    return head + "".join(part.title() for part in tail)


def _reason(error: BaseException, expected: type | None) -> str:
    if isinstance(error, KeyError):
        return "is required"
    return str(error) if isinstance(error, Refused) else format_exception(error, expected)


def _structure_str(value: object, kind: type) -> Any:
    if issubclass(kind, Enum):  # cattrs takes this hook for the subclasses of `str` too
        return _structure_enum(value, kind)
    return without_half_pairs(_structure_any_text(value, kind))


def _structure_any_text(value: object, _: object) -> str:
    if not isinstance(value, str):
        raise Refused("must be a string")
    return value


def _structure_bool(value: object, _: type) -> bool:
    if not isinstance(value, bool):
        raise Refused("must be true or false")
    return value


def _structure_token(value: object, _: object) -> int | str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Refused("must be a string or a whole number")


def _is_open_object(kind: Any) -> bool:
    return bool(kind == Mapping[str, Any])


def _structure_mapping(value: object, _: object) -> Mapping[str, Any]:
    value = as_object(value)
    if not isinstance(value, Mapping):
        raise Refused("must be an object")
    return value


def _structure_change(converter: Converter, value: object, _: object) -> _Change:
    is_whole = not isinstance(value, Mapping) or value.get("range") is None
    kind: type[_Change] = TextDocumentContentChangeWholeDocument if is_whole else TextDocumentContentChangePartial
    change: _Change = converter.structure(value, kind)
    return change


def _structure_core_files(converter: Converter, value: object, _: object) -> bool | CoreFiles:
    if isinstance(value, bool):
        return value
    if not isinstance(as_object(value), Mapping):
        raise Refused("must be true, false or an object")
    options: CoreFiles = converter.structure(value, CoreFiles)
    return options


def _structure_int(value: object, kind: type) -> Any:
    if issubclass(kind, Enum):
        return _structure_enum(value, kind)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise Refused("must be a whole number")
    return int(value)


def _structure_uinteger(value: object, _: object) -> int:
    number: int = _structure_int(value, int)
    if not UINTEGER_MIN_VALUE <= number <= UINTEGER_MAX_VALUE:
        raise Refused(f"must be between {UINTEGER_MIN_VALUE} and {UINTEGER_MAX_VALUE}, is {number}")
    return number


def _structure_float(value: object, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused("must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if isinf(number):  # Python reads 1e400 so, too
        raise Refused("must be a smaller number")
    return number


def _structure_enum(value: Any, kind: type[Enum]) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise Refused(not_one_of(value, [str(member.value) for member in kind])) from None


def _structure_settings(value: Mapping[str, Any], _: object) -> DidChangeConfigurationParams:
    return DidChangeConfigurationParams(value.get("settings"))  # none, as `null`: the client is to be asked


def _is_literal(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _literal_hook(kind: Any) -> Callable[[Any, Any], Any]:
    choices = get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if value not in choices:
            raise Refused(not_one_of(value, choices))
        return value

    return structure


def _list_hook(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    """Structure items as cattrs does, but only until many are wrong: ten thousand errors are 20 MB."""
    (item,) = get_args(kind) or (Any,)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise Refused("must be a list")
        structured, errors = [], []
        for index, one in enumerate(value):
            try:
                structured.append(converter.structure(one, item))
            except Exception as error:
                error.__notes__ = [IterableValidationNote(f"item {index}", index, item)]  # type: ignore[attr-defined]
                errors.append(error)
                if len(errors) == MOST_PROBLEMS:
                    break
        if errors:
            raise IterableValidationError("items", errors, kind)
        return structured

    return structure


def _object_hook(kind: type, converter: Converter) -> Callable[[Any, Any], Any]:
    fields = attrs.fields(kind)
    names: dict[str, Any] = {field.name: override(rename=camel_case(field.name)) for field in fields}
    if kind in _DOCUMENT_TEXTS:
        names["text"] = override(rename="text", struct_hook=_structure_any_text)
    for field in fields:
        if field.validator is uinteger_validator:
            names[field.name] = override(rename=camel_case(field.name), struct_hook=_structure_uinteger)
    structure_fields: Callable[[Any, Any], Any] = make_dict_structure_fn(kind, converter, **names)
    optional = {camel_case(field.name) for field in fields if field.default is not attrs.NOTHING}

    def structure(value: Any, expected: Any) -> Any:
        value = as_object(value)
        if not isinstance(value, Mapping):
            raise Refused("must be an object")
        if any(item is None and key in optional for key, item in value.items()):
            value = {key: item for key, item in value.items() if item is not None or key not in optional}
        return structure_fields(value, expected)

    return structure
