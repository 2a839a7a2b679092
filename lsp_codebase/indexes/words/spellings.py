"""Which chunks may hold a string, by their words: for the chunks that the trigrams of a text let through.

A string without signs stands within one word as it is written. The words of a million chunks are a hundred megabytes.
They lie in stretches, each signed by its trigrams as a chunk is, so that few stretches are looked through; the postings
say where the words stand that hold the string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from zlib import crc32

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, UInt8, UInt32, pc
from lsp_codebase.indexes.words import trigrams
from lsp_codebase.indexes.words.counting import Occurrences
from lsp_codebase.indexes.words.forms import UNKNOWN, forms_holding
from lsp_codebase.indexes.words.literal import Edge, Literal
from lsp_codebase.parse import cut, stem
from lsp_codebase.parse import words as words_of

_LONGEST_TOLD = 80  # bytes: longer words have no token
_STRETCH = 1_024  # bytes
_FEW = 1 << 19  # bytes: looked through in half a millisecond, and signed in five
_PIECE = re.compile(r"[a-z0-9_$]{3,}", re.ASCII)
_END = b"\n"
_DIGITS = frozenset(b"0123456789")
# "$" is of words here, but ends those of a pattern.
_BEFORE = {Edge.ANY: b"", Edge.END: rb"(?<![a-z0-9_])", Edge.MORE: rb"(?<=[a-z0-9_])"}
_BEHIND = {Edge.ANY: b"", Edge.END: rb"(?![a-z0-9_])", Edge.MORE: rb"(?=[a-z0-9_])"}


def of_texts(texts: pa.ChunkedArray, found: Occurrences) -> tuple[UInt8, UInt32]:
    """Return the distinct words of texts in small letters, each with a line end, and the rows without words here.

    Those hold a word too long for a token, or letters beyond ASCII. `found` are the words of ASCII texts, among others.
    """
    is_ascii = pc.string_is_ascii(texts).to_numpy()
    is_used = np.zeros(len(found.words), np.bool_)
    untold = ~is_ascii
    is_long = np.fromiter(map(len, found.words), np.int64, len(found.words)) > _LONGEST_TOLD
    if is_ascii.all() and not is_long.any():
        is_used[found.places[: found.in_body]] = True
    else:
        places, rows = found.body(is_ascii)
        is_used[places] = True
        untold[rows[is_long[places]]] = True
    words = list(compress(found.words, is_used.tolist()))
    for text in texts.filter(pa.array(~is_ascii)).to_pylist():
        words += cut(text.encode("ascii", "replace").decode()).split()
    return _joined(" ".join(words).lower().split()), np.flatnonzero(untold).astype(np.uint32)


def merged(parts: Sequence[UInt8]) -> UInt8:
    """Return the words of several segments.

    All of it is left to Arrow, which keeps no other thread waiting: a million words as strings took a second, and
    no question was answered for half of it. It takes words with their line ends, so it finds the text as it is kept.
    """
    text = np.concatenate([*parts, np.empty(0, np.uint8)])
    ends = np.append(np.zeros(1, np.int64), np.flatnonzero(text == ord(_END)) + 1)
    lines = pa.LargeStringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(text))
    distinct = lines.unique()
    _, ends, words = distinct.buffers()
    return np.frombuffer(words or b"", np.uint8)[: np.frombuffer(ends, np.int64)[len(distinct)]]


def signs_of(spellings: UInt8) -> trigrams.Planes:
    """Return the signatures of the stretches, each the words that begin in so many bytes; few words have none."""
    if len(spellings) <= _FEW:
        return np.empty((trigrams.PLANES, 0), np.uint8)
    begins = np.append(0, np.flatnonzero(spellings == ord(_END)) + 1)
    edges = np.arange(0, len(spellings) + _STRETCH, _STRETCH)
    firsts = begins[np.minimum(begins.searchsorted(edges), len(begins) - 1)].astype(np.int32)
    stretches = pa.StringArray.from_buffers(len(firsts) - 1, pa.py_buffer(firsts), pa.py_buffer(spellings))
    return trigrams.of_texts(pa.chunked_array([stretches]))


def pieces(literal: Literal) -> list[Literal]:
    """Return the parts of a string that stand within a word wherever it stands, as they are written there."""
    text = literal.text.lower()
    if not text.isascii():
        return []
    return [
        Literal(
            literal.text[found.start() : found.end()],
            literal.before if found.start() == 0 else Edge.END,
            literal.behind if found.end() == len(text) else Edge.END,
        )
        for found in _PIECE.finditer(text)
    ]


def tokens_holding(spellings: UInt8, signs: trigrams.Planes, piece: Literal, *, is_cased: bool) -> dict[int, int]:
    """Return the hashes of tokens of which one stands wherever a word holds a piece, and the forms that it has there.

    Tokens of other words are among them. The form of a piece that is cut into several words is `UNKNOWN`.
    """
    core = piece.text.lower().lstrip("0123456789$").encode()  # digits before letters are a word of their own
    tokens: dict[int, int] = {}
    for spelled in _holding(spellings, signs, piece):
        if spelled[0] in _DIGITS:
            words, forms = [word.encode() for word in words_of(spelled.decode())], UNKNOWN
        else:
            is_whole = len(spelled) == len(piece.text)
            words, forms = [spelled], forms_holding(spelled[-1], is_whole, piece.text, is_cased)
        for word in words:
            if core in word:
                letters = word.translate(None, b"_$")
                of_word = [b"=" + letters]
                bare = word.strip(b"_$")
                if bare.isalpha() or bare.isdigit():  # perhaps all one part
                    of_word.append(stem(letters.decode()).encode())
                for token in map(crc32, of_word):
                    tokens[token] = tokens.get(token, 0) | forms
    return tokens


def _holding(spellings: UInt8, signs: trigrams.Planes, piece: Literal) -> Iterator[bytes]:
    """Yield the words that hold a piece, as far as they are told."""
    wanted = piece.text.lower().encode()
    fits = re.compile(_BEFORE[piece.before] + re.escape(wanted) + _BEHIND[piece.behind])
    is_anywhere = piece.before is piece.behind is Edge.ANY
    passing = trigrams.signed_for(signs, piece.text)
    text = b"".join(_stretches(spellings, passing)) if len(passing) else spellings.tobytes()
    begin = text.find(wanted)
    while begin >= 0:
        end = text.find(_END, begin)
        word = text[text.rfind(_END, 0, begin) + 1 : end]
        if len(word) <= _LONGEST_TOLD and (is_anywhere or fits.search(word)):
            yield word
        begin = text.find(wanted, end)


def _stretches(spellings: UInt8, passing: Bools) -> Iterator[bytes]:
    """Yield the words of the stretches that pass, and some that begin behind them; all but words too long."""
    text = spellings.data
    edges = np.flatnonzero(np.diff(passing, prepend=False, append=False)) * _STRETCH
    for first, last in edges.reshape(-1, 2).tolist():
        found = bytes(text[max(first - 1, 0) : last + _LONGEST_TOLD])
        yield found[found.find(_END) + 1 if first else 0 : found.rfind(_END) + 1]


def _joined(words: Iterable[str]) -> UInt8:
    data = "\n".join([*dict.fromkeys(words), ""]).encode()
    return np.frombuffer(data, np.uint8)
