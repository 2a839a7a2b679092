"""Vectors in their kept form: a byte a coordinate, and with each vector its largest one.

It takes half the room of 16-bit floats, and questions look at nothing else. A vector that was kept and is kept again
is the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MOST_CODE = 127
"""The code of the largest coordinate of a vector."""
_LEAST = np.float32(1e-9)  # a vector of zeros is divided by it


class VectorCodes(NamedTuple):
    """Vectors, a row each: a coordinate is its code / `MOST_CODE` * the largest of its vector."""

    codes: NDArray[np.int8]  # (rows, dimension)
    largest: Floats  # (rows), regardless of sign

    @classmethod
    def of(cls, vectors: NDArray[np.floating[Any]]) -> VectorCodes:
        """Return vectors, (rows, dimension), in bytes."""
        wide = vectors.astype(np.float32, copy=False)
        largest = np.maximum(np.abs(wide).max(axis=1, initial=0.0), _LEAST)
        return cls(np.rint(wide / (largest / np.float32(MOST_CODE))[:, None]).astype(np.int8), largest)

    @property
    def vectors(self) -> Floats:
        """The vectors, to the precision of bytes."""
        decoded: Floats = self.codes / np.float32(MOST_CODE) * self.largest[:, None]
        return decoded
