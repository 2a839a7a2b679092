"""What a tree request returns: plain frozen values, free of any wire format."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from lsp_codebase.model import Symbol
from lsp_codebase.tree.core_files import CoreFile


class EntryKind(str, Enum):
    """What a name in a directory stands for; a symbolic link is never followed."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """An entry that is shown. `size` is in bytes, of files only.

    `omitted` counts the entries below, at any depth, for which there is no node: nodes plus omitted ones are all
    there is. `excluded` marks a directory that was not looked into on purpose, so that nothing below is counted.
    `error` says why a directory could not be read.
    """

    name: str
    path: Path
    kind: EntryKind
    size: int | None = None
    children: tuple[TreeNode, ...] | None = None
    omitted: int = 0
    excluded: bool = False
    symbols: tuple[Symbol, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class TreeStats:
    """What an answer cost and holds.

    `entries` are shown; `files` and `directories` are all that were found, roots not counted; `characters` is the
    length of the text; `max_depth` the deepest level shown (the entries of a root: 1). `scan_ms` is the time of the
    walks behind this answer, 0 when none was needed; `cached_at` (ISO 8601, UTC) when they were made. `cache_hits`,
    `total_scans` and `saved_calls` count over the life of the tree; `saved_calls` estimates the `listDirectory`
    calls the answers replaced: one for each directory opened beyond the first.
    """

    entries: int = 0
    files: int = 0
    directories: int = 0
    characters: int = 0
    max_depth: int = 0
    scan_ms: float = 0.0
    cached_at: str = ""
    cache_hits: int = 0
    total_scans: int = 0
    saved_calls: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class TreeAnswer:
    """A tree as text or as nodes, and the core files if asked for; none of it when `not_modified`.

    `cut_by` names the parameters of the request for which something that exists is not shown; it is `truncated` where
    that was more than the preset takes for wanted.
    """

    etag: str
    stats: TreeStats
    text: str | None = None
    roots: tuple[TreeNode, ...] | None = None
    truncated: bool = False
    cut_by: tuple[str, ...] = ()
    core_files: tuple[CoreFile, ...] | None = None
    not_modified: bool = False
