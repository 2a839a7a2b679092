"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.call_answers import CallAnswers
from lsp_codebase.search.confidence import NO_EVIDENCE, Evidence, confidence_of
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.cursors import digest, question_of, read_cursor
from lsp_codebase.search.definitions import definition_around, definitions_named
from lsp_codebase.search.drift import GONE, Drift
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters import (
    AcceptedLanguage,
    accepted_languages,
    check_languages,
    compile_filter,
    languages_meant,
    validate,
)
from lsp_codebase.search.hits import as_symbols
from lsp_codebase.search.inner_roots import without_inner
from lsp_codebase.search.lineage import Lineage, validate_history
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.paging import Found, OnHit, answer, nothing_found
from lsp_codebase.search.query_language import nothing_left, parse_query, without_held
from lsp_codebase.search.reference_counts import Mentions
from lsp_codebase.search.rerank import Reranking
from lsp_codebase.search.streams import KeptPieces, Reading, Stream
from lsp_codebase.search.surroundings import siblings_of, surround
from lsp_codebase.search.telling import Wanted

__all__ = [
    "GONE",
    "NO_EVIDENCE",
    "AcceptedLanguage",
    "CallAnswers",
    "Corpus",
    "Drift",
    "Engine",
    "Evidence",
    "Found",
    "KeptPieces",
    "Lineage",
    "Mentions",
    "OnHit",
    "Piece",
    "Reading",
    "Reranking",
    "Stream",
    "Wanted",
    "accepted_languages",
    "answer",
    "as_symbols",
    "check_languages",
    "compile_filter",
    "confidence_of",
    "definition_around",
    "definitions_named",
    "digest",
    "languages_meant",
    "nothing_found",
    "nothing_left",
    "parse_query",
    "question_of",
    "read_cursor",
    "siblings_of",
    "surround",
    "validate",
    "validate_history",
    "without_held",
    "without_inner",
]
