"""Matching a typed pattern against every symbol name."""

from lsp_codebase.symbols.context import ANYTHING, SymbolContext
from lsp_codebase.symbols.pattern import OPERATOR, SymbolPattern, parse_pattern, unread_hints
from lsp_codebase.symbols.search import find, find_exact, find_spelled
from lsp_codebase.symbols.shown import shown

__all__ = [
    "ANYTHING",
    "OPERATOR",
    "SymbolContext",
    "SymbolPattern",
    "find",
    "find_exact",
    "find_spelled",
    "parse_pattern",
    "shown",
    "unread_hints",
]
