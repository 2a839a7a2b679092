"""Small summaries of packed names that rule most of them out without looking at their letters.

`letter_masks`: which letters a name has, and which of them start a word. `section_masks`: which letters each quarter of
it has. `pair_masks`: a Bloom filter of its neighbouring letters. `word_index`: every word of every name, sorted by its
next eight letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from lsp_codebase.arrays import Int32, Int64, UInt8, UInt32, UInt64
from lsp_codebase.indexes.names.held_bits import NameBits
from lsp_codebase.indexes.names.letters import WORD_START
from lsp_codebase.indexes.names.packing import LETTER, blocks

KEY_LETTERS = 8
SECTIONS = 4
_MOST_OFFSET = 255
_START_BITS = 8
KEY_EVERY = 64

_Bits = TypeVar("_Bits", np.uint32, np.uint64)
_LETTERS_ONLY = np.uint64(0x7F7F7F7F7F7F7F7F)


def _bit(code: int) -> int:
    if ord("a") <= code <= ord("z"):
        return code - ord("a")
    return 26 + code % 3 if ord("0") <= code <= ord("9") else 29 + code % 3


_BITS = [_bit(code) for code in range(128)]
_LETTER_BIT: UInt32 = np.array([1 << bit for bit in _BITS], dtype=np.uint32)


@lru_cache(maxsize=64)  # every part asks for those of a pattern
def letter_bits(codes: bytes) -> tuple[int, ...]:
    """Return the bit of each letter in a mask."""
    return tuple(_BITS[code & LETTER] for code in codes)


def _pair_bits(letters: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    mixed = letters[:-1] * np.uint16(0x9E37) + letters[1:] * np.uint16(0x85EB)
    bits: npt.NDArray[np.uint16] = mixed >> np.uint16(10)
    return bits


@lru_cache(maxsize=64)
def pair_bits(codes: bytes) -> tuple[int, ...]:
    """Return the bit of each pair of neighbouring letters in a mask."""
    return tuple(_pair_bits(np.frombuffer(codes, dtype=np.uint8).astype(np.uint16) & np.uint16(LETTER)).tolist())


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


def section_masks(codes: UInt8, offsets: Int64) -> UInt32:
    """Return for each name the masks of the letters in its quarters, one row a name."""
    masks = np.empty((len(offsets) - 1, SECTIONS), dtype=np.uint32)
    for first, last in blocks(offsets):
        begin, end = offsets[first:last], offsets[first + 1 : last + 1]
        bits = _LETTER_BIT[codes[begin[0] : end[-1]] & LETTER]
        lengths = end - begin
        place = np.arange(len(bits)) - np.repeat(begin - begin[0], lengths)
        section = place * SECTIONS // np.repeat(lengths, lengths)
        for number in range(SECTIONS):
            masks[first:last, number] = _or_by_name(
                np.where(section == number, bits, np.uint32(0)), offsets[first : last + 1]
            )
    return masks


def may_hold_in_order(sections: UInt64, held: NameBits, codes: bytes) -> NameBits:
    """Return those of some names that, by their sections (turned, one behind the other), may hold the letters so."""
    words, bits = held
    at = np.repeat(bits[None], SECTIONS, axis=0)  # in which sections the letters so far may end, or before
    for bit in letter_bits(codes):
        at &= sections[:, bit].take(words, axis=1)
        for number in range(1, SECTIONS):
            at[number] |= at[number - 1]
    left = at[-1].nonzero()[0]
    return NameBits(words[left], at[-1][left])


def pair_masks(codes: UInt8, offsets: Int64) -> UInt64:
    """Return the pair mask of each name."""
    masks = np.empty(len(offsets) - 1, dtype=np.uint64)
    for first, last in blocks(offsets):
        letters = (codes[offsets[first] : offsets[last]] & LETTER).astype(np.uint16)
        bits = np.zeros(len(letters), dtype=np.uint64)
        bits[:-1] = np.uint64(1) << _pair_bits(letters).astype(np.uint64)
        ends = offsets[first + 1 : last + 1] - offsets[first] - 1
        bits[ends[ends >= 0]] = 0
        masks[first:last] = _or_by_name(bits, offsets[first : last + 1])
    return masks


class WordIndex(NamedTuple):
    """One entry for each word, sorted by key: its name * 256 + where in the name it starts; the key of every 64th."""

    keys: UInt64
    places: npt.NDArray[np.unsignedinteger]

    def entries(self, first: int = 0, last: int | None = None) -> tuple[Int32, UInt8]:
        """Return the names of some entries, and where in them the words start."""
        places = self.places[first:last]
        return (places >> _START_BITS).astype(np.int32), places.astype(np.uint8)

    def between(self, low: int, high: int, keys_of: Callable[[int], UInt64]) -> tuple[int, int]:
        """Return the half-open range of the entries with such keys; `keys_of` reads the keys of the 64 from one on."""
        keys_of = lru_cache(maxsize=1)(keys_of)  # most often both ends lie in one block
        return self._search(low, "left", keys_of), self._search(high, "right", keys_of)

    def _search(self, key: int, side: Literal["left", "right"], keys_of: Callable[[int], UInt64]) -> int:
        wanted = np.uint64(key)
        first = (int(self.keys.searchsorted(wanted, side=side)) - 1) * KEY_EVERY
        return first + int(keys_of(first).searchsorted(wanted, side=side)) if first >= 0 else 0


def key_range(codes: bytes) -> tuple[int, int]:
    """Return the least and the greatest key of words that begin with the first letters of `codes`."""
    head = codes[:KEY_LETTERS]
    return int.from_bytes(head.ljust(KEY_LETTERS, b"\0"), "big"), int.from_bytes(
        head.ljust(KEY_LETTERS, b"\xff"), "big"
    )


def window_of(codes: bytes) -> tuple[np.uint64, np.uint64]:
    """Return the first eight letters as a little-endian number, and the mask of their bits in a window of codes."""
    head = codes[:KEY_LETTERS]
    belong = int.from_bytes(bytes([LETTER]) * len(head), "little")
    return np.uint64(int.from_bytes(head, "little")), np.uint64(belong)


def word_keys(codes: UInt8, at: Int64, ends: Int64) -> UInt64:
    """Return the next eight letters from places in packed codes on, of names that end there, as numbers."""
    windows: npt.NDArray[np.generic] = np.ndarray(
        (len(codes) - KEY_LETTERS,), dtype=">u8", buffer=codes.data, strides=(1,)
    )
    keys = windows[at].astype(np.uint64) & _LETTERS_ONLY
    missing = np.maximum(KEY_LETTERS - (ends - at), 0).astype(np.uint64) * np.uint64(8)
    known: UInt64 = (keys >> missing) << missing
    return known


def word_index(codes: UInt8, offsets: Int64) -> WordIndex:
    """Index the words of all names; words that start after the 256th letter are left out."""
    padded = np.concatenate([codes, np.zeros(KEY_LETTERS + 1, dtype=np.uint8)])
    keys, names, starts = [], [], []
    for first, last in blocks(offsets):
        begin = int(offsets[first])
        at = np.flatnonzero(codes[begin : offsets[last]] >= WORD_START) + begin
        name = np.searchsorted(offsets, at, side="right") - 1
        start = at - offsets[name]
        near = start <= _MOST_OFFSET
        at, name, start = at[near], name[near], start[near]
        keys.append(word_keys(padded, at, offsets[name + 1]))
        names.append(name.astype(np.int32))
        starts.append(start.astype(np.uint8))
    if not keys:
        return WordIndex(np.empty(0, np.uint64), np.empty(0, np.uint32))
    return sorted_words([(np.concatenate(keys), np.concatenate(names), np.concatenate(starts))])


def sorted_words(runs: Iterable[tuple[UInt64, Int32, UInt8]]) -> WordIndex:
    """Return the index of words: their keys, names and starts, in runs that share no key with a run before.

    It is fast where the keys of a run are in order for the most part.
    """
    every, places, count = [], [], 0
    for keys, names, starts in runs:
        order = np.argsort(keys, kind="stable")
        is_wide = int(names.max(initial=0)) >> (32 - _START_BITS) > 0
        own: npt.NDArray[np.unsignedinteger] = names.astype(np.uint64 if is_wide else np.uint32)
        own <<= _START_BITS
        own |= starts
        every.append(keys[order][-count % KEY_EVERY :: KEY_EVERY])
        places.append(own[order])
        count += len(keys)
    return WordIndex(np.concatenate(every), np.concatenate(places))
