"""The end that does not depend on anything: once begun, the process is over in time, whatever is blocked.

The event loop, the writer, questions and the core may all hang in a system call or wait for each other; this thread
needs nothing but the interpreter. A native call that keeps the interpreter's lock stops every Python thread and every
Python signal handler, and only SIGKILL ends the process then: such calls must be bounded where they are made.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue


class ForcedExit:
    """Ends the process at the earliest of the given moments. One thread, which waits from the start."""

    def __init__(self, exit_code: Callable[[], int], end: Callable[[int], object] = os._exit) -> None:
        self._exit_code = exit_code
        self._end = end
        self._moments: SimpleQueue[float] = SimpleQueue()  # may be put to by a signal handler at any moment
        threading.Thread(target=self._run, name="last resort", daemon=True).start()

    def within(self, seconds: float) -> None:
        """End the process within this time. Any thread may call, and a signal handler."""
        self._moments.put(time.monotonic() + seconds)

    def _run(self) -> None:
        moment = self._moments.get()
        while True:
            try:
                moment = min(moment, self._moments.get(timeout=max(moment - time.monotonic(), 0.0)))
            except Empty:
                self._end(self._exit_code())
                return
