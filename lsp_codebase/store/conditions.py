"""SQL conditions, as LanceDB takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

_NAMED = 2_000  # in one condition: ten times as many take twice as long each
_Item = TypeVar("_Item", str, int)


def quote(value: str) -> str:
    """Return `value` as an SQL string literal."""
    return "'" + value.replace("'", "''") + "'"


def is_in(column: str, values: Iterable[object]) -> str:
    """Return the condition that a column is one of some numbers, or of some quoted literals."""
    return f"{column} IN ({', '.join(map(str, values))})"


def in_parts(values: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """Yield values in parts, each small enough for one condition."""
    for start in range(0, len(values), _NAMED):
        yield values[start : start + _NAMED]
