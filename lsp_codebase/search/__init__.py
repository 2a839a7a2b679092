"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.call_graph.call_answers import CallAnswers
from lsp_codebase.search.call_graph.definitions import definition_around, definitions_of
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters.filters import (
    AcceptedLanguage,
    accepted_languages,
    check_languages,
    compile_filter,
    languages_meant,
    validate,
)
from lsp_codebase.search.history.lineage import Lineage, validate_history
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.name_forms import plain_name
from lsp_codebase.search.query.own_names import KeptNames
from lsp_codebase.search.query.query_language import nothing_left, parse_query, without_held
from lsp_codebase.search.ranking.confidence import NO_EVIDENCE, Evidence, confidence_of
from lsp_codebase.search.ranking.reference_counts import Mentions
from lsp_codebase.search.ranking.rerank import Reranking
from lsp_codebase.search.results.cursors import digest, question_of, read_cursor
from lsp_codebase.search.results.drift import GONE, Drift
from lsp_codebase.search.results.hits import as_symbols
from lsp_codebase.search.results.inner_roots import without_inner
from lsp_codebase.search.results.paging import Found, OnHit, answer, nothing_found
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.streams import KeptPieces, Reading, Stream
from lsp_codebase.search.results.surroundings import siblings_of, surround

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
    "KeptNames",
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
    "definitions_of",
    "digest",
    "languages_meant",
    "nothing_found",
    "nothing_left",
    "parse_query",
    "plain_name",
    "question_of",
    "read_cursor",
    "siblings_of",
    "surround",
    "validate",
    "validate_history",
    "without_held",
    "without_inner",
]
