"""The files that are being worked on."""

from __future__ import annotations

import threading
import time

_MOST = 32
"""Files of this session that are remembered."""
_DAY_NS = 24 * 3600 * 10**9


class RecentFiles:
    """The files of one root that were last opened or edited. Any thread may call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paths: dict[str, None] = {}  # the last one is the latest

    def note(self, path: str) -> None:
        """Remember that a file is worked on now."""
        with self._lock:
            # A new dictionary, so that readers need no lock.
            kept = [known for known in self._paths if known != path][1 - _MOST :]
            self._paths = dict.fromkeys([*kept, path])

    def weights(self) -> dict[str, float]:
        """Return the recency of work on each of them: 1 for the last, above a half for all."""
        paths = self._paths
        return {path: 1 - 0.5 * age / _MOST for age, path in enumerate(reversed(paths))}


def of_change(mtime_ns: int) -> float:
    """Return the recency of a file's change by its time: a half within a day, a quarter within two.

    In whole days, so that the files of one checkout are equal.
    """
    days = max(time.time_ns() - mtime_ns, 0) // _DAY_NS
    return float(0.5 ** min(1 + days, 64))
