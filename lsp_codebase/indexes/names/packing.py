"""`letters.fold` for arrays: many names at once, packed end to end with offsets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from lsp_codebase.arrays import Int64, UInt8, UInt64
from lsp_codebase.indexes.names.letters import WORD_START, encode_folded, fold

LETTER = 0x7F
"""The bits of a code for its letter."""
_BLOCK_LETTERS = 1 << 16
_SEPARATOR, _LOWER, _UPPER, _DIGIT = range(4)
_CLASS: UInt8 = np.array(
    [
        _DIGIT if chr(c).isdigit() else _UPPER if chr(c).isupper() else _LOWER if chr(c).islower() else _SEPARATOR
        for c in range(128)
    ]
    + [_SEPARATOR] * 128,
    dtype=np.uint8,
)
_TO_LOWER: UInt8 = np.array([ord(chr(c).lower()) if c < 128 else c for c in range(256)], dtype=np.uint8)
_HASH_BASE = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def blocks(offsets: Int64) -> Iterator[tuple[int, int]]:
    """Cut names into ranges of 65,536 letters: arrays made of a range stay in the cache.

    Also, `numpy.repeat` holds Python's lock: a million letters kept all questions waiting for 50 ms.
    """
    first, count = 0, len(offsets) - 1
    while first < count:
        last = int(np.searchsorted(offsets, offsets[first] + _BLOCK_LETTERS, side="right")) - 1
        last = min(max(last, first + 1), count)
        yield first, last
        first = last


def gather(data: UInt8, starts: Int64, lengths: Int64) -> tuple[UInt8, Int64]:
    """Copy stretches of `data` end to end; return them and their offsets (one more than stretches)."""
    offsets = np.zeros(len(starts) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    out = np.empty(int(offsets[-1]), dtype=np.uint8)
    for first, last in blocks(offsets):
        a, b = int(offsets[first]), int(offsets[last])
        source = np.repeat(starts[first:last] - offsets[first:last], lengths[first:last])
        source += np.arange(a, b)
        out[a:b] = data[source]
    return out, offsets


def _fold_ascii(data: UInt8, offsets: Int64) -> tuple[UInt8, Int64]:
    kind = _CLASS[data]
    before = np.zeros_like(kind)
    before[1:] = kind[:-1]
    before[offsets[:-1][offsets[:-1] < len(kind)]] = _SEPARATOR
    after = np.zeros_like(kind)
    after[:-1] = kind[1:]
    ends = offsets[1:][offsets[1:] > 0] - 1
    after[ends] = _SEPARATOR
    upper = kind == _UPPER
    starts = before == _SEPARATOR
    starts |= (kind == _DIGIT) != (before == _DIGIT)
    starts |= upper & ((before == _LOWER) | ((before == _UPPER) & (after == _LOWER)))
    codes = _TO_LOWER[data] | (starts.astype(np.uint8) * np.uint8(WORD_START))
    is_letter = kind != _SEPARATOR
    kept = np.zeros(len(data) + 1, dtype=np.int64)
    np.cumsum(is_letter, out=kept[1:])
    return codes[is_letter], kept[offsets]


def pack(data: UInt8, offsets: Int64) -> tuple[UInt8, Int64, Int64]:
    """Fold UTF-8 names packed in `data`.

    Returns the codes, and where in them each name starts and how long it is. The order of the names is kept, their
    codes may lie in another.
    """
    codes, folded_offsets = _fold_ascii(data, offsets)
    starts, lengths = folded_offsets[:-1].copy(), np.diff(folded_offsets)
    beyond = np.zeros(len(data) + 1, dtype=np.int64)
    np.cumsum(data >= 0x80, out=beyond[1:])
    by_hand = np.flatnonzero((lengths == 0) | (np.diff(beyond[offsets]) > 0))
    extra = bytearray()
    for index in by_hand.tolist():
        text = data[offsets[index] : offsets[index + 1]].tobytes().decode("utf-8", "replace")
        encoded = encode_folded(fold(text))
        starts[index], lengths[index] = len(codes) + len(extra), len(encoded)
        extra += encoded
    return np.concatenate([codes, np.frombuffer(bytes(extra), dtype=np.uint8)]), starts, lengths


def hash_names(codes: UInt8, offsets: Int64) -> UInt64:
    """Hash the letters of each name, without regard to where words start; `hash_letters` is the same for one."""
    lengths = np.diff(offsets)
    longest = int(lengths.max()) if len(lengths) else 0
    powers = np.ones(longest + 1, dtype=np.uint64)
    powers[1:] = _HASH_BASE
    powers = np.multiply.accumulate(powers)
    hashes = np.zeros(len(lengths), dtype=np.uint64)
    for first, last in blocks(offsets):
        a, b = int(offsets[first]), int(offsets[last])
        place = np.arange(a, b) - np.repeat(offsets[first:last], lengths[first:last])
        terms = (codes[a:b] & LETTER).astype(np.uint64) * powers[place]
        sums = np.zeros(b - a + 1, dtype=np.uint64)
        np.cumsum(terms, out=sums[1:])
        hashes[first:last] = sums[offsets[first + 1 : last + 1] - a] - sums[offsets[first:last] - a]
    hashes ^= hashes >> np.uint64(29)
    return hashes


@lru_cache(maxsize=64)  # every part asks for that of a pattern
def hash_letters(codes: bytes) -> int:
    """Hash the letters of one name as `hash_names` does."""
    total, power = 0, 1
    for code in codes:
        total += (code & LETTER) * power
        power = power * _HASH_BASE & _WORD
    total &= _WORD
    return total ^ (total >> 29)
