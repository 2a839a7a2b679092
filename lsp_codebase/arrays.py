"""Arrays: names for their types, and functions that the first answers of a session can use without further imports.

`pc` is `pyarrow.compute`, loaded when first used: its import takes as long as that of numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow.compute as _compute

    pc = _compute
else:

    class _Compute:
        def __getattr__(self, name: str) -> Any:
            import pyarrow.compute

            return getattr(pyarrow.compute, name)

    pc = _Compute()

_T = TypeVar("_T", bound=np.generic)

Bools = NDArray[np.bool_]
UInt8 = NDArray[np.uint8]
UInt16 = NDArray[np.uint16]
UInt32 = NDArray[np.uint32]
UInt64 = NDArray[np.uint64]
Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]


def bools(values: Any) -> Bools:
    """Return an Arrow array of truth values, without nulls."""
    return np.asarray(values.to_numpy(zero_copy_only=False), np.bool_)


def text_of(strings: Any) -> tuple[UInt8, NDArray[Any]]:
    """Return the text of an Arrow array of strings, one behind the other, and where each begins, and the last ends."""
    kind = np.int64 if str(strings.type) == "large_string" else np.int32
    if not len(strings):  # Arrow need not have buffers for it
        return np.empty(0, np.uint8), np.zeros(1, kind)
    _, ends, text = strings.buffers()
    offsets = np.frombuffer(ends, kind)[strings.offset : strings.offset + len(strings) + 1]
    return np.frombuffer(text or b"", np.uint8)[offsets[0] : offsets[-1]], offsets - offsets[0]


def distinct(values: NDArray[_T]) -> NDArray[_T]:
    """Return the values of an array, each once, ascending: `np.unique` loads masked arrays for that."""
    ordered = np.sort(values)
    is_new = np.ones(len(ordered), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def among(values: NDArray[_T], few: Iterable[int]) -> Bools:
    """Return which values of an array are among a few: `np.isin` loads masked arrays for more than three or four."""
    found = np.zeros(len(values), np.bool_)
    for one in few:
        found |= values == one
    return found


def union(one: NDArray[_T], other: NDArray[_T]) -> NDArray[_T]:
    """Return the values of two arrays, each once, ascending."""
    return distinct(np.concatenate([one, other]))


def true_places(mask: Bools) -> NDArray[np.intp]:
    """Return the places where a mask is true: for one place in ten to thirty, in half the time that `nonzero` takes.

    Above one in ten `nonzero` takes another way, the faster one from one in thirty on; so padding is put behind.
    """
    padded = np.ones(len(mask) + len(mask) // 8, np.bool_)
    padded[: len(mask)] = mask
    return padded.nonzero()[0][: np.count_nonzero(mask)]


def among_highest(ids: Int64, scores: NDArray[np.float32], limit: int) -> tuple[Int64, NDArray[np.float32]]:
    """Return the ids with the highest scores and all that tie for the last place, and their scores, in given order."""
    if not len(scores) > limit > 0:
        return ids, scores
    near = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit])
    return ids[near], scores[near]


def highest(ids: Int64, scores: NDArray[np.float32], limit: int) -> tuple[Int64, NDArray[np.float32]]:
    """Return the ids with the highest scores, best first, and their scores; ties by id."""
    ids, scores = among_highest(ids, scores, limit)
    order = np.lexsort((ids, -scores))[:limit]
    return ids[order], scores[order]


def runs_from(starts: NDArray[Any], sizes: NDArray[Any]) -> Int64:
    """Return the numbers of runs, one behind the other: so many from each start on."""
    ends = np.cumsum(sizes)
    numbers: Int64 = np.repeat(starts - (ends - sizes), sizes) + np.arange(ends[-1] if len(ends) else 0)
    return numbers


def spread(places: NDArray[Any], sizes: NDArray[Any], values: NDArray[_T]) -> tuple[NDArray[_T], Int64]:
    """Replace each number by its run of values; return these values, and the length that each number became.

    `values` are those of all runs, one behind the other, and `sizes` are the lengths of the runs.
    """
    counts = sizes[places]
    return values[runs_from((np.cumsum(sizes) - sizes)[places], counts)], counts
