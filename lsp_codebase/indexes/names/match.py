"""A symbol as an answer of the names."""

from __future__ import annotations

from dataclasses import dataclass

from lsp_codebase.model import Symbol


@dataclass(frozen=True, slots=True)
class SymbolMatch:
    """A symbol that fits. `path` is relative to the root; the symbol carries no signature."""

    path: str
    language: str
    is_ascii: bool
    symbol: Symbol
    score: float
