"""Loading the parts of a server with less work: importing lsprotocol is most of the cost of a start.

For each of its 554 classes attrs writes and compiles the text of `__init__`, `__repr__` and `__eq__`. The last two are
hardly ever called and are defined once for all classes here: two fifths of that import, a quarter of the time that an
empty pygls server needs to start. Looking for garbage, of which imports make none, is another twentieth.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from reprlib import recursive_repr
from typing import Any

import attrs

_OLD_AFTER = 1_000
"""Looks at younger objects before the old ones: a large tree has hundreds of thousands. No thread runs meanwhile."""


def import_lsprotocol() -> None:
    """Load its classes, with one `__repr__` and one `__eq__` for all of them."""
    full = attrs.define

    def define(kind: Any = None, **options: Any) -> Any:
        if kind is None or options:
            return full(kind, **options)
        own = vars(kind)
        made = full(kind, repr=False, eq=False)
        if "__repr__" not in own:
            made.__repr__ = _repr
        if "__eq__" not in own:
            made.__eq__ = _eq
            made.__hash__ = own.get("__hash__")
        return made

    attrs.define = define  # type: ignore[assignment]
    try:
        import_module("lsprotocol.types")
    finally:
        attrs.define = full


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage within this, nor ever among the objects at its end, and seldom among other old ones."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], _OLD_AFTER)
        gc.enable()


@recursive_repr("...")
def _repr(self: object) -> str:
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(self))
    return f"{type(self).__qualname__}({values})"


def _eq(self: object, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return all(getattr(self, name) == getattr(other, name) for name in _names(self))


def _names(value: Any) -> Iterator[str]:
    return (field.name for field in attrs.fields(type(value)))
