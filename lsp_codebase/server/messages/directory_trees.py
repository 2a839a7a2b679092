"""The messages of `codebase/directoryTree`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import field, frozen
from lsprotocol.types import ProgressToken

from lsp_codebase.model import TreePreset, bounds


@frozen
class CoreFiles:
    """How much of the core files is wanted."""

    max_chars: int = field(default=bounds.CORE_FILES_CHARS, metadata={"within": bounds.FILE_CHARS})
    """Most characters of all of them together."""


@frozen
class DirectoryTreeParams:
    """`codebase/directoryTree`."""

    uri: str | None = None
    """URI of a directory. Without it: every workspace folder, in order."""
    preset: TreePreset = "default"
    """The entries shown first, the budget, and the look."""
    format: Literal["text", "json"] = "text"
    """Lines for a reader, or nodes."""
    max_depth: int | None = field(default=None, metadata={"within": bounds.TREE_DEPTH})
    """Deepest level; the entries of a root are level 1."""
    max_entries: int | None = field(default=None, metadata={"within": bounds.TREE_ENTRIES})
    """Most files and directories."""
    max_items_per_directory: int | None = field(default=None, metadata={"within": bounds.TREE_ITEMS})
    """Most entries of one directory."""
    max_chars: int | None = field(default=None, metadata={"within": bounds.TREE_CHARS})
    """Most characters of the text."""
    max_tokens: int | None = field(default=None, metadata={"within": bounds.TREE_TOKENS})
    """Most tokens of the text, counted as 4 UTF-8 bytes each; in place of the preset's characters."""
    respect_gitignore: bool = True
    """Leave out what git leaves out: ignored files that are not tracked, and checkouts in their own repository."""
    include_hidden: Sequence[str] | None = None
    """Globs for the names of directories that begin with a dot and are shown nevertheless; `"*"`: all."""
    exclude: Sequence[str] = ()
    """Globs of entries that are left out."""
    priority: Sequence[str] | None = None
    """Globs of directories that are shown before others."""
    symbols: bool = False
    """List the top-level definitions under each file."""
    languages: Sequence[str] = ()
    """Only files of these languages, by their names, and directories that hold any."""
    min_bytes: int | None = field(default=None, metadata={"within": bounds.FILE_BYTES})
    """Only files at least so large, and directories that hold any."""
    max_bytes: int | None = field(default=None, metadata={"within": bounds.FILE_BYTES})
    """Only files at most so large, and directories that hold any."""
    core_files: bool | CoreFiles = False
    """Give the texts of the files in a root that describe the project: its README, `package.json`, `pyproject.toml`,
    `Cargo.toml`, `go.mod` and the like. `true`: within the default budget."""
    cut_off_message: str | None = None
    """The sentence in place of our own when something is cut off."""
    if_none_match: str | None = None
    """The `etag` of an earlier answer; when the answer would be the same, only `notModified` is sent."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class TreeSymbol:
    """A top-level definition of a file in a tree."""

    name: str
    """Its name."""
    kind: int
    """Its LSP `SymbolKind`."""
    line: int
    """The line of its name, from 0."""


@frozen
class TreeNode:
    """An entry of a tree that is shown."""

    name: str
    """Its name."""
    uri: str
    """Its URI."""
    kind: str
    """`file`, `directory` or `symlink`. A link is never followed."""
    size: int | None = None
    """Bytes of a file."""
    children: Sequence[TreeNode] | None = None
    """The shown entries of a directory."""
    omitted: int | None = None
    """Entries below, at any depth, without a node of their own."""
    excluded: bool | None = None
    """`true`: the directory was not looked into on purpose, and nothing below it is counted."""
    symbols: Sequence[TreeSymbol] | None = None
    """Its top-level definitions, with `symbols: true`."""
    error: str | None = None
    """Why a directory could not be read."""


@frozen
class CoreFile:
    """A file that describes a project."""

    uri: str
    """URI of the file."""
    text: str
    """Its text, as `codebase/readFile` would give it."""
    truncated: bool
    """Whether the budget cut it, at a line end where there is one."""


@frozen
class TreeStats:
    """The contents and the cost of a tree."""

    entries: int
    """Entries shown, roots not counted."""
    files: int
    """Files found, shown or not."""
    directories: int
    """Directories found, shown or not, roots not counted."""
    characters: int
    """Length of the tree as text."""
    max_depth: int
    """Deepest level shown."""
    scan_ms: float
    """Milliseconds of the walks behind this answer; 0 when none was needed."""
    cached_at: str
    """When the walks were made: ISO 8601, UTC. `""` without a folder."""
    cache_hits: int
    """Answers that were given again, since the server started."""
    total_scans: int
    """Walks, since the server started."""
    saved_calls: int
    """Estimate of the `listDirectory` calls that all trees together have saved the client."""
    error: str | None = None
    """Why the tree, or a part of it, could not be made."""


@frozen
class DirectoryTreeResult:
    """The answer of `codebase/directoryTree`."""

    truncated: bool
    """Whether a budget left something out: `maxChars`, `maxTokens` or `maxEntries`. With the preset `void` also where
    `maxDepth` or `maxItemsPerDirectory` did."""
    etag: str
    """Changes when the answer does; for `ifNoneMatch`."""
    stats: TreeStats
    """The contents and the cost of the tree."""
    text: str | None = None
    """The tree as lines, with `format: "text"`."""
    roots: Sequence[TreeNode] | None = None
    """The tree as nodes, with `format: "json"`."""
    cut_by: Sequence[str] | None = None
    """The parameters that hide something; a larger one of them shows more."""
    core_files: Sequence[CoreFile] | None = None
    """With `coreFiles`: files that introduce the project first, then those that build it."""
    not_modified: bool | None = None
    """`true`: it equals the answer that `ifNoneMatch` names; there is neither `text` nor `roots`."""
