"""The parts of words, as the tokenizer of the built-in model splits them: `HTTPServer2` is http and server2."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import text_of

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 64  # letters; a longer word is data
_NONE, _DIGIT, _SMALL, _CAPITAL = range(4)
_KINDS = np.zeros(256, np.uint8)
_KINDS[[*b"0123456789"]], _KINDS[ord("a") : ord("z") + 1], _KINDS[ord("A") : ord("Z") + 1] = _DIGIT, _SMALL, _CAPITAL
_TO_SMALL = np.uint8(32)  # the bit between a capital and its small letter


def plain_parts(word: str) -> list[str] | None:
    """Return the parts of a word of ASCII letters and digits, as the tokenizer splits it; None for any other."""
    if len(word) > _LONGEST or not (word.isascii() and word.isalnum()):
        return None
    if word.islower():
        return [word]
    return _HUMP.sub(" ", word).lower().split()


def parts_of_words(words: pa.StringArray) -> tuple[pa.StringArray, NDArray[np.int64]]:
    """Return the `plain_parts` of all words, and where the parts of each word end; any other word is one part.

    A job of a worker meets some ten thousand words, made of a few thousand parts: so all are cut as one array.
    """
    letters, offsets = text_of(words)
    begins, ends = offsets[:-1], offsets[1:]
    kinds = _KINDS.take(letters)
    odd = np.append(0, np.cumsum(kinds == _NONE))
    is_other = (odd[ends] > odd[begins]) | (ends - begins > _LONGEST)
    kinds[np.repeat(is_other, ends - begins)] = _NONE
    before, after = np.append(_NONE, kinds[:-1]), np.append(kinds[1:], _NONE)
    is_filled = ends > begins
    after[ends[is_filled] - 1] = _NONE
    is_capital = kinds == _CAPITAL
    is_first = is_capital & ((before != _CAPITAL) | (after == _SMALL))
    is_first[begins[is_filled]] = True
    firsts = np.flatnonzero(is_first)
    offsets = np.append(firsts, len(letters)).astype(np.int32)
    lowered = np.where(is_capital, letters | _TO_SMALL, letters)
    parts = pa.StringArray.from_buffers(len(firsts), pa.py_buffer(offsets), pa.py_buffer(lowered))
    return parts, np.searchsorted(firsts, ends)
