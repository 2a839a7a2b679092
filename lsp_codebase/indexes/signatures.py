"""A bit for each coordinate of a vector, its sign: how near vectors are, told by counting bits.

A signature takes a bit where a vector takes a byte, and bits are counted in a fraction of the time that products take.
With 1.13 million chunks of Linux and 120 questions, those compared in full (one in 140, the nearest by weighed signs of
one in 14, the nearest by plain ones) hold 98.3 % of the true best 50.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import UInt64

Distances = NDArray[np.uint16]

_BLOCK = 1 << 14
"""Signatures compared at once: what is in between stays in the processor's cache."""
_WEIGHT_BITS = 3
_LARGE = 31 / 32
"""Coordinates larger than this share of them weigh alike: a few large ones leave the others their differences."""
_WORD_BYTES = 8


def signatures(vectors: NDArray[np.int8]) -> UInt64:
    """Return the signatures of vectors, (rows, dimension), as (words of 64 coordinates, rows)."""
    words = -(-vectors.shape[1] // (8 * _WORD_BYTES))
    found = np.zeros((words, len(vectors)), np.uint64)
    for start in range(0, len(vectors), _BLOCK):
        packed = _packed(vectors[start : start + _BLOCK] > 0)
        found[:, start : start + _BLOCK] = packed.T
    return found


def _packed(bits: NDArray[np.bool_]) -> UInt64:
    """Return the last axis of bits as words, filled up with zeros."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    whole = np.zeros((*packed.shape[:-1], -(-packed.shape[-1] // _WORD_BYTES) * _WORD_BYTES), np.uint8)
    whole[..., : packed.shape[-1]] = packed
    return whole.view("<u8")


class Compared:
    """A vector that signatures are compared with."""

    def __init__(self, vector: NDArray[np.float32]) -> None:
        self._signs = _packed(vector > 0)
        size, most = np.abs(vector), 2**_WEIGHT_BITS - 1
        large = max(float(np.quantile(size, _LARGE)), 1e-9)
        weights = np.rint(np.minimum(size / large, 1) * most).astype(np.uint8)
        self._weights = [_packed((weights >> bit) & 1 > 0) for bit in range(_WEIGHT_BITS)]

    def distances(self, signatures: UInt64) -> Distances:
        """Return how many coordinates of each have another sign."""
        return self._counted(signatures, None)

    def weighed(self, signatures: UInt64) -> Distances:
        """Return the same with each coordinate weighed by its size in the vector: three times as much to count."""
        total = np.zeros(signatures.shape[1], np.uint16)
        for bit, among in enumerate(self._weights):
            total += self._counted(signatures, among) << np.uint16(bit)
        return total

    def _counted(self, signatures: UInt64, among: UInt64 | None) -> Distances:
        counts = np.zeros(signatures.shape[1], np.uint16)
        differ, bits = np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.uint8)
        for start in range(0, len(counts), _BLOCK):
            found = counts[start : start + _BLOCK]
            there, count = differ[: len(found)], bits[: len(found)]
            for word, signs in enumerate(self._signs):
                np.bitwise_xor(signatures[word, start : start + _BLOCK], signs, out=there)
                if among is not None:
                    np.bitwise_and(there, among[word], out=there)
                np.bitwise_count(there, out=count)
                found += count
        return counts
