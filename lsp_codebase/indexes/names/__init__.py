"""Every symbol name in arrays: what a search of symbols reads."""

from lsp_codebase.indexes.names.match import SymbolMatch
from lsp_codebase.indexes.names.snapshot import NO_NAMES, Snapshot

__all__ = ["NO_NAMES", "Snapshot", "SymbolMatch"]
