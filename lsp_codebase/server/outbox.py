"""Messages to the client, in order, written by a thread of its own: a client that does not read holds up nobody.

Only answers and necessary messages are put here however far behind it is; mere news (progress, status)
looks at `is_behind` first, and waits as one newest number.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

logger = logging.getLogger(__name__)

BEHIND_BYTES = 65_536  # the size of a pipe; a client that reads leaves less
MOST_BYTES = 256 * 1024 * 1024
"""A client that leaves more than this unread is given up."""


class Outbox:
    """The messages that are not yet written. `on_lost` is called once, on any thread, when the client is gone."""

    def __init__(self, write: Callable[[bytes], object], on_lost: Callable[[], None]) -> None:
        self._write = write
        self._on_lost = on_lost
        self._changed = threading.Condition()
        self._waiting: deque[bytes] = deque()
        self._bytes = 0  # a message that is being written included
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def is_behind(self) -> bool:
        """Whether the client has not read its earlier messages."""
        return self._bytes > BEHIND_BYTES

    def write(self, data: bytes) -> None:
        """Write a message after those before it; returns at once. After the end it is lost."""
        with self._changed:
            if self._is_closed:
                return
            is_too_much = self._bytes > MOST_BYTES
            if not is_too_much:
                self._waiting.append(data)
                self._bytes += len(data)
                self._changed.notify()
        if is_too_much:
            self._lose(logging.ERROR, f"the client left {self._bytes:,} bytes unread: the connection ends")

    def close(self) -> None:
        """Take no more; waiting messages are still written."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def join(self, timeout_s: float | None = None) -> None:
        """Return when everything is written, or lost, or after the time."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while (data := self._next()) is not None:
            try:
                self._write(data)
            except OSError as error:
                self._lose(logging.INFO, f"the client is gone: {error}")
            with self._changed:
                self._bytes -= len(data)

    def _next(self) -> bytes | None:
        """Wait for the next message; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            return self._waiting.popleft() if self._waiting else None

    def _lose(self, level: int, reason: str) -> None:
        with self._changed:
            is_news = not self._is_closed
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify()
        if is_news:
            logger.log(level, "%s", reason)
            self._on_lost()
