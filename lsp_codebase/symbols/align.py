"""How a pattern lies in many names at once: letters down, names across, so that every step is one pass over an array.

The rules are those of `quality`; a test holds the two equal.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lsp_codebase.symbols.letters import WORD_START
from lsp_codebase.symbols.names import Names
from lsp_codebase.symbols.packing import LETTER, UInt8

Int16 = npt.NDArray[np.int16]
Int32 = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

NEVER = 1000
"""A cost that no alignment has."""
_MOST_LETTERS = 128


class Grid:
    """The letters of some names, one name a column, padded with zeros."""

    def __init__(self, names: Names, ids: Int32) -> None:
        starts = names.offsets[ids]
        lengths = names.offsets[ids + 1] - starts
        height = min(max(int(lengths.max(initial=1)), 1), _MOST_LETTERS)
        rows = np.arange(height, dtype=np.int32)[:, None]
        at = rows + starts
        np.minimum(at, len(names.codes) - 1, out=at)
        codes: UInt8 = names.codes[at]
        codes[rows >= lengths] = 0
        self.letters: UInt8 = codes & np.uint8(LETTER)
        self.starts: Bools = codes >= WORD_START
        self.word: Int16 = np.cumsum(self.starts, axis=0, dtype=np.int16) - np.int16(1)
        self.words: Int16 = self.word[-1] + np.int16(1)

    def _none(self) -> Int16:
        return np.full(self.letters.shape, NEVER, dtype=np.int16)

    def hump_cost(self, codes: bytes, humps: frozenset[int]) -> Int16:
        """Return for each name the fewest words skipped or left over when the pattern is beginnings of words.

        Letters in `humps` must start a word. `NEVER` where it is not.
        """
        costs = self._none()
        for at, code in enumerate(codes):
            here = self.letters == code
            at_start = here & self.starts
            if at == 0:
                costs = np.where(at_start, self.word, np.int16(NEVER))
                continue
            reached = np.minimum.accumulate(costs - self.word, axis=0)
            now = self._none()
            jump = reached[:-1] + self.word[1:] - np.int16(1)
            np.copyto(now[1:], jump, where=at_start[1:])
            follows = at_start if at in humps else here
            np.copyto(now[1:], np.minimum(now[1:], costs[:-1]), where=follows[1:])
            costs = now
        left = costs + (self.words - np.int16(1) - self.word)
        least: Int16 = np.minimum(left.min(axis=0), np.int16(NEVER))
        return least

    def initials(self, codes: bytes) -> tuple[Int16, Int16]:
        """Return the words skipped and the words left over when every letter starts a word.

        Both are `NEVER` where a letter does not.
        """
        free = np.ones(self.letters.shape, dtype=np.bool_)
        found = np.ones(self.letters.shape[1], dtype=np.bool_)
        last = np.zeros(self.letters.shape[1], dtype=np.int64)
        for code in codes:
            here = (self.letters == code) & self.starts & free
            found &= here.any(axis=0)
            last = here.argmax(axis=0)
            free = np.arange(len(free))[:, None] > last
        word = self.word[last, np.arange(len(last))]
        skipped = word + np.int16(1 - len(codes))
        never = np.int16(NEVER)
        return np.where(found, skipped, never), np.where(found, self.words - np.int16(1) - word, never)

    def contains(self, codes: bytes) -> Bools:
        """Tell which names contain the letters as they stand."""
        height = len(self.letters) - len(codes) + 1
        if height <= 0:
            return np.zeros(self.letters.shape[1], dtype=np.bool_)
        here = np.ones((height, self.letters.shape[1]), dtype=np.bool_)
        for at, code in enumerate(codes):
            here &= self.letters[at : at + height] == code
        found: Bools = here.any(axis=0)
        return found

    def contains_in_order(self, codes: bytes) -> Bools:
        """Tell which names contain the letters in order, with gaps."""
        free = np.ones(self.letters.shape, dtype=np.bool_)
        found = np.ones(self.letters.shape[1], dtype=np.bool_)
        for code in codes:
            here = (self.letters == code) & free
            passed = np.asarray(np.logical_or.accumulate(here, axis=0), dtype=np.bool_)
            np.logical_and(found, passed[-1], out=found)
            free[1:] = passed[:-1]
            free[:1] = False
        return found

    def words_found(self, words: list[bytes]) -> tuple[Bools, Bools]:
        """Tell which names hold every word where one of theirs starts, and which hold them in this order."""
        height, width = self.letters.shape
        rows = np.arange(height)[:, None]
        found = np.ones(width, dtype=np.bool_)
        in_order = np.ones(width, dtype=np.bool_)
        at = np.zeros(width, dtype=np.int64)
        for word in words:
            here = self.starts.copy()
            for place, code in enumerate(word):
                here[: height - place] &= self.letters[place:] == code
                here[max(height - place, 0) :] = False
            found &= here.any(axis=0)
            later = here & (rows >= at)
            in_order &= later.any(axis=0)
            at = np.where(in_order, later.argmax(axis=0) + len(word), at)
        return found, in_order
