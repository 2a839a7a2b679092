"""The merging of a table beside the thread that writes: it takes seconds, and nothing can end it.

Rows may be appended to the table meanwhile. A deletion waits: LanceDB would give up one of the two.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait

_LOOK_S = 0.05  # between two looks at whether to wait on


class Merging:
    """One merging at a time, on a thread that does not keep the process. One thread calls."""

    def __init__(self) -> None:
        self._work: Future[None] | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether a merging goes on that is waited for no more."""
        return self._work is not None and not self._work.done()

    def begin(self, work: Callable[[], None]) -> None:
        """Begin; `wait` to the end of an earlier one."""
        self._work = future = Future[None]()

        def run() -> None:
            try:
                work()
                future.set_result(None)
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=run, name="merging", daemon=True).start()

    def wait(self, goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Wait for its end while it `goes_on`, and at least look; return whether nothing is under way any more.

        Raises any error of the work.
        """
        while self._work is not None:
            if wait([self._work], _LOOK_S).done:
                work, self._work = self._work, None
                work.result()
            elif not goes_on():
                return False
        return True
