"""Memory that allocators keep though nothing uses it: most of it LanceDB's, whose threads come and go."""

from __future__ import annotations

import contextlib
import ctypes
from functools import cache

import pyarrow as pa

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # M_ARENA_MAX and M_MMAP_THRESHOLD in malloc.h
_MOST_HEAPS = 2
_LARGE_BYTES = 4 << 20  # larger than a question's need for 500,000 chunks

_UNKNOWN = (OSError, AttributeError, TypeError)  # not the C library of GNU


def keep_no_pool() -> None:
    """Let Arrow allocate like all other code: its own pool keeps freed memory, a quarter of a worker's."""
    pa.set_memory_pool(pa.system_memory_pool())


def keep_heaps_small() -> None:
    """Let threads to come share two heaps, else each of dozens keeps the free pieces of its own; keep large pieces out.

    Large pieces are mapped by themselves and go back when they are freed. Left alone, the C library takes ever larger
    ones from its heaps, up to 32 MB, and used pieces between them keep them: half of all after a first index.
    """
    with contextlib.suppress(*_UNKNOWN):
        _c_library().mallopt(_ARENA_MAX, _MOST_HEAPS)
        _c_library().mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)


def give_back() -> None:
    """Return freed memory to the system, where it can be asked to: 0.1 s for half a gigabyte, without Python's lock."""
    pa.default_memory_pool().release_unused()
    with contextlib.suppress(*_UNKNOWN):
        _c_library().malloc_trim(0)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
