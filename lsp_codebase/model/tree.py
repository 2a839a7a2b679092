"""Questions to the tree and its answers: plain frozen values, free of any wire format."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Literal

from lsp_codebase.model.symbol import SymbolKind

TreeFormat = Literal["text", "json"]
TreePreset = Literal["default", "void", "aigne"]


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """The parameters of `codebase/directoryTree`; None leaves the choice to the preset.

    `include_hidden`, `exclude` and `priority` are globs (see `globs`), the first for names of hidden
    directories ("*": all). `max_tokens` is an estimate of 4 UTF-8 bytes a token. `languages` and the sizes, in bytes,
    choose the files. `core_files` asks for the texts of the core files, of at most so many characters.
    """

    preset: TreePreset = "default"
    format: TreeFormat = "text"
    max_depth: int | None = None
    max_entries: int | None = None
    max_items_per_directory: int | None = None
    max_chars: int | None = None
    max_tokens: int | None = None
    respect_gitignore: bool = True
    include_hidden: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    priority: tuple[str, ...] | None = None
    symbols: bool = False
    languages: tuple[str, ...] = ()
    min_bytes: int | None = None
    max_bytes: int | None = None
    core_files: int | None = None
    cut_off_message: str | None = None
    if_none_match: str | None = None


@dataclass(frozen=True, slots=True)
class FilesQuery:
    """The parameters of `codebase/listFiles`: `include` and `exclude` are globs, sizes are in bytes."""

    max_results: int
    preset: TreePreset = "default"
    languages: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    min_bytes: int | None = None
    max_bytes: int | None = None


class EntryKind(str, Enum):
    """The kind of a name in a directory; a symbolic link is never followed."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"

    @classmethod
    def at(cls, path: Path) -> EntryKind | None:
        """Return whether a path names a file or a directory now, links followed; None where neither is there."""
        return cls.DIRECTORY if os.path.isdir(path) else cls.FILE if os.path.isfile(path) else None


@dataclass(frozen=True, slots=True)
class TreeSymbol:
    """A top-level definition of a file in a tree; `line` is that of its name, from 0."""

    name: str
    kind: SymbolKind
    line: int


@dataclass(frozen=True, slots=True)
class CoreFile:
    """A file that describes a project; `truncated`: it is longer than `text`."""

    path: Path
    text: str
    truncated: bool


@dataclass(frozen=True, slots=True)
class TreeNode:
    """An entry that is shown. `size` is in bytes, of files only.

    `omitted` counts the entries below, at any depth, for which there is no node: nodes and omitted ones are
    all there is. `excluded` marks a directory that was left closed on purpose, so that nothing below is counted.
    `error` says why a directory could not be read.
    """

    name: str
    path: Path
    kind: EntryKind
    size: int | None = None
    children: tuple[TreeNode, ...] | None = None
    omitted: int = 0
    excluded: bool = False
    symbols: tuple[TreeSymbol, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class TreeStats:
    """The cost and the size of an answer.

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
    """A tree as text or as nodes, and the core files if asked for; all empty when `not_modified`.

    `cut_by` names the parameters of the request that hide something; it is `truncated` where
    the preset would have shown more.
    """

    etag: str
    stats: TreeStats
    text: str | None = None
    roots: tuple[TreeNode, ...] | None = None
    truncated: bool = False
    cut_by: tuple[str, ...] = ()
    core_files: tuple[CoreFile, ...] | None = None
    not_modified: bool = False
