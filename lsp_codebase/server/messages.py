"""The wire types of every request and notification of ours, as the contract writes them.

Attributes become camelCase on the wire. A field without a default is always sent; one whose default is None is left
out when it is None. Received fields that are not declared here are ignored; wrong types are refused by `structure`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import frozen
from lsprotocol.types import Location, Position, ProgressToken, Range, TextDocumentIdentifier

from lsp_codebase.model import Mode, Pack

CONTRACT_VERSION = 1
INDEX_STATUS = "codebase/indexStatus"


@frozen
class Weights:
    """Weights of the two channels of a hybrid search."""

    lexical: float
    vector: float


@frozen
class HybridSearchParams:
    """`codebase/hybridSearch`."""

    query: str
    limit: int = 10
    cursor: str | None = None
    mode: Mode = Mode.AUTO
    weights: Weights | None = None
    languages: Sequence[str] = ()
    exclude_languages: Sequence[str] = ()
    source_code_only: bool = False
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    kinds: Sequence[str] = ()
    folder: str | None = None
    text_document: TextDocumentIdentifier | None = None
    position: Position | None = None
    open_documents: Sequence[str] = ()
    max_chars: int | None = None
    pack: Pack = Pack.CHUNK
    explain: bool = False
    work_done_token: ProgressToken | None = None  # an answer takes milliseconds: nothing is reported under it
    partial_result_token: ProgressToken | None = None


@frozen
class FileCounts:
    """How many files the index knows, and how they fared."""

    indexed: int
    total: int
    skipped: int
    failed: int


@frozen
class VectorCounts:
    """How many chunks have a vector; `model` is absent without one."""

    done: int
    total: int
    model: str | None = None


@frozen
class Problem:
    """A file that is not in the index, and why."""

    uri: str
    reason: str


@frozen
class IndexStatus:
    """The state of one index; `folder` is "" when none is open. `problems` is sent by `codebase/status` only."""

    folder: str
    phase: str
    files: FileCounts
    chunks: int
    symbols: int
    vectors: VectorCounts
    generation: int
    role: str
    stale: bool
    message: str | None = None
    problems: Sequence[Problem] | None = None


@frozen
class ContextPiece:
    """Lines of a hit's file that go with it: "import" statements it uses, the headers of what is "enclosing" it and of
    its "sibling" definitions."""

    kind: str
    range: Range
    text: str


@frozen
class Related:
    """A definition that a hit calls ("callee"), or that calls it ("caller")."""

    relation: str
    location: Location
    name: str
    kind: int
    preview: str
    container: str | None = None


@frozen
class Hit:
    """One hit; `context` and `related` come with `pack: "context"`, `copies` are the same code elsewhere."""

    location: Location
    language: str
    score: float
    preview: str
    selection_range: Range | None = None
    name: str | None = None
    kind: int | None = None
    container: str | None = None
    text: str | None = None
    signals: Mapping[str, float] | None = None
    context: Sequence[ContextPiece] | None = None
    copies: Sequence[Location] | None = None
    related: Sequence[Related] | None = None


@frozen
class HybridSearchResult:
    """The answer of `codebase/hybridSearch`, best hit first."""

    hits: Sequence[Hit]
    mode: str
    truncated: bool
    index: IndexStatus
    took_ms: float
    next_cursor: str | None = None


@frozen
class HybridSearchPart:
    """A partial result of `codebase/hybridSearch`: the next hits. The result itself has none then."""

    hits: Sequence[Hit]


@frozen
class SimilarParams:
    """`codebase/similar`: code like a selection, or like the definition around a position."""

    text_document: TextDocumentIdentifier
    position: Position | None = None
    range: Range | None = None
    limit: int = 10


@frozen
class FolderParams:
    """`codebase/status` and `codebase/reindex`: one folder, or all of them."""

    folder: str | None = None


@frozen
class ReadFileParams:
    """`codebase/readFile`."""

    uri: str
    range: Range | None = None
    max_chars: int = 200_000


@frozen
class ReadFileResult:
    """The answer of `codebase/readFile`; `range` covers `text`, `encoding` is the file's."""

    text: str
    range: Range
    truncated: bool
    encoding: str


@frozen
class ListDirectoryParams:
    """`codebase/listDirectory`."""

    uri: str
    page: int = 1
    page_size: int = 500
    format: Literal["text", "json"] = "json"


@frozen
class DirectoryEntry:
    """One child of a directory."""

    name: str
    uri: str
    is_directory: bool
    is_symbolic_link: bool


@frozen
class ListDirectoryResult:
    """The answer of `codebase/listDirectory`; `children` is null when the URI is no directory. `text`: if asked for."""

    children: Sequence[DirectoryEntry] | None
    has_next_page: bool
    has_prev_page: bool
    items_remaining: int
    text: str | None = None


@frozen
class ListFilesParams:
    """`codebase/listFiles`."""

    max_results: int
    uri: str | None = None
    languages: Sequence[str] = ()
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()


@frozen
class ListFilesResult:
    """The answer of `codebase/listFiles`."""

    uris: Sequence[str]
    truncated: bool


@frozen
class DirectoryTreeParams:
    """`codebase/directoryTree`. None: as the preset says."""

    uri: str | None = None
    preset: Literal["default", "void", "aigne"] = "default"
    format: Literal["text", "json"] = "text"
    max_depth: int | None = None
    max_entries: int | None = None
    max_items_per_directory: int | None = None
    max_chars: int | None = None
    max_tokens: int | None = None
    respect_gitignore: bool = True
    include_hidden: Sequence[str] | None = None
    exclude: Sequence[str] = ()
    priority: Sequence[str] | None = None
    symbols: bool = False
    cut_off_message: str | None = None
    if_none_match: str | None = None


@frozen
class TreeSymbol:
    """A top-level definition of a file in a tree. `line` is 0-based."""

    name: str
    kind: int
    line: int


@frozen
class TreeNode:
    """A file, directory or symbolic link of a tree. `error` says why a directory could not be read."""

    name: str
    uri: str
    kind: str
    size: int | None = None
    children: Sequence[TreeNode] | None = None
    omitted: int | None = None
    excluded: bool | None = None
    symbols: Sequence[TreeSymbol] | None = None
    error: str | None = None


@frozen
class TreeStats:
    """What a tree holds and what it cost."""

    entries: int
    files: int
    directories: int
    characters: int
    max_depth: int
    scan_ms: float
    cached_at: str
    cache_hits: int
    total_scans: int
    saved_calls: int
    error: str | None = None


@frozen
class DirectoryTreeResult:
    """The answer of `codebase/directoryTree`."""

    truncated: bool
    etag: str
    stats: TreeStats
    text: str | None = None
    roots: Sequence[TreeNode] | None = None
    not_modified: bool | None = None


@frozen
class DoctorParams:
    """`codebase/doctor`. Without a folder all are checked."""

    folder: str | None = None
    repair: bool = False


@frozen
class Check:
    """One part of an index; `state` is `ok`, `repaired`, `damaged` or `skipped`."""

    folder: str
    name: str
    state: str
    detail: str


@frozen
class DoctorResult:
    """The answer of `codebase/doctor`."""

    checks: Sequence[Check]


PARAMS: Mapping[str, type] = {
    "codebase/hybridSearch": HybridSearchParams,
    "codebase/similar": SimilarParams,
    "codebase/directoryTree": DirectoryTreeParams,
    "codebase/listDirectory": ListDirectoryParams,
    "codebase/listFiles": ListFilesParams,
    "codebase/readFile": ReadFileParams,
    "codebase/status": FolderParams,
    "codebase/reindex": FolderParams,
    "codebase/doctor": DoctorParams,
}
"""The params of every request of ours."""

COMMANDS: Mapping[str, str] = {method.replace("/", "."): method for method in PARAMS}
"""`workspace/executeCommand` names of the twins, for clients that cannot send custom requests."""

EXPERIMENTAL: Mapping[str, Any] = {"codebase": {"version": CONTRACT_VERSION, "methods": [*PARAMS]}}
"""What `initialize` announces, so that clients can probe."""
