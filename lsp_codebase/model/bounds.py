"""The numbers a request may hold: enforced where they are used, announced by the messages, shown in PROTOCOL.md."""

from __future__ import annotations

from typing import NamedTuple

from lsp_codebase.errors import InvalidQuery


class Bounds(NamedTuple):
    """The least and the most that a whole number may be."""

    least: int
    most: int

    def check(self, field: str, value: object) -> None:
        """Raise `InvalidQuery`, naming the field, unless `value` is a whole number in range."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidQuery(field, "must be a whole number")
        if not self.least <= value <= self.most:
            raise InvalidQuery(field, f"must be between {self.least} and {self.most}, is {value}")


BYTES_PER_TOKEN = 4
"""UTF-8 bytes: an estimate for code and prose alike; budgets of trees and documents are kept by it."""

MOST_WAITING = 1_000
"""Requests of one kind; with more, nobody waits for the oldest any more."""

QUERY_LENGTH = Bounds(1, 10_000)
HITS = Bounds(1, 100)
SYMBOLS = Bounds(1, 10_000)
HIT_CHARS = Bounds(1, 200_000)
CONTEXT_TOKENS = Bounds(100, 50_000)
CONTEXT_PLACES = Bounds(1, 100)

FILE_CHARS = Bounds(1, 1_000_000)
FILES = Bounds(1, 100_000)
CORE_FILES_CHARS = 8_000  # where nothing else is asked for: 2,000 tokens
FILE_BYTES = Bounds(0, 1_000_000_000_000)
PAGES = Bounds(1, 1_000_000)
PAGE_SIZE = Bounds(1, 10_000)

TREE_DEPTH = Bounds(0, 64)  # deeper folders stay closed: keeps recursion, ours and every JSON encoder's, safe
TREE_ENTRIES = Bounds(1, 100_000)
TREE_ITEMS = Bounds(1, 10_000)
TREE_CHARS = Bounds(1, 1_000_000)
TREE_TOKENS = Bounds(1, 250_000)
