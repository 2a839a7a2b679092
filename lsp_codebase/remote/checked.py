"""Values of `model` from a stranger: of the declared types, within bounds, and below one folder."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from lsp_codebase.errors import CodebaseError
from lsp_codebase.model import Span
from lsp_codebase.remote.server import ServerUnavailable

T = TypeVar("T")

_LARGEST = 2**53  # JSON is exact up to here
_MOST_LINES = 2**31


def taken(decode: Callable[[Any], T], wire: object, theirs: Path, ours: Path) -> T:
    """Return a decoded answer with the paths below `theirs` as those below `ours`.

    Raises:
        ServerUnavailable: if it breaks its schema, or names any other place.
    """
    try:
        decoded = decode(wire)
        value: T = _checked(decoded, type(decoded), theirs, ours)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError, CodebaseError) as error:
        raise ServerUnavailable(f"its answer is none of this version: {error!s:.200}") from error
    return value


def _checked(value: Any, kind: Any, theirs: Path, ours: Path) -> Any:
    """Return a value with paths replaced; raise `ValueError` if it is not of its `kind`, or spans run backwards."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in arguments if one is not type(None))
        return None if value is None else _checked(value, inner, theirs, ours)
    if kind is Path:
        return _moved(_plain(value, Path), theirs, ours)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        _require(isinstance(value, kind), value, kind)
        found = {name: _checked(getattr(value, name), of, theirs, ours) for name, of in _hints(kind).items()}
        return _in_order(kind(**found))
    if origin is tuple:
        of_items = repeat(arguments[0]) if arguments[-1] is ... else arguments
        return tuple(_checked(item, of, theirs, ours) for item, of in zip(_plain(value, tuple), of_items, strict=False))
    if origin is Mapping:
        return {_plain(key, arguments[0]): _plain(item, arguments[1]) for key, item in _plain(value, dict).items()}
    return _plain(value, kind)


def _plain(value: Any, kind: type) -> Any:
    """Return a value of exactly this kind; a whole number may be a float."""
    if kind in (int, float):
        is_number = isinstance(value, int | kind) and not isinstance(value, bool)
        return kind(_require(is_number and abs(value) < _LARGEST, value, kind, value))
    return _require(isinstance(value, kind), value, kind, value)


def _in_order(value: Any) -> Any:
    if isinstance(value, Span):
        _require(min(value) >= 0 and max(value) < _MOST_LINES and value.start <= value.end, value, Span)
    return value


def _moved(path: Path, theirs: Path, ours: Path) -> Path:
    """Return the path of ours for one of theirs; raise `ValueError` for any other."""
    relative = path.relative_to(theirs)
    _require(".." not in relative.parts, path, Path)
    return ours / relative


def _require(is_right: bool, value: object, kind: object, result: Any = None) -> Any:
    if not is_right:
        raise ValueError(f"{value!r:.80} is no {getattr(kind, '__name__', kind)}")
    return result


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)
