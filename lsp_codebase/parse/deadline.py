"""The CPU time a file may cost, from its grammar to the last chunk."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_ITEMS_PER_LOOK = 32  # to look at the clock costs as much as a cheap item


class DeadlinePassed(Exception):
    """The deadline has passed: the file is cut by lines."""


class Deadline:
    """A moment in the CPU time of this thread: a busy machine must not decide which files have symbols."""

    def __init__(self, seconds: float) -> None:
        self._end = time.thread_time() + seconds
        self._not_before = time.monotonic() + seconds

    def half(self) -> Deadline:
        """Return the deadline of work that may be left out: half of the time that is left."""
        return Deadline((self._end - time.thread_time()) / 2)

    @property
    def is_past(self) -> bool:
        """Whether the time is up.

        No thread has more CPU time than time goes by, and the clock on the wall is read ten times as fast.
        """
        now = time.monotonic()
        if now < self._not_before:
            return False
        left = self._end - time.thread_time()
        self._not_before = now + left
        return left < 0

    def check(self) -> None:
        """Raise `DeadlinePassed` if the time is up."""
        if self.is_past:
            raise DeadlinePassed

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; raise `DeadlinePassed` among them if the time is up."""
        left = 1
        for item in items:
            left -= 1
            if not left:
                self.check()
                left = _ITEMS_PER_LOOK
            yield item
