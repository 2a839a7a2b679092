"""How a pattern lies in many names at once.

Every letter of a pattern becomes one 64-bit mask for each name, of the places where the name has that letter; a match
is a few operations on whole arrays of masks. Only the first 64 letters of a name take part.
"""

from __future__ import annotations

import numpy as np

from lsp_codebase.arrays import Bools, Int16, Int32, Int64, UInt8, UInt64
from lsp_codebase.indexes.names import LETTER, WORD_START, Names

NEVER = 1000
"""A cost that no alignment has."""
_MOST_LETTERS = 64
_ONE = np.uint64(1)
_ALL = np.uint64(2**64 - 1)
# By letters left in a name: the bytes of a little-endian word of eight letters that belong to it.
_BELONGS = np.array([(1 << 8 * n) - 1 for n in range(9)], dtype=np.uint64)


def _up_to_lowest(bits: UInt64) -> UInt64:
    """Return the lowest set bit and those below it; all bits where none is set, so that nothing lies above."""
    passed: UInt64 = bits ^ (bits - _ONE)
    return passed


def _codes(names: Names, ids: Int32) -> UInt8:
    """Return the codes of names, one name a row, filled up with zeros to whole words of eight."""
    starts = names.offsets[ids]
    lengths = np.minimum(names.offsets[ids + 1] - starts, _MOST_LETTERS)
    at = np.arange(-(-int(lengths.max(initial=1)) // 8), dtype=np.int32) * 8
    packed = names.windows[starts[:, None] + at]
    packed &= _BELONGS[np.minimum(np.maximum(lengths[:, None] - at, 0), 8)]
    codes: UInt8 = packed.view(np.uint8)
    return codes


def _masks(here: Bools) -> UInt64:
    """Pack the last axis, a multiple of eight and at most 64 long, into one mask."""
    # Rows are whole bytes, so all of it can be packed as one run.
    packed = np.packbits(here.ravel(), bitorder="little").reshape(*here.shape[:-1], here.shape[-1] // 8)
    masks = np.zeros((*here.shape[:-1], 8), dtype=np.uint8)
    for word in range(packed.shape[-1]):
        masks[..., word] = packed[..., word]
    numbers: UInt64 = masks.view("<u8")[..., 0]
    return numbers


def hold_in_order(names: Names, ids: Int32, codes: bytes) -> Int32:
    """Return those of the names that hold the letters in order, with gaps."""
    letters = _codes(names, ids) & np.uint8(LETTER)
    free = np.full(len(ids), _ALL)
    for code in codes:
        here = _masks(letters == code) & free
        kept = here.nonzero()[0]
        if len(kept) < len(ids):
            ids, letters, here = ids[kept], letters[kept], here[kept]
        free = ~_up_to_lowest(here)
    return ids


class Places:
    """Where some names have the letters of a pattern. Bit `i` of a mask is the letter `i` of a name."""

    def __init__(self, names: Names, ids: Int32, codes: bytes) -> None:
        letters = _codes(names, ids)
        distinct = sorted(set(codes))
        # One pass for all letters: the first row is where words start, then one for each letter.
        here = np.empty((len(distinct) + 1, *letters.shape), dtype=np.bool_)
        np.greater_equal(letters, WORD_START, out=here[0])
        letters &= np.uint8(LETTER)
        np.equal(letters, np.array(distinct, dtype=np.uint8)[:, None, None], out=here[1:])
        self._masks = _masks(here)
        self._row = {code: row for row, code in enumerate(distinct, 1)}
        self._letters = letters

    @property
    def starts(self) -> UInt64:
        """The places where words start."""
        masks: UInt64 = self._masks[0]
        return masks

    def _of(self, code: int) -> UInt64:
        mask: UInt64 = self._masks[self._row[code]]
        return mask

    @property
    def words(self) -> Int16:
        """The number of words of each name."""
        return np.bitwise_count(self.starts).astype(np.int16)

    def contains(self, codes: bytes) -> Bools:
        """Tell which names contain the letters as they stand."""
        return np.asarray(self._runs(codes) != 0)

    def _runs(self, codes: bytes) -> UInt64:
        """Return the places where a run of these letters ends."""
        ends = self._of(codes[0])
        for code in codes[1:]:
            ends = (ends << _ONE) & self._of(code)
        return ends

    def reach(self, codes: bytes, humps: frozenset[int]) -> Bools:
        """Tell in which names the pattern is beginnings of words, in order; letters in `humps` must start a word."""
        ends = self._of(codes[0]) & self.starts
        for at, code in enumerate(codes[1:], 1):
            later_words = self.starts & ~_up_to_lowest(ends)
            follow = later_words | (ends << _ONE)
            ends = self._of(code) & (follow & self.starts if at in humps else follow)
        return np.asarray(ends != 0)

    def abbreviated(self, codes: bytes, humps: frozenset[int]) -> Bools:
        """Tell which names hold neighbouring words that the pattern shortens: first letters, and others in order.

        So is `wfHandler` for `workflow_handler`. Letters in `humps` must start a word.
        """
        inner = ~self.starts
        ends = self._of(codes[0]) & self.starts
        for at, code in enumerate(codes[1:], 1):
            next_ones = ends << _ONE
            # A sum carries each place through the letters of its word to the start of the next one.
            follow = ((inner + (next_ones & inner)) ^ inner) | next_ones
            ends = self._of(code) & (follow & self.starts if at in humps else follow)
        return np.asarray(ends != 0)

    def hump_cost(self, some: Int64, codes: bytes, humps: frozenset[int]) -> Int16:
        """Return the fewest words skipped or left over when the pattern is beginnings of words; else `NEVER`.

        `some` are the columns asked for: this looks at letters one by one.
        """
        letters = np.ascontiguousarray(self._letters[some].T)
        starts = np.ascontiguousarray(self.starts[some]).view(np.uint8).reshape(-1, 8)
        is_start = np.unpackbits(starts, axis=1, bitorder="little", count=len(letters)).T.astype(np.bool_)
        word = np.cumsum(is_start, axis=0, dtype=np.int16) - np.int16(1)
        # So many letters may be skipped: letter `at` lies at one of the places from `at` on, that many and one more.
        width = len(letters) - len(codes) + 1
        never = np.full((width, len(some)), NEVER, dtype=np.int16)
        costs = np.where(is_start[:width] & (letters[:width] == codes[0]), word[:width], never)
        for at, code in enumerate(codes[1:], 1):
            places = slice(at, at + width)
            here = letters[places] == code
            starts_here = here & is_start[places]
            jumps = np.minimum.accumulate(costs - word[at - 1 : at - 1 + width], axis=0) + word[places] - np.int16(1)
            now = np.where(starts_here, jumps, never)
            costs = np.minimum(now, costs, out=now, where=starts_here if at in humps else here)
        left = costs + (word[-1] - word[len(codes) - 1 :])
        least: Int16 = np.minimum(left.min(axis=0), np.int16(NEVER)).astype(np.int16)
        return least

    def initials(self, codes: bytes) -> tuple[Bools, Int16, Int16]:
        """Tell in which names every letter starts a word, in order; how many words are skipped, how many left over."""
        free = self.starts
        for code in codes:
            here = self._of(code) & free
            passed = _up_to_lowest(here)
            free = free & ~passed
        used = np.bitwise_count(self.starts & passed).astype(np.int16)
        return np.not_equal(here, 0), used - np.int16(len(codes)), self.words - used

    def words_found(self, words: list[bytes]) -> tuple[Bools, Bools]:
        """Tell which names hold every word where one of theirs starts, and which hold them in this order."""
        found = np.ones(len(self.starts), dtype=np.bool_)
        in_order = found.copy()
        free = np.full(len(self.starts), _ALL)
        for word in words:
            shift = np.uint64(len(word) - 1)
            begins = (self._runs(word) >> shift) & self.starts
            found &= begins != 0
            later = begins & free
            in_order &= later != 0
            ends = (later & ~(later - _ONE)) << shift
            free = np.where(in_order, ~_up_to_lowest(ends), free)
        return found, in_order
