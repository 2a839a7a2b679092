"""Counts over all chunks that BM25F needs and the full-text index does not tell: document frequencies and lengths.

Frequencies are kept for 2**20 hashed tokens (4 MB): a code base has some hundred thousand distinct tokens, so few share
a bucket, and two that do only blur each other's rarity.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FIELDS = (
    "body_tokens",
    "name_tokens",
    "scope_tokens",
    "signature_tokens",
    "comment_tokens",
    "stem_tokens",
    "directory_tokens",
)

_BUCKETS = 1 << 20
_NAME = "statistics.npz"


def bucket(token: str) -> int:
    """Return the bucket that counts `token`."""
    return zlib.crc32(token.encode()) & (_BUCKETS - 1)


@dataclass(frozen=True, slots=True)
class TermCounts:
    """What some chunks add to the statistics: one bucket for each distinct token of each, and tokens by field."""

    rows: int
    buckets: NDArray[np.uint32]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[str]]) -> TermCounts:
        """Count the token columns of some chunks (`FIELDS`, equally long)."""
        found: list[int] = []
        lengths = [0] * len(FIELDS)
        memo: dict[str, int] = {}
        rows = 0
        for row in zip(*(columns[field] for field in FIELDS), strict=True):
            rows += 1
            distinct: set[str] = set()
            for position, text in enumerate(row):
                tokens = text.split()
                lengths[position] += len(tokens)
                distinct.update(tokens)
            for token in distinct:
                number = memo.get(token)
                if number is None:
                    memo[token] = number = bucket(token)
                found.append(number)
        return cls(rows, np.array(found, np.uint32), np.array(lengths, np.int64))

    @classmethod
    def merge(cls, counts: Sequence[TermCounts]) -> TermCounts:
        """Return the sum of several."""
        return cls(
            sum(part.rows for part in counts),
            np.concatenate([part.buckets for part in counts]),
            np.sum([part.lengths for part in counts], axis=0),
        )


class Statistics:
    """Running totals. The writer thread changes them; readers may see a batch half counted, which only blurs ranks."""

    def __init__(self) -> None:
        self.rows = 0
        self._frequencies: NDArray[np.int32] = np.zeros(_BUCKETS, np.int32)
        self._lengths: NDArray[np.int64] = np.zeros(len(FIELDS), np.int64)

    def add(self, counts: TermCounts, sign: int = 1) -> None:
        """Add what some chunks contribute, or take it away with `sign` -1."""
        self.rows += sign * counts.rows
        self._lengths += sign * counts.lengths
        self._frequencies += sign * np.bincount(counts.buckets, minlength=_BUCKETS).astype(np.int32)

    def document_frequency(self, token: str) -> int:
        """Return in how many chunks `token` occurs, in whatever field."""
        return max(0, int(self._frequencies[bucket(token)]))

    def average_length(self, field: str) -> float:
        """Return the mean number of tokens of a field; 1.0 for an empty index."""
        return max(float(self._lengths[FIELDS.index(field)]) / self.rows, 1.0) if self.rows > 0 else 1.0

    def save(self, directory: Path, generation: int) -> None:
        """Write the totals as they stood after `generation`, in one step."""
        temporary = directory / ("new-" + _NAME)
        np.savez_compressed(
            temporary,
            generation=generation,
            rows=self.rows,
            frequencies=self._frequencies,
            lengths=self._lengths,
        )
        os.replace(temporary, directory / _NAME)

    @classmethod
    def load(cls, directory: Path, generation: int) -> Statistics | None:
        """Return the totals saved after `generation`, or None if there are none: count again."""
        try:
            with np.load(directory / _NAME, allow_pickle=False) as saved:
                if int(saved["generation"]) != generation:
                    return None
                statistics = cls()
                statistics.rows = int(saved["rows"])
                statistics._frequencies = saved["frequencies"]
                statistics._lengths = saved["lengths"]
                return statistics
        except (OSError, ValueError, KeyError, EOFError, zlib.error):
            return None
