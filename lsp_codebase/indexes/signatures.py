"""A bit for each coordinate of a vector, its sign: how near vectors are, told by counting bits.

A signature takes a bit where a vector takes a byte, and bits are counted in a fraction of the time that products take.
With 1.13 million chunks of Linux and 120 questions, those compared in full (one in 140, the nearest by weighed signs of
one in 14, the nearest by plain ones) hold 98.3 % of the true best 50.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import UInt8, UInt64

Distances = UInt8 | NDArray[np.uint16]

_BLOCK = 1 << 15
"""Signatures compared at once: intermediate arrays stay in the processor's cache."""
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
        large = max(float(np.sort(size)[int(len(size) * _LARGE) - 1]), 1e-9)
        weights = np.rint(np.minimum(size / large, 1) * most).astype(np.uint8)
        self._weights = [_packed((weights >> bit) & 1 > 0) for bit in range(_WEIGHT_BITS)]

    def distances(self, signatures: UInt64) -> Distances:
        """Return how many coordinates of each have another sign."""
        (counts,) = self._counted(signatures, [None])
        return counts

    def weighed(self, signatures: UInt64) -> Distances:
        """Return the same with each coordinate weighed by its size in the vector: twice as much to count."""
        total = np.zeros(signatures.shape[1], np.uint16)
        for bit, counts in enumerate(self._counted(signatures, self._weights)):
            total += counts.astype(np.uint16) << np.uint16(bit)
        return total

    def _counted(self, signatures: UInt64, masks: Sequence[UInt64 | None]) -> Sequence[Distances]:
        """Return how many coordinates of each have another sign, of those in each mask."""
        # A byte holds the count of all 256 but where each is another: 0 then, which costs a comparison in full.
        kind = np.uint8 if len(self._signs) <= 4 else np.uint16
        rows = signatures.shape[1]
        counts = np.empty((len(masks), rows), kind)
        differ, masked, bits = np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.uint8)
        for start in range(0, rows, _BLOCK):
            block = slice(start, min(start + _BLOCK, rows))
            size, owns = block.stop - start, [*counts[:, block]]
            for word, signs in enumerate(self._signs):
                there = np.bitwise_xor(signatures[word, block], signs, out=differ[:size])
                for own, mask in zip(owns, masks, strict=True):
                    counted = there if mask is None else np.bitwise_and(there, mask[word], out=masked[:size])
                    if word:
                        own += np.bitwise_count(counted, out=bits[:size])
                    else:
                        np.bitwise_count(counted, out=own)
        return [*counts]
