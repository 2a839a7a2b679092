"""Masks of names turned: a row of bits for each bit of a mask, in which each name has one.

To find the names that hold ten letters, ten rows are joined, each an eighth of a byte a name: a tenth of the time for
one mask after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lsp_codebase.arrays import Int32, Int64, UInt8, UInt64

_WORD = 64
_AT_ONCE = 1 << 10
"""Words that are read in one step, of several rows where few are left: a step costs as much as a thousand."""
_BLOCK = 1 << 15
"""Names that are turned at once: intermediate arrays stay in the processor's cache."""
_FEW = 1_000
"""So many names are turned faster with all their bits at once: those of a saved file."""


def turned(masks: npt.NDArray[np.unsignedinteger]) -> UInt64:
    """Return the bits of masks, (bits of a mask, words of 64 names)."""
    bits, width = masks.itemsize * 8, -(-len(masks) // _WORD)
    packed = np.zeros((bits, width * 8), dtype=np.uint8)
    for first in range(0, len(masks), _BLOCK):
        block = masks[first : first + _BLOCK]
        part = packed[:, first // 8 : -(-(first + len(block)) // 8)]
        if len(block) < _FEW:
            own_bits = block.astype(block.dtype.newbyteorder("<")).view(np.uint8).reshape(len(block), -1)
            part[:] = np.packbits(np.unpackbits(own_bits, axis=1, bitorder="little").T, axis=1, bitorder="little")
            continue
        for bit in range(bits):
            part[bit] = np.packbits((block & masks.dtype.type(1 << bit)) != 0, bitorder="little")
    return packed.view("<u8")


def counted(turned: UInt64, rows: Iterable[int], first: int, last: int) -> UInt8:
    """Return how many of some rows of bits hold each name from `first` on, up to `last`."""
    begin, end = first // _WORD, -(-last // _WORD)
    counts = np.zeros((end - begin) * _WORD, dtype=np.uint8)
    for row in rows:
        counts += np.unpackbits(turned[row, begin:end].view(np.uint8), bitorder="little")
    return counts[first - begin * _WORD : last - begin * _WORD]


class NameBits(NamedTuple):
    """Some names, ascending: bit `i` of `bits[k]` stands for the name `64 * words[k] + i`."""

    words: Int64
    bits: UInt64

    @classmethod
    def of_all(cls, rows: Iterable[UInt64], first: int) -> NameBits:
        """Return the names from `first` on that all rows of bits have."""
        begin = first // _WORD
        held: UInt64 | None = None
        for row in rows:
            held = row[begin:].copy() if held is None else np.bitwise_and(held, row[begin:], out=held)
        if held is None or not len(held):
            return cls(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64))
        held[0] &= np.uint64(-(1 << first % _WORD) % (1 << _WORD))
        words = held.nonzero()[0]
        return cls(words + begin, held[words])

    def having(self, *ways: tuple[UInt64, Sequence[int]]) -> NameBits:
        """Return the names that all the given rows of some turned masks hold.

        Several `ways` have equally many rows, and for each place in them one of the ways has to hold the name.
        """
        words, bits = self
        flat = [(turned.reshape(-1), np.array(rows, np.int64)[:, None] * turned.shape[1]) for turned, rows in ways]
        done, count = 0, len(ways[0][1])
        while done < count and len(words):
            some = slice(done, done + max(_AT_ONCE // len(words), 1))
            found = reduce(np.bitwise_or, (turned.take(begins[some] + words) for turned, begins in flat))
            bits = bits & np.bitwise_and.reduce(found)
            left = bits.nonzero()[0]
            if len(left) < len(words):
                words, bits = words[left], bits[left]
            done = some.stop
        return NameBits(words, bits)

    def in_steps(self, words: int) -> Iterator[NameBits]:
        """Yield the names of so many words at a time."""
        for first in range(0, len(self.words), words):
            yield NameBits(self.words[first : first + words], self.bits[first : first + words])

    def ids(self) -> Int32:
        """Return the names."""
        at = np.unpackbits(self.bits.view(np.uint8), bitorder="little").view(np.bool_).nonzero()[0]
        names: Int32 = (self.words[at >> 6] << 6 | at & 63).astype(np.int32)
        return names
