"""How long a question waits for an index that is built from nothing: a time that is spent once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.model import IndexStatus, Phase

LONGEST_WAIT_S = 15.0
"""The first question waits so long for the first index, in all; clients give up after a minute."""
POLL_S = 0.2
"""A good pause between two looks."""
_SEARCHABLE = frozenset({Phase.EMBEDDING, Phase.READY, Phase.FAILED, Phase.DISABLED})


class FirstIndex:
    """The indexes that questions wait for. One asker's; any thread may call, and each call may block."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._waiting_since: dict[Path, float] = {}
        self._waited_for: frozenset[Path] = frozenset()

    def building(self) -> Sequence[IndexStatus]:
        """Return those that are worth waiting for now; none is when all were waited for once."""
        roots = frozenset(self._answers.roots)
        if roots <= self._waited_for:
            return ()
        building = [status for status in self._answers.status() if self._is_worth_waiting(status)]
        if not building:
            self._waited_for = roots
        return building

    def forget(self) -> None:
        """Have the next question wait again, for what is built anew."""
        self._waiting_since, self._waited_for = {}, frozenset()

    def _is_worth_waiting(self, status: IndexStatus) -> bool:
        is_mostly_there = status.has_index and status.indexed * 2 >= status.total > 0
        if status.phase in _SEARCHABLE or is_mostly_there:
            return False
        began = self._waiting_since.setdefault(Path(status.root), time.monotonic())
        return time.monotonic() - began < LONGEST_WAIT_S


def how_far(building: Sequence[IndexStatus]) -> tuple[int, int, str]:
    """Return how many files are done, of how many, and the same as a sentence."""
    done, total = sum(status.indexed for status in building), sum(status.total for status in building)
    return done, total, f"Indexing: {done:,} of {total:,} files" if total else "Looking for files"
