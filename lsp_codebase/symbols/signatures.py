"""Small summaries of packed names that rule most of them out without looking at their letters.

`letter_masks`: which letters a name has, and which of them start a word. `pair_masks`: a Bloom filter of its
neighbouring letters. `word_index`: every word of every name, sorted by its next eight letters.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from lsp_codebase.symbols.letters import WORD_START
from lsp_codebase.symbols.packing import LETTER, Int64, UInt8, UInt64, blocks

KEY_LETTERS = 8
_MOST_OFFSET = 255

UInt32 = npt.NDArray[np.uint32]
_Bits = TypeVar("_Bits", np.uint32, np.uint64)
_LETTERS_ONLY = np.uint64(0x7F7F7F7F7F7F7F7F)


def _bit(code: int) -> int:
    if ord("a") <= code <= ord("z"):
        return code - ord("a")
    return 26 + code % 3 if ord("0") <= code <= ord("9") else 29 + code % 3


_LETTER_BIT: UInt32 = np.array([1 << _bit(code) for code in range(128)], dtype=np.uint32)


def letter_mask(codes: bytes) -> np.uint32:
    """Return the mask of some letters."""
    mask: np.uint32 = np.uint32(reduce(or_, (1 << _bit(code) for code in codes), 0))
    return mask


def _pair_bits(first: npt.NDArray[np.uint16], second: npt.NDArray[np.uint16]) -> UInt64:
    mixed = first * np.uint16(0x9E37) + second * np.uint16(0x85EB)
    bits: UInt64 = np.uint64(1) << (mixed >> np.uint16(10)).astype(np.uint64)
    return bits


def pair_bits(codes: bytes) -> UInt64:
    """Return the bit of each pair of neighbouring letters."""
    letters = np.frombuffer(codes, dtype=np.uint8).astype(np.uint16) & np.uint16(LETTER)
    return _pair_bits(letters[:-1], letters[1:])


def _or_by_name(bits: npt.NDArray[_Bits], offsets: Int64) -> npt.NDArray[_Bits]:
    """Join the bits of the letters of each name; a name without letters has none."""
    joined = np.zeros(len(offsets) - 1, dtype=bits.dtype)
    filled = np.diff(offsets) > 0
    if filled.any():
        joined[filled] = np.bitwise_or.reduceat(bits, (offsets[:-1] - offsets[0])[filled])
    return joined


def letter_masks(codes: UInt8, offsets: Int64) -> tuple[UInt32, UInt32]:
    """Return for each name the mask of its letters, and that of the letters that start its words."""
    letters = np.empty(len(offsets) - 1, dtype=np.uint32)
    initials = np.empty_like(letters)
    for first, last in blocks(offsets):
        block = codes[offsets[first] : offsets[last]]
        bits = _LETTER_BIT[block & LETTER]
        letters[first:last] = _or_by_name(bits, offsets[first : last + 1])
        bits[block < WORD_START] = 0
        initials[first:last] = _or_by_name(bits, offsets[first : last + 1])
    return letters, initials


def pair_masks(codes: UInt8, offsets: Int64) -> UInt64:
    """Return the pair mask of each name."""
    masks = np.empty(len(offsets) - 1, dtype=np.uint64)
    for first, last in blocks(offsets):
        letters = (codes[offsets[first] : offsets[last]] & LETTER).astype(np.uint16)
        bits = np.zeros(len(letters), dtype=np.uint64)
        bits[:-1] = _pair_bits(letters[:-1], letters[1:])
        ends = offsets[first + 1 : last + 1] - offsets[first] - 1
        bits[ends[ends >= 0]] = 0
        masks[first:last] = _or_by_name(bits, offsets[first : last + 1])
    return masks


class WordIndex(NamedTuple):
    """One entry for each word: its key, its name and where in the name it starts; sorted by key."""

    keys: UInt64
    names: npt.NDArray[np.int32]
    starts: UInt8


def key_range(codes: bytes) -> tuple[int, int]:
    """Return the least and the greatest key of words that begin with the first letters of `codes`."""
    head = codes[:KEY_LETTERS]
    return int.from_bytes(head.ljust(KEY_LETTERS, b"\0"), "big"), int.from_bytes(
        head.ljust(KEY_LETTERS, b"\xff"), "big"
    )


def word_index(codes: UInt8, offsets: Int64) -> WordIndex:
    """Index the words of all names; words that start after the 256th letter are left out."""
    padded = np.concatenate([codes, np.zeros(KEY_LETTERS, dtype=np.uint8)])
    windows: npt.NDArray[np.generic] = np.ndarray((len(codes) + 1,), dtype=">u8", buffer=padded.data, strides=(1,))
    keys, names, starts = [], [], []
    for first, last in blocks(offsets):
        begin = int(offsets[first])
        at = np.flatnonzero(codes[begin : offsets[last]] >= WORD_START) + begin
        name = np.searchsorted(offsets, at, side="right") - 1
        start = at - offsets[name]
        near = start <= _MOST_OFFSET
        at, name, start = at[near], name[near], start[near]
        key = windows[at].astype(np.uint64) & _LETTERS_ONLY
        missing = np.maximum(KEY_LETTERS - (offsets[name + 1] - at), 0).astype(np.uint64) * np.uint64(8)
        keys.append((key >> missing) << missing)
        names.append(name.astype(np.int32))
        starts.append(start.astype(np.uint8))
    if not keys:
        return WordIndex(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.uint8))
    key = np.concatenate(keys)
    order = np.argsort(key)
    return WordIndex(key[order], np.concatenate(names)[order], np.concatenate(starts)[order])
