"""Which chunks may hold a string, by the words that stand there: for what the trigrams of a text let through.

A string without signs stands within one word as it is written. The words of a million chunks are a hundred megabytes.
They lie in stretches, each signed by its trigrams as a chunk is, so that few stretches are looked through; the postings
say where the words stand that hold the string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

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
_WORD_END = re.compile(_END)
_GOES_ON = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_")  # "$" is of words here, but ends those of a pattern
_BEHIND = {Edge.ANY: b"", Edge.END: rb"(?![a-z0-9_])", Edge.MORE: rb"(?=[a-z0-9_])"}


def of_texts(texts: pa.ChunkedArray, found: Occurrences) -> tuple[UInt8, UInt32]:
    """Return the distinct words of texts in small letters, each with a line end, and the rows that are not told of.

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
    nobody was answered for half of it. It takes words with their line ends, so what it finds is the text as it is kept.
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


def tokens_holding(spellings: UInt8, signs: trigrams.Planes, piece: Literal, *, is_cased: bool) -> dict[str, int]:
    """Return the tokens of which one stands wherever a word holds a piece, and the forms of which it has one there.

    Tokens of other words are among them. Of what is cut into several words the form is `UNKNOWN`.
    """
    core = piece.text.lower().lstrip("0123456789$")  # digits before letters are a word of their own
    tokens: dict[str, int] = {}
    for spelled in _holding(spellings, signs, piece):
        words = words_of(spelled)
        forms = forms_holding(spelled, piece.text, is_cased=is_cased) if words == [spelled] else UNKNOWN
        for word in words:
            if core in word:
                letters = word.replace("_", "").replace("$", "")
                for token in (f"={letters}", stem(letters)):
                    tokens[token] = tokens.get(token, 0) | forms
    return tokens


def _holding(spellings: UInt8, signs: trigrams.Planes, piece: Literal) -> Iterator[str]:
    """Yield the words that hold a piece, as far as they are told; the array is not copied for it."""
    # Only what stands behind is left to the expression: one that looks back takes twenty times as long.
    wanted = re.compile(re.escape(piece.text.lower().encode()) + _BEHIND[piece.behind])
    passing = trigrams.signed_for(signs, piece.text)
    for text in _stretches(spellings, passing) if len(passing) else [spellings.data]:
        found = wanted.search(text)
        while found is not None:
            begin, end = found.span()
            if piece.before is Edge.ANY or (begin > 0 and text[begin - 1] in _GOES_ON) is (piece.before is Edge.MORE):
                head = bytes(text[max(begin - _LONGEST_TOLD, 0) : end])
                tail = bytes(text[end : end + _LONGEST_TOLD])
                yield (head.rpartition(_END)[2] + tail.partition(_END)[0]).decode()
            found = wanted.search(text, begin + 1)


def _stretches(spellings: UInt8, passing: Bools) -> Iterator[memoryview]:
    """Yield the words of the stretches that pass, those of neighbours together."""
    text = spellings.data

    def first_of(stretch: int) -> int:
        if stretch == 0:
            return 0
        end = _WORD_END.search(text, stretch * _STRETCH - 1)
        return end.end() if end else len(text)

    edges = np.flatnonzero(np.diff(passing, prepend=False, append=False))
    for first, last in edges.reshape(-1, 2).tolist():
        yield text[first_of(first) : first_of(last)]


def _joined(words: Iterable[str]) -> UInt8:
    data = "\n".join([*dict.fromkeys(words), ""]).encode()
    return np.frombuffer(data, np.uint8)
