"""Which of the guests takes the place of a host that has ended: one, so that the others find a door again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NAME = "heir.lock"
_held: list[int] = []  # files that are locked until this process ends


def claim(index_directory: Path) -> bool:
    """Return whether this process may take the place; from then on no other may, until this one ends."""
    if sys.platform == "win32":  # each goes on by itself
        return True
    import fcntl

    try:
        flags = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
        file = os.open(index_directory / _NAME, flags, 0o600)
    except OSError:  # where there is no index, or no disk, nobody waits for us
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return False
    _held.append(file)
    return True
