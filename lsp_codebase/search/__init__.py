"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters import (
    AcceptedLanguage,
    accepted_languages,
    check_languages,
    compile_filter,
    languages_meant,
    validate,
)
from lsp_codebase.search.hits import as_symbol
from lsp_codebase.search.pack import read_cursor, write_cursor
from lsp_codebase.search.query_language import nothing_left, parse_query, without_held
from lsp_codebase.search.reference_counts import Mentions

__all__ = [
    "AcceptedLanguage",
    "Corpus",
    "Engine",
    "Mentions",
    "accepted_languages",
    "as_symbol",
    "check_languages",
    "compile_filter",
    "languages_meant",
    "nothing_left",
    "parse_query",
    "read_cursor",
    "validate",
    "without_held",
    "write_cursor",
]
