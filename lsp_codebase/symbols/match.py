"""What a search of symbols is asked and answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lsp_codebase.model import Symbol, SymbolKind


@dataclass(frozen=True, slots=True)
class SymbolMatch:
    """A symbol that fits. `path` is relative to the root; the symbol carries no signature and no doc."""

    path: str
    language: str
    is_ascii: bool
    symbol: Symbol
    score: float


@dataclass(frozen=True, slots=True)
class SymbolContext:
    """Where the user is, and what may be answered. None allows everything.

    `accepts` is asked at most once for each file in one search, and only for files that hold a match. `mentions` and
    `recency` order what is equal otherwise: how often each of some names is mentioned, given with the paths of their
    definitions, and how recently a file was worked on, from 0 to 1.
    """

    active_path: str | None = None
    languages: frozenset[str] | None = None
    kinds: frozenset[SymbolKind] | None = None
    accepts: Callable[[str], bool] | None = None
    mentions: Callable[[Sequence[str], Sequence[str]], Sequence[float]] | None = None
    recency: Callable[[str], float] | None = None


ANYTHING = SymbolContext()
"""Nobody in particular asks, and everything may be answered."""
