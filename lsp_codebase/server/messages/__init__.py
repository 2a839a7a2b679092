"""The wire types of every request and notification of ours: the contract, which PROTOCOL.md shows to client authors.

Attributes become camelCase on the wire. A field without a default is always sent; one whose default is None is left
out when it is None. Received fields that are not declared here are ignored; wrong types are refused by `structure`.

The text below a field is its description in PROTOCOL.md. Metadata of a field: `within`, the `Bounds` that the core
holds it to; `length`, those of its length; `one_of`, the enumeration its value is from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsp_codebase.server.messages.calls import Call, CallSite, CallsParams, CallsResult
from lsp_codebase.server.messages.code_search import (
    ContextPiece,
    Hit,
    HybridSearchParams,
    HybridSearchPart,
    HybridSearchResult,
    Related,
    SimilarParams,
    TellingCommit,
    Weights,
)
from lsp_codebase.server.messages.contexts import ChosenPlace, ContextParams, ContextResult
from lsp_codebase.server.messages.definitions import (
    Definition,
    DefinitionsParams,
    FileSymbolsParams,
    FileSymbolsResult,
    SymbolHit,
    SymbolsParams,
    SymbolsResult,
)
from lsp_codebase.server.messages.directory_trees import (
    CoreFile,
    CoreFiles,
    DirectoryTreeParams,
    DirectoryTreeResult,
    TreeNode,
    TreeStats,
    TreeSymbol,
)
from lsp_codebase.server.messages.histories import HistoryParams, HistoryResult, PastCommit
from lsp_codebase.server.messages.index_state import (
    Check,
    DoctorParams,
    DoctorResult,
    FileCounts,
    FileReads,
    FolderParams,
    Host,
    HostClient,
    IndexStatus,
    Problem,
    ReindexParams,
    StatusParams,
    SymbolsCut,
    TextCache,
    VectorCounts,
)
from lsp_codebase.server.messages.listings import (
    DirectoryEntry,
    ListDirectoryParams,
    ListDirectoryResult,
    ListFilesParams,
    ListFilesResult,
    ReadFileParams,
    ReadFileResult,
)
from lsp_codebase.server.messages.tool_calls import CallToolParams, CallToolResult

__all__ = [
    "COMMANDS",
    "CONTRACT_VERSION",
    "EXPERIMENTAL",
    "INDEX_STATUS",
    "PARAMS",
    "Call",
    "CallSite",
    "CallToolParams",
    "CallToolResult",
    "CallsParams",
    "CallsResult",
    "Check",
    "ChosenPlace",
    "ContextParams",
    "ContextPiece",
    "ContextResult",
    "CoreFile",
    "CoreFiles",
    "Definition",
    "DefinitionsParams",
    "DirectoryEntry",
    "DirectoryTreeParams",
    "DirectoryTreeResult",
    "DoctorParams",
    "DoctorResult",
    "FileCounts",
    "FileReads",
    "FileSymbolsParams",
    "FileSymbolsResult",
    "FolderParams",
    "HistoryParams",
    "HistoryResult",
    "Hit",
    "Host",
    "HostClient",
    "HybridSearchParams",
    "HybridSearchPart",
    "HybridSearchResult",
    "IndexStatus",
    "ListDirectoryParams",
    "ListDirectoryResult",
    "ListFilesParams",
    "ListFilesResult",
    "PastCommit",
    "Problem",
    "ReadFileParams",
    "ReadFileResult",
    "ReindexParams",
    "Related",
    "SimilarParams",
    "StatusParams",
    "SymbolHit",
    "SymbolsCut",
    "SymbolsParams",
    "SymbolsResult",
    "TellingCommit",
    "TextCache",
    "TreeNode",
    "TreeStats",
    "TreeSymbol",
    "VectorCounts",
    "Weights",
]

CONTRACT_VERSION = 1
INDEX_STATUS = "codebase/indexStatus"

PARAMS: Mapping[str, type] = {
    "codebase/hybridSearch": HybridSearchParams,
    "codebase/similar": SimilarParams,
    "codebase/symbols": SymbolsParams,
    "codebase/fileSymbols": FileSymbolsParams,
    "codebase/definitions": DefinitionsParams,
    "codebase/calls": CallsParams,
    "codebase/history": HistoryParams,
    "codebase/context": ContextParams,
    "codebase/directoryTree": DirectoryTreeParams,
    "codebase/listDirectory": ListDirectoryParams,
    "codebase/listFiles": ListFilesParams,
    "codebase/readFile": ReadFileParams,
    "codebase/status": StatusParams,
    "codebase/reindex": ReindexParams,
    "codebase/clear": FolderParams,
    "codebase/doctor": DoctorParams,
    "codebase/callTool": CallToolParams,
}
"""The params of every request of ours."""

COMMANDS: Mapping[str, str] = {method.replace("/", "."): method for method in PARAMS}
"""`workspace/executeCommand` names of the twins, for clients that cannot send custom requests."""

EXPERIMENTAL: Mapping[str, Any] = {"codebase": {"version": CONTRACT_VERSION, "methods": [*PARAMS]}}
"""Announced by `initialize`, so that clients can probe."""
