"""Names of a tree and where they are defined, as universal-ctags tells it: a second opinion beside the product's."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FIELDS = "--fields=+nK"
KINDS = frozenset("class enum func function interface method struct trait type typedef".split())
SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Definition:
    """`line` is 0-based."""

    name: str
    path: str
    line: int


def definition(row: str) -> Definition | None:
    """Read a row of a file that `ctags --fields=+nK` wrote; None where it is no definition that people ask for.

    Nobody asks for a name that ctags made up, such as that of a function without one: its line does not hold it.
    """
    head, _, fields = row.rpartition(';"\t')
    name, _, place = head.partition("\t")
    path, _, written = place.partition("\t")
    kind, *others = fields.rstrip("\n").split("\t")
    line = next((field[5:] for field in others if field.startswith("line:")), None)
    if kind not in KINDS or line is None or len(name) < SHORTEST or not (name.isascii() and name.isidentifier()):
        return None
    return Definition(name, path.removeprefix("./"), int(line) - 1) if name in written else None


def defined_once(rows: Iterable[str]) -> Iterator[Definition]:
    """Yield the definitions whose names have one row only; the rows are sorted by name."""
    name, seen, found = "", 0, None
    for row in rows:
        this = row.partition("\t")[0]
        if this != name:
            if seen == 1 and found:
                yield found
            name, seen, found = this, 0, definition(row)
        seen += 1
    if seen == 1 and found:
        yield found


def chosen(definitions: Iterable[Definition], count: int, seed: str) -> list[Definition]:
    """Return some definitions in an order that only their names and the seed decide."""
    return heapq.nsmallest(count, definitions, key=lambda one: hashlib.sha1(f"{seed} {one.name}".encode()).digest())
