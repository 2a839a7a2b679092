"""Which chunks may hold a string: a bit for each hashed run of three bytes, kept for every chunk.

A literal that a chunk holds has all its bits set there, so chunks that lack one need not be read. 1,024 bits for the
about 450 distinct runs of a typical chunk let through 15 % of other chunks for a literal of four letters and one in
2,000 for ten. Kept as planes of bytes, so that a question reads a byte a chunk for each run (as BitFunnel does, Goodwin
and others 2017).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import distinct, pc

PLANES = 128
_BITS_LOG2 = 10  # PLANES * 8
_ALL = 5  # bits that are looked at for all chunks: further ones only for those that passed
_BLOCK = 2_048  # chunks at a time: bounds what counting takes to some ten MB

Planes = NDArray[np.uint8]  # (PLANES, chunks)


def of_texts(texts: pa.ChunkedArray) -> Planes:
    """Return the signatures of texts, in any letter case."""
    lowered = pc.utf8_lower(texts)
    blocks = [_of_block(lowered.slice(start, _BLOCK)) for start in range(0, len(lowered), _BLOCK)]
    return np.concatenate([np.empty((PLANES, 0), np.uint8), *blocks], axis=1)


def signed_for(planes: Planes, literal: str) -> NDArray[np.bool_]:
    """Return for each chunk whether it may hold `literal`, in any letter case."""
    passing = np.ones(planes.shape[1], bool)
    lowered = pc.utf8_lower(pa.scalar(literal)).as_buffer()  # the same function as for the texts
    bits = distinct(_bits(np.frombuffer(lowered, np.uint8)))
    masks = np.uint8(128) >> (bits & 7).astype(np.uint8)
    for plane, mask in zip(planes[bits[:_ALL] >> 3], masks, strict=False):
        passing &= plane & mask > 0
    (rows,) = passing.nonzero()
    for bit, mask in zip(bits[_ALL:].tolist(), masks[_ALL:], strict=True):
        rows = rows[planes[bit >> 3][rows] & mask > 0]
    passing[:] = False
    passing[rows] = True
    return passing


def _of_block(texts: pa.ChunkedArray) -> Planes:
    count, width = len(texts), PLANES * 8
    held = np.zeros(count * width + 1, bool)  # the last one stands for runs that are of two texts
    for first, array in _with_places(texts):
        data = np.frombuffer(array.buffers()[2] or b"", np.uint8)
        offsets = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
        data, ends = data[offsets[0] : offsets[-1]], offsets[1:] - offsets[0]
        places = np.repeat(np.arange(first, first + len(array), dtype=np.int32) * width, np.diff(offsets))
        places[:-2] += _bits(data)
        for back in (1, 2):
            places[ends[ends >= back] - back] = count * width
        held[places] = True
    return np.ascontiguousarray(np.packbits(held[:-1].reshape(count, width), axis=1).T)


def _with_places(texts: pa.ChunkedArray) -> Iterator[tuple[int, pa.Array]]:
    first = 0
    for array in texts.chunks:
        if len(array):
            yield first, array
        first += len(array)


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
