"""A query in the making."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from .definitions import Answer


@dataclass(frozen=True, slots=True)
class Hidden:
    """Lines that are blanked in the tree, 0-based and both included; without lines the file is left out."""

    path: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """`source` says where the text comes from: a commit, or `path:line`."""

    kind: str
    query: str
    answers: tuple[Answer, ...]
    source: str
    hidden: Hidden | None = None

    @property
    def order(self) -> str:
        """A place in an order that is always the same and has nothing to do with the content's own."""
        return hashlib.sha256(f"{self.kind} {self.source} {self.query}".encode()).hexdigest()
