"""Waiting for an index, whichever process makes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lsp_codebase.answers import Answers
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.model import CancelToken, IndexStatus, Phase

SETTLED = frozenset({Phase.READY, Phase.DISABLED})
_SHORTEST_PAUSE_S, _LONGEST_PAUSE_S = 0.02, 0.5
_PAUSE = 0.02  # of the time waited so far: the asking costs the worker time; the answer may be this late


Meanwhile = Callable[[Answers], object]
"""Called again and again while something is waited for; it may ask."""


def wait_until_indexed(answers: Answers, cancel: CancelToken, meanwhile: Meanwhile | None = None) -> list[IndexStatus]:
    """Return the status of every folder once its index lacks nothing that is known.

    Raises:
        IndexUnavailable: if an index cannot be completed.
        Cancelled: if asked to stop.
    """
    return wait_until(answers, cancel, lambda status: status.phase in SETTLED and not status.stale, meanwhile)


def wait_until(
    answers: Answers,
    cancel: CancelToken,
    is_enough: Callable[[IndexStatus], bool],
    meanwhile: Meanwhile | None = None,
) -> list[IndexStatus]:
    """Return the status of every folder once each is enough, a failed one too; see `wait_until_indexed`."""
    since = time.monotonic()
    while True:
        statuses = answers.status()
        for status in statuses:
            if status.phase is Phase.FAILED and not is_enough(status):
                raise IndexUnavailable(status.message or "the index cannot be opened", "the log says more")
        if all(map(is_enough, statuses)):
            return statuses
        cancel.check()
        if meanwhile is not None:
            meanwhile(answers)
        waited = time.monotonic() - since
        time.sleep(min(max(_PAUSE * waited, _SHORTEST_PAUSE_S), _LONGEST_PAUSE_S))


@contextmanager
def closed_on_error(answers: Answers) -> Iterator[None]:
    """Close answers that are not handed on."""
    try:
        yield
    except BaseException:
        answers.close()
        raise
