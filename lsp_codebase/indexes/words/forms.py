"""How words are written, as bits: the index knows words by their stems, in small letters.

Each spelling has one of eight bits, by its letter case and its last letter: `structures`, `structured`, `structuring`
and other words in small letters have one each, words in capitals and in both have two. A posting has the bits of all
spellings with which its token stands in a chunk as a whole word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from lsp_codebase.arrays import UInt8

BITS = 8
ANY_FORM = 0xFF
UNKNOWN = 1 << BITS  # beside forms that are asked for: any will do, and none

_SMALL, _MIXED, _CAPITAL = range(3)
_BIT_OF = np.repeat(np.array([[0, 4, 6]], np.uint8), 256, axis=0)  # by the last letter and by case
_BIT_OF[[*b"sS"]] += 1
_BIT_OF[[*b"dD"], _SMALL], _BIT_OF[[*b"gG"], _SMALL] = 2, 3

_CASES = np.array([chr(code).islower() + 2 * chr(code).isupper() for code in range(128)] + [0] * 128, np.uint8)
_CASE_OF = np.array([_SMALL, _SMALL, _CAPITAL, _MIXED])  # of the cases of all letters of a word


def bits_of(words: Sequence[str]) -> UInt8:
    """Return the number of the bit of each word, as it is written; of words beyond ASCII it is any."""
    data = np.frombuffer("\n".join([*words, ""]).encode("latin-1", "replace"), np.uint8)
    ends = np.cumsum(np.fromiter(map(len, words), np.int64, len(words)) + 1)
    cases = np.bitwise_or.reduceat(_CASES.take(data), np.append(0, ends[:-1])) if len(words) else np.empty(0, np.uint8)
    bits: UInt8 = _BIT_OF[data[ends - 2], _CASE_OF[cases]]
    return bits


@lru_cache(maxsize=1_024)  # asked for each of thousands of words
def forms_holding(last: int, is_whole: bool, text: str, is_cased: bool) -> int:
    """Return the bits of a word in small letters, for every case it may have where it holds a text, or is just that.

    `last` is its last letter.
    """
    cases = _cases(text, is_whole=is_whole) if is_cased else (_SMALL, _MIXED, _CAPITAL)
    return sum(1 << int(_BIT_OF[last, case]) for case in cases)


def _cases(text: str, *, is_whole: bool) -> tuple[int, ...]:
    """Return which cases a word may have that holds a text as it is written, or that is the text as a whole."""
    small, capital = text == text.lower(), text == text.upper()
    if is_whole:
        return (_SMALL,) if small else (_CAPITAL,) if capital else (_MIXED,)
    return (*([_SMALL] if small else []), _MIXED, *([_CAPITAL] if capital else []))
