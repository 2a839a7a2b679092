"""Which commits touched something or fit a query: question and answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model.hit import iso_time
from lsp_codebase.model.status import IndexStatus
from lsp_codebase.model.text import Span


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Asks for the commits that a `text` fits, and that touched a file, a folder, or a span of a file.

    All that is given must hold. `since` is a date as ISO 8601 writes it.
    """

    text: str | None = None
    path: Path | None = None
    span: Span | None = None
    since: str | None = None
    limit: int = 20


@dataclass(frozen=True, slots=True)
class PastCommit:
    """One commit, without its author. `time` is in seconds since 1970; `score`, from 0 to 1, comes with a text.

    `files` are the first of those that it touched and that are indexed now, as they are called today; `files_total` is
    how many there are.
    """

    id: str
    time: int
    subject: str
    body: str
    files: tuple[Path, ...]
    files_total: int
    score: float | None = None

    @property
    def made_at(self) -> str:
        """The time as ISO 8601 writes it, in UTC."""
        return iso_time(self.time)

    @property
    def day(self) -> str:
        """The day it was made on, in UTC: 2026-01-31."""
        return self.made_at.partition("T")[0]

    @property
    def short_id(self) -> str:
        """As much of the id as git takes for one in any repository."""
        return self.id[:12]


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """Commits, best first with a text, else newest first. `notes` tell why some are missing; `is_cut` of more."""

    commits: tuple[PastCommit, ...]
    status: IndexStatus
    is_cut: bool = False
    notes: tuple[str, ...] = ()
