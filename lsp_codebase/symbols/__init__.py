"""Matching a typed pattern against every symbol name."""

from lsp_codebase.symbols.match import SymbolContext, SymbolMatch
from lsp_codebase.symbols.pattern import SymbolPattern, parse_pattern
from lsp_codebase.symbols.shown import shown
from lsp_codebase.symbols.table import SymbolTable

__all__ = ["SymbolContext", "SymbolMatch", "SymbolPattern", "SymbolTable", "parse_pattern", "shown"]
