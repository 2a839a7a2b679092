"""The memory of a worker process: a file made to swallow it must not cost the user's machine."""

from __future__ import annotations

import contextlib
import os
import sys

# The most that reading and parsing one job may add to the memory of its process. The first job takes 1.1 GB on two
# cores, most of it an arena that pyarrow never fills, later ones 0.2 GB. Between two looks at the clock a grammar may
# take 10 GB (tree-sitter 0.26.1 with 12 KB of `/*`, read as Python): there the deadline does not hold, and the ceiling
# ends the process. Models have no ceiling: their size is the user's choice, and up to several GB.
_PARSING_BYTES = 3 << 30


def leave_no_core() -> None:
    """Let a crash write no image of the memory, which holds the user's code, to the disk."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_memory(is_parsing: bool) -> None:
    """Set the ceiling of the next job: past it memory runs out for this process alone.

    `RLIMIT_DATA` counts private writable memory, so that mapped files and reserved addresses meet no ceiling. Only
    Linux holds to it.
    """
    if sys.platform != "linux":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = most
        if is_parsing:
            with open("/proc/self/statm", "rb") as file:
                limit = int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE") + _PARSING_BYTES
            if most != resource.RLIM_INFINITY:
                limit = min(limit, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
