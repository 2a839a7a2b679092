"""Questions wait for indexes that are being opened, and are asked again of one that was made anew meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import TypeVar

from lsp_codebase.codebase import Codebase
from lsp_codebase.errors import IndexReplaced
from lsp_codebase.model import CancelToken
from lsp_codebase.view.view import View

T = TypeVar("T")

LONGEST_WAIT_S = 5.0
"""A question waits so long for indexes that are being opened."""
_PAUSES_S = (0.05, 0.2, 0.5, 1.0, 2.0)  # an index that is made anew answers, from its first files, within a second
_LOOK_S = 0.05  # a cancelled question ends this soon


def once_open(
    codebases: Iterable[Codebase],
    cancel: CancelToken,
    question: Callable[[], T],
    may_repeat: Callable[[], bool] = lambda: True,
) -> T:
    """Ask these once they are open, or after a few seconds all the same; return the answer.

    Where an index is rebuilt or cleared meanwhile, the question is asked again if it still may be.

    Raises:
        IndexReplaced: it was too often, or the question may not be repeated.
        Cancelled: while waiting.
    """
    asked = [*codebases]
    for pause_s in _PAUSES_S:
        try:
            return _ask(asked, cancel, question)
        except IndexReplaced:
            if not may_repeat():
                raise
        _rest(pause_s, cancel)
    return _ask(asked, cancel, question)


def of_each(views: Sequence[View], cancel: CancelToken, question: Callable[[View], T]) -> list[T]:
    """Return the answer of each view, asked as `once_open` says."""
    return once_open((view.codebase for view in views), cancel, lambda: [question(view) for view in views])


def _rest(pause_s: float, cancel: CancelToken) -> None:
    until = time.monotonic() + pause_s
    while time.monotonic() < until:
        cancel.check()
        time.sleep(_LOOK_S)


def _ask(codebases: Iterable[Codebase], cancel: CancelToken, question: Callable[[], T]) -> T:
    until = time.monotonic() + LONGEST_WAIT_S
    with ExitStack() as stack:
        for codebase in codebases:
            stack.enter_context(codebase.asked(until, cancel))
        cancel.check()
        return question()
