"""Plain frozen values that every room may use. Nothing here reads files or imports a library."""

from lsp_codebase.model.cancel import CancelToken
from lsp_codebase.model.chunk import Chunk, FileProblem, ParsedFile
from lsp_codebase.model.hit import Hit, Mode, Pack, SearchAnswer, SearchQuery, SymbolAnswer, SymbolHit
from lsp_codebase.model.status import IndexStatus, Phase, Role, VectorStatus
from lsp_codebase.model.symbol import Symbol, SymbolKind, Visibility
from lsp_codebase.model.text import Position, Span

__all__ = [
    "CancelToken",
    "Chunk",
    "FileProblem",
    "Hit",
    "IndexStatus",
    "Mode",
    "Pack",
    "ParsedFile",
    "Phase",
    "Position",
    "Role",
    "SearchAnswer",
    "SearchQuery",
    "Span",
    "Symbol",
    "SymbolAnswer",
    "SymbolHit",
    "SymbolKind",
    "VectorStatus",
    "Visibility",
]
