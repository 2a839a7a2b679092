"""Ends a worker process that does not answer: one that hangs, not one that waits for the processor."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

_SHARE = 0.5  # of the time it may take: a job that had the processor for so long will not end
_MOST_LOOKS = 20


class Watchdog:
    """Kills a process that does not answer in time, and never one that has answered.

    Bulk work yields to all else: on a busy machine it may get the processor for moments only, and a file that
    takes two seconds of it takes minutes. Where the system tells (Linux), a process that has got on since the last
    look, and had little of the processor, is given its time once more; so many times at most.
    """

    def __init__(self, process: subprocess.Popen[bytes], timeout_s: float) -> None:
        self._process = process
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._is_over = False
        self._looks = 0
        self._begun = self._seen = cpu_s(process.pid)
        self.has_killed = False
        self._wait()

    def stop(self) -> None:
        """Kill nothing from now on."""
        with self._lock:
            self._is_over = True
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = threading.Timer(self._timeout_s, self._look)
        self._timer.daemon = True
        self._timer.start()

    def _look(self) -> None:
        with self._lock:
            if self._is_over:
                return
            if self._is_starved():
                self._wait()
            else:
                self._kill()

    def _kill(self) -> None:
        self.has_killed = True
        self._process.kill()

    def _is_starved(self) -> bool:
        self._looks += 1
        before, self._seen = self._seen, cpu_s(self._process.pid)
        return self._looks < _MOST_LOOKS and before < self._seen < self._begun + _SHARE * self._timeout_s


def cpu_s(pid: int) -> float:
    """Return the processor time of a process, in steps of a hundredth of a second; 0 where nobody tells."""
    if sys.platform != "linux":
        return 0.0
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            user, system = file.read().rpartition(b")")[2].split()[11:13]
    except OSError:  # it has ended
        return 0.0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
