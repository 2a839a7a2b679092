"""Directories, lists of files and texts of files, as a client is given them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model.text import Span


@dataclass(frozen=True, slots=True)
class PageEntry:
    """An entry of a page. A link to a directory is both `is_directory` and `is_symbolic_link`."""

    name: str
    path: Path
    is_directory: bool
    is_symbolic_link: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a directory, directories first; `children` is None for what is no readable directory."""

    children: tuple[PageEntry, ...] | None
    has_next: bool = False
    has_previous: bool = False
    remaining: int = 0


@dataclass(frozen=True, slots=True)
class FileList:
    """Files in reading order; `truncated`: there are more than were asked for. `unread`: folders we may not list."""

    paths: tuple[Path, ...]
    truncated: bool
    unread: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class FileText:
    """A stretch of a file. `span` is what the text covers; `truncated`: it ends before what was asked for."""

    text: str
    span: Span
    truncated: bool
    encoding: str


@dataclass(frozen=True, slots=True)
class TextUse:
    """What is kept of the files of a root, and how well that served: reads from memory, and from the disk.

    `most_read` are kept files that were asked for more than once, with how often, the most wanted first.
    """

    files: int
    bytes: int
    hits: int
    misses: int
    most_read: Sequence[tuple[str, int]]
