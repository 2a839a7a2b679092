"""Plain frozen values that every room may use. Nothing here reads files or imports a library."""

from lsp_codebase.model.calls import Call, CallAnswer, CallQuery, CallSite
from lsp_codebase.model.cancel import CancelToken
from lsp_codebase.model.check import Check, CheckState
from lsp_codebase.model.chunk import Chunk, FileProblem, ParsedFile
from lsp_codebase.model.document import Document, Edit, moved
from lsp_codebase.model.history import HistoryAnswer, HistoryQuery, PastCommit
from lsp_codebase.model.hit import (
    Confidence,
    ContextKind,
    ContextPiece,
    Hit,
    Mode,
    Pack,
    Place,
    Related,
    Relation,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    SymbolAnswer,
    SymbolHit,
    spoken_kind,
)
from lsp_codebase.model.listing import FileList, FileText, Page, PageEntry
from lsp_codebase.model.narrowing import NOT_NARROWED, Mention, Narrowing
from lsp_codebase.model.status import Host, HostClient, IndexStatus, Phase, Role, SymbolsCut, VectorStatus
from lsp_codebase.model.symbol import Symbol, SymbolKind, Visibility, kinds_named, qualified
from lsp_codebase.model.text import END_OF_LINE, Position, Span
from lsp_codebase.model.tree import (
    CoreFile,
    EntryKind,
    TreeAnswer,
    TreeFormat,
    TreeNode,
    TreeQuery,
    TreeStats,
    TreeSymbol,
)

__all__ = [
    "END_OF_LINE",
    "NOT_NARROWED",
    "Call",
    "CallAnswer",
    "CallQuery",
    "CallSite",
    "CancelToken",
    "Check",
    "CheckState",
    "Chunk",
    "Confidence",
    "ContextKind",
    "ContextPiece",
    "CoreFile",
    "Document",
    "Edit",
    "EntryKind",
    "FileList",
    "FileProblem",
    "FileText",
    "HistoryAnswer",
    "HistoryQuery",
    "Hit",
    "Host",
    "HostClient",
    "IndexStatus",
    "Mention",
    "Mode",
    "Narrowing",
    "Pack",
    "Page",
    "PageEntry",
    "ParsedFile",
    "PastCommit",
    "Phase",
    "Place",
    "Position",
    "Related",
    "Relation",
    "Role",
    "SearchAnswer",
    "SearchQuery",
    "SimilarQuery",
    "Span",
    "Symbol",
    "SymbolAnswer",
    "SymbolHit",
    "SymbolKind",
    "SymbolsCut",
    "TreeAnswer",
    "TreeFormat",
    "TreeNode",
    "TreeQuery",
    "TreeStats",
    "TreeSymbol",
    "VectorStatus",
    "Visibility",
    "kinds_named",
    "moved",
    "qualified",
    "spoken_kind",
]
