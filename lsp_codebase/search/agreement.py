"""How far two sequences agree: the parts of two paths, the lines of two texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne


def agreeing(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items both begin with."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))
