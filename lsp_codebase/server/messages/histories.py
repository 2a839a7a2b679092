"""The messages of `codebase/history`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen
from lsprotocol.types import ProgressToken, Range, TextDocumentIdentifier

from lsp_codebase.model import bounds
from lsp_codebase.server.messages.index_state import IndexStatus


@frozen
class HistoryParams:
    """`codebase/history`. All given fields must hold; without any, the newest commits are meant."""

    query: str | None = field(default=None, metadata={"length": bounds.QUERY_LENGTH})
    """Words for a change: commits whose messages hold them, best first."""
    text_document: TextDocumentIdentifier | None = None
    """A file: commits that touched it. It may be gone; of a renamed one, these are the commits of its new name."""
    range: Range | None = None
    """Lines of the file, as they stand now: commits that touched these. It may be given backwards."""
    folder: str | None = None
    """URI of a directory, in place of a file: commits that touched anything below."""
    since: str | None = None
    """Only commits made then or later: a date such as `2026-01-31`, with a time or without; without a zone, in UTC."""
    limit: int = field(default=20, metadata={"within": bounds.HITS})
    """Most commits."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class PastCommit:
    """One commit. Neither names nor addresses of its authors are told, unless its message holds some."""

    id: str
    """Its id, in full."""
    time: str
    """When it was made, as in `2026-01-31T09:00:00+00:00`."""
    subject: str
    """The first line of its message. Tokens and keys of known forms are hidden."""
    files: Sequence[str]
    """URIs of files that it touched, by their present names: at most 20, and only indexed ones. None for a
    merge, for a commit of more than 200 files, and for the oldest of a shallow clone."""
    files_total: int
    """How many such files there are."""
    body: str | None = None
    """The next lines of its message, at most three, without those that name people or commits or hold marks alone."""
    score: float | None = None
    """How well it fits the `query`, 0 to 1: the share of the words, less the older it is and the more it touched."""


@frozen
class HistoryResult:
    """The answer of `codebase/history`."""

    commits: Sequence[PastCommit]
    """Best first with a `query`, else newest first."""
    truncated: bool
    """Whether there are more."""
    index: IndexStatus
    """The index that the answer came from."""
    notes: Sequence[str] | None = None
    """Why commits are missing or are those of the whole file, a sentence each. Absent when there is nothing to say."""
