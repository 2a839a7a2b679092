"""Directories, lists of files and texts of files, as given to a client."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lsp_codebase.model.text import Span

T = TypeVar("T")


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

    @classmethod
    def of(cls, found: Sequence[T], page: int, page_size: int, entry: Callable[[T], PageEntry]) -> Page:
        """Return a page (the first is 1) of a directory, given all that is in it."""
        start = (page - 1) * page_size
        remaining = max(0, len(found) - start - page_size)
        children = tuple(map(entry, found[start : start + page_size]))
        return cls(children, has_next=remaining > 0, has_previous=page > 1, remaining=remaining)


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
