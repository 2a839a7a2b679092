"""How long a question waits for an index that is built from nothing, and for the files that are read for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.model import IndexStatus

LONGEST_WAIT_S = 15.0
"""Questions wait so long for the first index in all, and each for its files; clients give up after a minute."""
POLL_S = 0.2
"""A good pause between two checks."""
_TELLING_S = 4.0  # from then on the pace tells when the index will be there


class FirstIndex:
    """The indexes that questions wait for. One asker's; any thread may call, and each call may block."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._waiting_since: dict[Path, float] = {}
        self._complete: frozenset[Path] = frozenset()

    def building(self, question: str | None, since: float) -> Sequence[IndexStatus]:
        """Return those that are worth waiting for now: for a question that waits since then, on the monotonic clock.

        The time for an index as a whole is spent once, by whichever question; none is spent on one that will take
        longer. Meanwhile, and later, the files that hold the words of a question are read first: it waits for these.
        """
        roots = frozenset(self._answers.roots)
        if roots <= self._complete:
            return ()
        now = time.monotonic()
        is_patient = question is not None and now - since < LONGEST_WAIT_S
        incomplete = [status for status in self._answers.status(question=question) if not _is_mostly_there(status)]
        if not incomplete:
            self._complete = roots
        return [one for one in incomplete if self._is_worth_waiting(one, now) or (is_patient and one.seeking)]

    def forget(self) -> None:
        """Have the next question wait again, for the new index."""
        self._waiting_since, self._complete = {}, frozenset()

    def _is_worth_waiting(self, status: IndexStatus, now: float) -> bool:
        waited = now - self._waiting_since.setdefault(Path(status.root), now)
        is_slow = waited > _TELLING_S and status.indexed * LONGEST_WAIT_S < status.total * waited
        return waited < LONGEST_WAIT_S and not is_slow


def _is_mostly_there(status: IndexStatus) -> bool:
    return not status.is_unread or (status.has_index and status.is_half_read)


def how_far(building: Sequence[IndexStatus]) -> tuple[int, int, str]:
    """Return how many files are done, of how many, and the same as a sentence."""
    done, total = sum(status.indexed for status in building), sum(status.total for status in building)
    return done, total, f"Indexing: {done:,} of {total:,} files" if total else "Looking for files"
