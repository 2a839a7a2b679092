"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters import MOST_HITS, check_languages, validate
from lsp_codebase.search.overlay import NOTHING, LiveFile, Overlay
from lsp_codebase.search.pack import as_symbol, read_cursor, write_cursor

__all__ = [
    "MOST_HITS",
    "NOTHING",
    "Engine",
    "LiveFile",
    "Overlay",
    "as_symbol",
    "check_languages",
    "read_cursor",
    "validate",
    "write_cursor",
]
