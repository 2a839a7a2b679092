"""Regression trees as arrays: as training left them, and their sums for rows of numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class Trees:
    """A sum of trees. Any thread may use it."""

    def __init__(self, file: Path) -> None:
        """Read an `.npz` of arrays, (trees, nodes) each: a negative child is the leaf `~child`.

        A row goes to `left` where its number of `feature` is at most `threshold`, else to `right`.
        """
        with np.load(file) as arrays:
            self._feature, self._threshold = arrays["feature"], arrays["threshold"]
            self._left, self._right, self._leaves = arrays["left"], arrays["right"], arrays["leaves"]

    def values(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the value of each row: (rows, features) in, (rows) out."""
        trees, of_row = np.arange(len(self._feature)), np.arange(len(rows))[:, None]
        nodes = np.zeros((len(rows), len(trees)), np.int64)
        while (nodes >= 0).any():
            at = np.maximum(nodes, 0)
            goes_left = rows[of_row, self._feature[trees, at]] <= self._threshold[trees, at]
            nodes = np.where(nodes < 0, nodes, np.where(goes_left, self._left[trees, at], self._right[trees, at]))
        found: NDArray[np.float64] = self._leaves[trees, ~nodes].sum(axis=1, dtype=np.float64)
        return found
