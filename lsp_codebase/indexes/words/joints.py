"""Which chunks may hold a word and a sign behind it, with any blanks between: `line =` for `\\bline\\s*[=:]`.

A common word stands in thousands of files, and in few of them before that sign; no trigram tells, since the blanks
are unknown. For each sign behind a word a chunk has two hashed bits, of the sign and the last three letters: 256 bits
for the about 17 of a typical chunk. Of the files that hold `intel` or `interrupt` in Linux one in 50 is left.
"""

from __future__ import annotations

import re
import string

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int64, UInt8, UInt32
from lsp_codebase.indexes.words import planes
from lsp_codebase.indexes.words.literal import Literal

PLANES = 32
SIGNS = frozenset("=:([{<>+*/&|?!%")  # the others stand behind too many words, or have no blanks before them
LETTERS = 3
_BITS_LOG2 = 8  # PLANES * 8
_WORD = frozenset((string.ascii_letters + string.digits + "_").encode())

_LOWER = np.frombuffer(bytes(range(256)).lower(), np.uint8)
_BLANKS = " \t"
_BLANK = 32  # and all control characters
_USUAL_BLANKS = 64  # before a sign: they are passed one by one, as most have one or none
_IS_SIGN = bytes(chr(code) in SIGNS for code in range(256))  # bytes are looked up by `translate` in a third of the time
_LONG_S, _KELVIN = "\u017f".encode(), "\u212a".encode()  # where case does not count they are s and k
_FOLDED = re.compile(rb"\xc5\xbf|\xe2\x84\xaa")
_IS_OF_WORD = np.array([code in _WORD for code in range(256)])


def of_texts(texts: pa.ChunkedArray) -> UInt8:
    """Return the signatures of texts, (PLANES, texts)."""
    return planes.of_texts(texts, PLANES, _bits_of)


def joined_to(signatures: UInt8, literal: Literal) -> Bools:
    """Return which texts may hold one of its signs behind a string, in any letter case: all, where nothing tells."""
    end = literal.text.rstrip(_BLANKS)[-LETTERS:].lower().encode("utf-8", "replace")
    is_told = literal.signs and SIGNS.issuperset(literal.signs) and len(end) == LETTERS and _WORD.issuperset(end)
    if not is_told:
        return np.ones(signatures.shape[1], np.bool_)
    letters = np.frombuffer(end, np.uint8)
    codes = np.frombuffer(literal.signs.encode(), np.uint8)
    passing = np.zeros(signatures.shape[1], np.bool_)
    for bits in np.column_stack(_bits(np.broadcast_to(letters, (len(codes), LETTERS)).T, codes)):
        own = np.ones(signatures.shape[1], np.bool_)
        for bit in bits.tolist():
            own &= signatures[bit >> 3] & np.uint8(128 >> (bit & 7)) > 0
        passing |= own
    return passing


def _bits_of(texts: pa.ChunkedArray) -> Bools:
    held = np.zeros((len(texts), PLANES * 8), np.bool_)
    for first, data, ends_of_texts in planes.bytes_of(texts):
        plain = data.tobytes()
        (signs,) = np.frombuffer(plain.translate(_IS_SIGN), np.bool_).nonzero()
        ends = _ends_before(data, signs)
        letters = np.stack([data.take(ends - back, mode="wrap") for back in range(LETTERS - 1, -1, -1)])
        (joined,) = _IS_OF_WORD[letters].all(axis=0).nonzero()
        signs, ends, letters = signs[joined], ends[joined], letters[:, joined]
        owners = ends_of_texts.searchsorted(signs, "right")
        # The word must be of the same text: which text is before it here differs from one counting to the next.
        (own,) = (ends - LETTERS + 1 >= np.append(0, ends_of_texts)[owners]).nonzero()
        for bits in _bits(_LOWER[letters[:, own]], data[signs[own]]):
            held[first + owners[own], bits] = True
        held[first + ends_of_texts.searchsorted(_untold(plain), "right")] = True
    return held


def _untold(data: bytes) -> list[int]:
    """Return where letters stand that are taken for those of ASCII: a text with them passes for everything."""
    if _LONG_S not in data and _KELVIN not in data:  # sooner than by the expression
        return []
    return [found.start() for found in _FOLDED.finditer(data)]


def _ends_before(data: UInt8, signs: Int64) -> Int64:
    """Return where the last character that is no blank stands before each sign; where none does, before the data."""
    ends = signs - 1
    left = np.arange(len(ends))
    for _ in range(_USUAL_BLANKS):
        left = left[data[ends[left]] <= _BLANK]
        if not len(left):
            return ends
        ends[left] -= 1
    others = np.append(-1, np.flatnonzero(data > _BLANK))
    ends[left] = others[others.searchsorted(signs[left]) - 1]
    return ends


def _bits(letters: UInt8, signs: UInt8) -> tuple[Int64, Int64]:
    """Return the two bits of each sign and the letters before it, (LETTERS, signs)."""
    runs: UInt32 = signs.astype(np.uint32)
    for own in letters:
        runs = runs << np.uint32(8) | own
    runs = runs * np.uint32(2_654_435_761)  # Knuth's multiplicative hash, whose upper bits are the good ones
    first = runs >> np.uint32(32 - _BITS_LOG2)
    second = runs >> np.uint32(32 - 2 * _BITS_LOG2) & np.uint32(PLANES * 8 - 1)
    return first.astype(np.int64), second.astype(np.int64)
