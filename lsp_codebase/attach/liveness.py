"""When a silent host counts as ended: a process that was stopped, or hangs, holds its connections open."""

from __future__ import annotations

import sys

SILENCE_S = 10.0
"""After so long in silence, a host that owes an answer is asked for a sign of life; after twice as long it counts
as ended."""
SIGN_OF_LIFE = "$/lspCodebase/isThere"
"""The method and the id of that request. No server knows it, and each living one says so at once."""


def is_stopped(pid: int) -> bool:
    """Whether a process was stopped, as by Ctrl+Z; False where the system does not tell."""
    if sys.platform != "linux":
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] in (b"T", b"t")
    except OSError:  # it ended just now, or another container has it
        return False
