"""The weight of an occurrence of a token, by the number of tokens between it and the start of its block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

HALF = 3  # at this distance an occurrence counts half; of six shapes, chosen on the dev projects
LONGEST = 1_024

DECAY = (HALF / (HALF + np.arange(LONGEST))).astype(np.float32)


def root_counts(keys: NDArray[np.int64], shares: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the distinct keys, ascending, and the square root of the summed shares of the occurrences of each."""
    distinct, place = np.unique(keys, return_inverse=True)
    return distinct, np.sqrt(np.bincount(place, shares, minlength=len(distinct))).astype(np.float32)
