"""Cooperative cancellation, shared by the loop that asks and the thread that works."""

from __future__ import annotations

import threading

from lsp_codebase.errors import Cancelled


class CancelToken:
    """A flag a worker checks between steps. Any thread may set it; it is never unset."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._event.set()

    def check(self) -> None:
        """Raise `Cancelled` if somebody asked to stop."""
        if self._event.is_set():
            raise Cancelled


UNCANCELLED = CancelToken()
"""For work that goes on to its end: nobody sets it."""
