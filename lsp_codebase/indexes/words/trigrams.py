"""Which chunks may hold a string: a bit for each hashed run of three bytes, kept for every chunk.

A literal that a chunk holds has all its bits set there, so chunks that lack one need not be read. 1,024 bits for the
about 450 distinct runs of a typical chunk let through 15 % of other chunks for a literal of four letters and one in
2,000 for ten.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, distinct, pc
from lsp_codebase.indexes.words import planes

PLANES = 128
_BITS_LOG2 = 10  # PLANES * 8
_MOST_LITERALS = 256
_ALL = 5  # bits that are looked at for all chunks: further ones only for those that passed

Planes = NDArray[np.uint8]  # (PLANES, chunks)


def of_texts(texts: pa.ChunkedArray) -> Planes:
    """Return the signatures of texts, in any letter case."""
    return planes.of_texts(pc.utf8_lower(texts), PLANES, _bits_of)


def signed_for(signatures: Planes, literal: str) -> NDArray[np.bool_]:
    """Return for each chunk whether it may hold `literal`, in any letter case."""
    passing = np.ones(signatures.shape[1], bool)
    bits, masks = _bits_of_literal(literal)
    for plane, mask in zip(signatures[bits[:_ALL] >> 3], masks, strict=False):
        passing &= plane & mask > 0
    (rows,) = passing.nonzero()
    for bit, mask in zip(bits[_ALL:].tolist(), masks[_ALL:], strict=True):
        rows = rows[signatures[bit >> 3][rows] & mask > 0]
    passing[:] = False
    passing[rows] = True
    return passing


def signed_among(signatures: Planes, literal: str, rows: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return for each of a few chunks what `signed_for` tells of all."""
    passing = np.ones(len(rows), bool)
    bits, masks = _bits_of_literal(literal)
    for bit, mask in zip(bits.tolist(), masks, strict=True):
        passing &= signatures[bit >> 3][rows] & mask > 0
    return passing


@lru_cache(_MOST_LITERALS)
def _bits_of_literal(literal: str) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the bits of a literal, and the mask of each in its byte: they are asked of every segment."""
    lowered = pc.utf8_lower(pa.scalar(literal)).as_buffer()  # the same function as for the texts
    bits = distinct(_bits(np.frombuffer(lowered, np.uint8)))
    return bits, np.uint8(128) >> (bits & 7).astype(np.uint8)


def _bits_of(texts: pa.ChunkedArray) -> Bools:
    count, width = len(texts), PLANES * 8
    held = np.zeros(count * width + 1, bool)  # the last one stands for runs that are of two texts
    for first, data, ends in planes.bytes_of(texts):
        places = np.repeat(np.arange(first, first + len(ends), dtype=np.int32) * width, np.diff(ends, prepend=0))
        places[:-2] += _bits(data)
        for back in (1, 2):
            places[ends[ends >= back] - back] = count * width
        held[places] = True
    return held[:-1].reshape(count, width)


def _bits(data: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the bit of each run of three bytes (Knuth's multiplicative hash)."""
    wide = data.astype(np.uint32)
    runs: NDArray[np.uint32] = wide[:-2] << np.uint32(8)
    runs |= wide[1:-1]
    runs <<= np.uint32(8)
    runs |= wide[2:]
    runs *= np.uint32(2_654_435_761)
    runs >>= np.uint32(32 - _BITS_LOG2)
    bits: NDArray[np.int32] = runs.view(np.int32)
    return bits
