"""When a silent host counts as ended: a process that was stopped, or hangs, holds its connections open.

It may go on later, so a process that does without it looks for it again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

SILENCE_S = 10.0
"""After so long in silence, a host that owes an answer is asked for a sign of life; after twice as long it counts
as ended."""
SIGN_OF_LIFE = "$/lspCodebase/isThere"
"""The method and the id of that request. No server knows it, and each living one says so at once."""

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 2.0, 60.0


def pauses_between_looks() -> Iterator[float]:
    """Yield the seconds to wait before each look for a host, by a process that does without one."""
    pause_s = _FIRST_PAUSE_S
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def is_stopped(pid: int) -> bool:
    """Whether a process was stopped, as by Ctrl+Z; False where the system does not tell."""
    if sys.platform != "linux":
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] in (b"T", b"t")
    except OSError:  # it ended just now, or another container has it
        return False
