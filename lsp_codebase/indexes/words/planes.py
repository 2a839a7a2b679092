"""Bits of texts as planes of bytes, (planes, texts): a question reads a byte a text for each bit that it asks for.

As BitFunnel does, Goodwin and others 2017.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int32, UInt8, text_of

_BLOCK = 2_048  # texts at a time: bounds the memory for their bits to some ten MB


def of_texts(texts: pa.ChunkedArray, planes: int, bits_of: Callable[[pa.ChunkedArray], Bools]) -> UInt8:
    """Return the planes of texts, of some of which `bits_of` tells the bits, (texts, planes * 8)."""
    blocks = (bits_of(texts.slice(start, _BLOCK)) for start in range(0, len(texts), _BLOCK))
    packed = [np.ascontiguousarray(np.packbits(bits, axis=1).T) for bits in blocks]
    return np.concatenate([np.empty((planes, 0), np.uint8), *packed], axis=1)


def bytes_of(texts: pa.ChunkedArray) -> Iterator[tuple[int, UInt8, Int32]]:
    """Yield the number of a text, its bytes with those of texts behind it, and where each of these texts ends."""
    first = 0
    for array in texts.chunks:
        if len(array):
            text, offsets = text_of(array)
            yield first, text, offsets[1:]
        first += len(array)
