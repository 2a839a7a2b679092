"""Indexes derived from the store that answer questions: words, vectors, names, and their published state."""

from lsp_codebase.indexes.file_table import FileColumns, Files
from lsp_codebase.indexes.history import History, history_of, load_history, said_lines
from lsp_codebase.indexes.indexes import Indexes
from lsp_codebase.indexes.mapped import let_go_of_pages
from lsp_codebase.indexes.model_vectors import Answering, ModelVectors
from lsp_codebase.indexes.names import NO_NAMES, LineRanges, Snapshot, SymbolMatch
from lsp_codebase.indexes.overlay import NOTHING, LiveFile, Overlay, new_file_id
from lsp_codebase.indexes.resident_vectors import ResidentVectors, VectorFilter
from lsp_codebase.indexes.saved_state import Saved, SavedState
from lsp_codebase.indexes.state import ChunkTexts, Published, State
from lsp_codebase.indexes.unread import unread_file
from lsp_codebase.indexes.words import (
    Edge,
    Literal,
    Segment,
    examine_words,
    field_bits,
    joined_to,
    merge_segments,
    signed_among,
    signed_for,
    spelled_with,
    token_hash,
)

__all__ = [
    "NOTHING",
    "NO_NAMES",
    "Answering",
    "ChunkTexts",
    "Edge",
    "FileColumns",
    "Files",
    "History",
    "Indexes",
    "LineRanges",
    "Literal",
    "LiveFile",
    "ModelVectors",
    "Overlay",
    "Published",
    "ResidentVectors",
    "Saved",
    "SavedState",
    "Segment",
    "Snapshot",
    "State",
    "SymbolMatch",
    "VectorFilter",
    "examine_words",
    "field_bits",
    "history_of",
    "joined_to",
    "let_go_of_pages",
    "load_history",
    "merge_segments",
    "new_file_id",
    "said_lines",
    "signed_among",
    "signed_for",
    "spelled_with",
    "token_hash",
    "unread_file",
]
