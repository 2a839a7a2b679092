"""Commits that touched something or fit a query: question and answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model.hit import iso_time
from lsp_codebase.model.status import IndexStatus
from lsp_codebase.model.text import Span


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Asks for the commits that fit a `text`, and that touched a file, a folder, or a span of a file.

    All given fields must hold. `since` is an ISO 8601 date.
    """

    text: str | None = None
    path: Path | None = None
    span: Span | None = None
    since: str | None = None
    limit: int = 20


@dataclass(frozen=True, slots=True)
class PastCommit:
    """One commit, without its author. `time` is in seconds since 1970; `score`, from 0 to 1, comes with a text.

    `files` are the first of the touched files that are indexed now, by their present names; `files_total` is the number
    of all of them.
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
        """The time in ISO 8601, in UTC."""
        return iso_time(self.time)

    @property
    def day(self) -> str:
        """The day of the commit, in UTC: 2026-01-31."""
        return self.made_at.partition("T")[0]

    @property
    def short_id(self) -> str:
        """As much of the id as git takes for one in any repository."""
        return self.id[:12]


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """Commits, best first with a text, else newest first. `notes` say why some are missing; `is_cut`: more exist."""

    commits: tuple[PastCommit, ...]
    status: IndexStatus
    is_cut: bool = False
    notes: tuple[str, ...] = ()
