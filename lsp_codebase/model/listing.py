"""Directories, lists of files and texts of files, as given to a client."""

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
    """One page of a directory, directories first; `children` is None unless it is a readable directory."""

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
    """A stretch of a file. `span` is the range of the text; `truncated`: it ends before the requested end."""

    text: str
    span: Span
    truncated: bool
    encoding: str


@dataclass(frozen=True, slots=True)
class TextUse:
    """The kept texts of a root's files, and their use: reads from memory, and from the disk.

    `most_read` are kept files that were read more than once, each with its count, the most wanted first.
    """

    files: int
    bytes: int
    hits: int
    misses: int
    most_read: Sequence[tuple[str, int]]
