"""Which chunks may hold a string, by the words that stand there: for what the trigrams of a text let through.

A string without signs stands within one word as it is written. The words of a million chunks are some tens of
megabytes, which are looked through in some tens of milliseconds; the postings say where those stand that hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import UInt8, UInt32, pc
from lsp_codebase.parse import stem, words

_LONGEST_TOLD = 80  # bytes: longer words have no token
_PIECE = re.compile(r"[a-z0-9_$]{3,}", re.ASCII)
_END = b"\n"
_SIGN = ord(" ")
_OF_WORDS = {code for code in range(128) if chr(code).isalnum() or chr(code) in "_$"}  # as the tokenizer has it
_LETTERS = np.array([ord(chr(code).lower()) if code in _OF_WORDS else _SIGN for code in range(256)], np.uint8)


def of_texts(texts: pa.ChunkedArray) -> tuple[UInt8, UInt32]:
    """Return the distinct words of texts in small letters, each with a line end, and the rows that are not told of.

    Those hold a word too long for a token, or letters beyond ASCII.
    """
    flat = texts.combine_chunks().cast(pa.large_string())
    if isinstance(flat, pa.ChunkedArray):  # of no chunks
        return np.empty(0, np.uint8), np.empty(0, np.uint32)
    letters = _LETTERS[np.frombuffer(flat.buffers()[2] or b"", np.uint8)]
    plain = pa.LargeStringArray.from_buffers(len(flat), flat.buffers()[1], pa.py_buffer(letters), offset=flat.offset)
    lists = pc.ascii_split_whitespace(plain)
    found = lists.flatten()
    is_long = pc.greater(pc.binary_length(found), _LONGEST_TOLD)
    untold = pc.invert(pc.string_is_ascii(flat)).to_numpy(zero_copy_only=False)
    untold[pc.list_parent_indices(lists).filter(is_long).to_numpy()] = True
    return _joined(found.unique()), np.flatnonzero(untold).astype(np.uint32)


def merged(parts: Sequence[UInt8]) -> UInt8:
    """Return the words of several segments."""
    lists = pc.ascii_split_whitespace(pa.array([part.tobytes() for part in parts], pa.large_string()))
    return _joined(lists.flatten().unique())


def pieces(literal: str) -> list[str]:
    """Return the parts of a string that stand within a word wherever it stands, in small letters."""
    return _PIECE.findall(literal.lower()) if literal.isascii() else []


def tokens_holding(spellings: UInt8, piece: str) -> set[str]:
    """Return the tokens of which one stands wherever a word holds a piece, in any case; of other words, too."""
    core = piece.lstrip("0123456789$").encode()  # digits before letters are a word of their own
    tokens: set[str] = set()
    for spelled in _holding(spellings.tobytes(), piece.encode()):
        for word in words(spelled.decode()):
            if core.decode() in word:
                letters = word.replace("_", "").replace("$", "")
                tokens |= {f"={letters}", stem(letters)}
    return tokens


def _holding(spellings: bytes, piece: bytes) -> Iterator[bytes]:
    at = spellings.find(piece)
    while at >= 0:
        end = spellings.index(_END, at)
        yield spellings[spellings.rfind(_END, 0, at) + 1 : end]
        at = spellings.find(piece, end)


def _joined(found: pa.Array) -> UInt8:
    data = "\n".join([*found.to_pylist(), ""]).encode()
    return np.frombuffer(data, np.uint8)
