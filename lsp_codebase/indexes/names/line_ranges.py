"""Ranges of lines in many files at once, and how much of other ranges lies in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import Int64

_FILE = 1 << 40  # more lines than any file has: so far apart are those of different files


class LineRanges(NamedTuple):
    """Ranges of lines, each line as `owner * _FILE + line`, `owner` being the number of its file. None overlap."""

    starts: Int64  # ascending
    ends: Int64  # exclusive

    @classmethod
    def of(cls, owners: Int64, starts: NDArray[np.integer], ends: NDArray[np.integer]) -> LineRanges:
        """Return what some ranges cover; those of a file come by their first line."""
        order = owners.argsort(kind="stable")
        first, behind = (_lines(owners[order], lines[order]) for lines in (starts, ends))
        first = np.maximum(first, np.maximum.accumulate(np.append(0, behind))[:-1])
        return cls(first[first < behind], behind[first < behind])

    def shares(self, owners: Int64, starts: NDArray[np.integer], ends: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return the share of each of other ranges, in any order, that lies in these."""
        inside = self._before(_lines(owners, ends)) - self._before(_lines(owners, starts))
        shares: NDArray[np.float64] = inside / np.maximum(ends - starts, 1)
        return shares

    def _before(self, lines: Int64) -> Int64:
        """Return how many lines of these come before each of some lines."""
        begun = self.starts.searchsorted(lines)
        sizes = np.append(0, np.cumsum(self.ends - self.starts))
        over = np.append(0, self.ends)[begun] - lines
        counts: Int64 = sizes[begun] - np.maximum(over, 0)
        return counts


def _lines(owners: Int64, lines: NDArray[np.integer]) -> Int64:
    return owners * _FILE + lines
