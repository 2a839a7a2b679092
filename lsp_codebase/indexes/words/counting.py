"""How often each token stands in each field of each row: all in arrays, no Python loop over occurrences.

A token, a row and a field are one number each time, and all of them are sorted at once; a whole word of the body
has its form beside the field. Every distinct word is looked up once, however frequent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, Int32, Int64, UInt8, UInt32, pc, spread
from lsp_codebase.indexes.words import forms
from lsp_codebase.indexes.words.hashed_words import Hashes, tokens_of_words
from lsp_codebase.indexes.words.word_segment import FIELDS, runs

_FIELD_BITS = 3
_FIELD_MASK = len(FIELDS) - 1
_BODY = FIELDS.index("body_tokens")  # the first one

# Where a token stands: in the body as part of a word, in the body as a word of each form, in one of the other fields.
_PLACE_BITS = 4
_PLACE_MASK = (1 << _PLACE_BITS) - 1
_FIELD_OF_PLACE = np.array([_BODY] * (1 + forms.BITS) + [*range(1, len(FIELDS))], np.uint8)
_FORM_OF_PLACE = np.array([0, *(1 << bit for bit in range(forms.BITS)), *[0] * (len(FIELDS) - 1)], np.uint8)


class Occurrences(NamedTuple):
    """The distinct words of some fields, and where each stands: field by field, row by row."""

    words: list[str]
    places: Int32  # of the occurrences, in `words`
    cells: Int64  # of the occurrences: the row, and where in it, as one number
    in_body: int  # how many are in the body, the first of the fields

    def body(self, rows: Bools) -> tuple[Int32, Int64]:
        """Return the places of the words of the bodies of some rows, and the row of each."""
        places, found = self.places[: self.in_body], self.cells[: self.in_body] >> _PLACE_BITS
        chosen = rows[found]
        return places[chosen], found[chosen]


class Counts(NamedTuple):
    """How often tokens stand in the fields of rows, by ascending token, row and field; none is 0."""

    tokens: UInt32  # hashes of the distinct ones, ascending
    starts: Int64  # where the postings of each begin, with the end
    rows: UInt32  # of the postings
    forms: UInt8  # of the postings: how they are written as whole words
    firsts: Int64  # where the counts of each posting begin
    cells: Int64  # of the counts: row and field as one number
    times: Int64  # the counts themselves

    @property
    def fields(self) -> Int64:
        """The field of each of the counts."""
        return self.cells & _FIELD_MASK

    def lengths(self, rows: int) -> Int64:
        """Return how many tokens each field of each row has, (rows, fields)."""
        return np.bincount(self.cells, self.times, rows << _FIELD_BITS).astype(np.int64).reshape(rows, len(FIELDS))


def occurrences(fields: Sequence[pa.Array]) -> Occurrences:
    """Find the words of all fields. Arrow finds them in a fifth of the time that Python takes."""
    rows = len(fields[0])
    if not rows:
        return Occurrences([], np.empty(0, np.int32), np.empty(0, np.int64), 0)
    lists = pc.ascii_split_whitespace(pa.concat_arrays(fields))
    found = lists.flatten().dictionary_encode()
    ends = lists.offsets.to_numpy()
    cells = np.concatenate([np.arange(rows) << _PLACE_BITS | (at and at + forms.BITS) for at in range(len(fields))])
    places = found.indices.to_numpy()
    return Occurrences(found.dictionary.to_pylist(), places, np.repeat(cells, np.diff(ends)), int(ends[rows]))


def count(words: Occurrences, rows: int) -> Counts:
    """Count the tokens of words."""
    tokens = tokens_of_words(words.words)
    distinct, ranks = np.unique(tokens.values, return_inverse=True)
    width = rows << _PLACE_BITS
    kind = np.uint32 if len(distinct) * width <= 1 << 32 else np.uint64  # half as long to sort
    bases = (ranks * width).astype(kind)
    body, other = slice(words.in_body), slice(words.in_body, None)
    keys = np.concatenate(
        [
            _keys(words.places[body], words.cells[body], tokens.sizes, _with_forms(words.words, tokens, bases)),
            _keys(words.places[other], words.cells[other], tokens.sizes, bases),
        ]
    )
    keys.sort()
    keys, begins = runs(keys)
    places = (keys & kind(_PLACE_MASK)).astype(np.uint8)
    keys >>= kind(_PLACE_BITS)
    cells, firsts = runs(keys << kind(_FIELD_BITS) | _FIELD_OF_PLACE[places])
    postings, of_postings = runs(cells >> kind(_FIELD_BITS))
    token_of, rows_of = np.divmod(postings, kind(max(rows, 1)))
    found, starts = runs(token_of)
    return Counts(
        tokens=distinct[found],
        starts=starts,
        rows=rows_of.astype(np.uint32),
        forms=np.bitwise_or.reduceat(_FORM_OF_PLACE[places], firsts[of_postings[:-1]]),
        firsts=of_postings[:-1],
        cells=(cells % kind(max(rows, 1) << _FIELD_BITS)).astype(np.int64),
        times=np.diff(begins[firsts]),
    )


def _keys(places: Int32, cells: Int64, sizes: Int64, bases: NDArray[Any]) -> NDArray[Any]:
    values, counts = spread(places, sizes, bases)
    keys: NDArray[Any] = values + np.repeat(cells.astype(bases.dtype), counts)
    return keys


def _with_forms(words: Sequence[str], tokens: Hashes, bases: NDArray[Any]) -> NDArray[Any]:
    """Return the bases of tokens of the body: the first of each word is that of the word as a whole."""
    has_any = tokens.sizes > 0
    firsts = (np.cumsum(tokens.sizes) - tokens.sizes)[has_any]
    formed: NDArray[Any] = bases.copy()
    formed[firsts] += (forms.bits_of(words)[has_any] + 1).astype(bases.dtype)
    return formed
