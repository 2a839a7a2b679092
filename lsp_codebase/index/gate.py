"""Holds questions back while an index is opened, and heavy work while the held-back questions are answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from lsp_codebase.model import CancelToken

_CHECK_S = 0.02  # how often a waiting question checks whether it is still wanted
_QUIET_S = 0.1  # between two questions of one busy asker
_LULL_S = 1.0  # after this nobody seems to be asking
_REST_S = 4.0  # after this it is not the same person's next question
_LONGEST_S = 20.0
_PUT_OFF_S = 10.0  # a one-time question is over by then


class Gate:
    """Open until it holds questions back; any thread may call."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_open = True
        self._inside = 0  # questions that wait or are being answered
        self._last = float("-inf")  # the end of the latest one, on the monotonic clock
        self._rested = float("-inf")  # when memory from questions was last given back
        self._is_urgent = False
        self.is_put_off = False

    def put_off(self) -> None:
        """Have heavy work wait until something needs it: the process only asks, and ends soon."""
        self.is_put_off = True

    def hold(self) -> None:
        """Hold back questions from now on."""
        self._is_open = False

    def release(self) -> None:
        """Let all questions pass."""
        with self._changed:
            self._is_open = True
            self._changed.notify_all()

    @contextmanager
    def question(self, until: float, cancel: CancelToken) -> Iterator[None]:
        """Ask once this is open, or at that time on the monotonic clock.

        Raises:
            Cancelled: while waiting.
        """
        with self._changed:
            self._inside += 1
        try:
            self._pass(until, cancel)
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._last = time.monotonic()
                self._changed.notify_all()

    @property
    def is_asked(self) -> bool:
        """Whether a question waits, is being answered, or was in the last moment."""
        return self._inside > 0 or time.monotonic() - self._last < _LULL_S

    def take_rest(self) -> bool:
        """Whether to give back memory from questions now: nobody asks any more, or has for long; once each."""
        now = time.monotonic()
        is_time = now - self._last > _REST_S or now - self._rested > _LONGEST_S
        if self._last <= self._rested or not is_time:
            return False
        self._rested = now
        return True

    def let_pass(self, longest_s: float) -> None:
        """Wait while questions are being answered or follow upon each other, at most so long."""
        until = time.monotonic() + (_PUT_OFF_S if self.is_put_off else longest_s)
        with self._changed:
            while not self._is_urgent and (left := min(until, self._quiet_at()) - time.monotonic()) > 0:
                self._changed.wait(left)

    def hurry(self) -> None:
        """Have heavy work begin: something waits for it."""
        with self._changed:
            self._is_urgent = True
            self._changed.notify_all()

    def _pass(self, until: float, cancel: CancelToken) -> None:
        with self._changed:
            while not self._is_open and (left := until - time.monotonic()) > 0:
                cancel.check()
                self._changed.wait(min(left, _CHECK_S))

    def _quiet_at(self) -> float:
        return float("inf") if self._inside or self.is_put_off else self._last + _QUIET_S
