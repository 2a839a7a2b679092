"""Messages from the client that wait for the loop thread, in order: up to a bound, so that memory has one too.

At the bound the reader waits. Then the pipe fills, and the client waits as well. Nothing overtakes: `$/cancelRequest`
and `exit` get through after all earlier messages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

MOST_MESSAGES = 1_000
MOST_BYTES = 16 * 1024 * 1024
"""The bound, in bytes of bodies as sent; a longer message waits alone."""


class Inbox:
    """The messages between the reader and the loop thread.

    `post` has the loop thread call a function; it raises after the end of the loop. `receive` handles a message there.
    """

    def __init__(self, post: Callable[[Callable[[], None]], object], receive: Callable[[object], None]) -> None:
        self._post = post
        self._receive = receive
        self._taken = threading.Condition()
        self._messages = self._bytes = 0

    def put(self, message: object, size: int) -> None:
        """Hand over a message of so many bytes, once there is room for it. The reader calls."""
        with self._taken:
            self._taken.wait_for(lambda: self._has_room(size))
            self._messages += 1
            self._bytes += size
        self._post(lambda: self._take(message, size))

    def _has_room(self, size: int) -> bool:
        return not self._messages or (self._messages < MOST_MESSAGES and self._bytes + size <= MOST_BYTES)

    def _take(self, message: object, size: int) -> None:  # on the loop thread
        with self._taken:
            self._messages -= 1
            self._bytes -= size
            self._taken.notify()
        self._receive(message)
