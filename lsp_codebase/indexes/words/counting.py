"""How often each token stands in each field of each row: all in arrays, no Python loop over occurrences.

A token, a row and a field are one number each time, and all of them are sorted at once. Every distinct word is looked
up once, however frequent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, Int32, Int64, UInt32, pc, spread
from lsp_codebase.indexes.words.hashed_words import tokens_of_words
from lsp_codebase.indexes.words.word_segment import FIELDS, runs

_FIELD_BITS = 3
_FIELD_MASK = len(FIELDS) - 1


class Occurrences(NamedTuple):
    """The distinct words of some fields, and where each stands: field by field, row by row."""

    words: list[str]
    places: Int32  # of the occurrences, in `words`
    cells: Int64  # of the occurrences: row and field as one number
    in_body: int  # how many are in the body, the first of the fields

    def body(self, rows: Bools) -> tuple[Int32, Int64]:
        """Return the places of the words of the bodies of some rows, and the row of each."""
        places, found = self.places[: self.in_body], self.cells[: self.in_body] >> _FIELD_BITS
        chosen = rows[found]
        return places[chosen], found[chosen]


class Counts(NamedTuple):
    """How often tokens stand in the fields of rows, by ascending token, row and field; none is 0."""

    tokens: UInt32  # hashes of the distinct ones, ascending
    starts: Int64  # where the postings of each begin, with the end
    rows: UInt32  # of the postings
    firsts: Int64  # where the counts of each posting begin
    cells: Int64  # of the counts
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
    cells = np.concatenate([np.arange(rows) << _FIELD_BITS | at for at in range(len(fields))])
    places = found.indices.to_numpy()
    return Occurrences(found.dictionary.to_pylist(), places, np.repeat(cells, np.diff(ends)), int(ends[rows]))


def count(words: Occurrences, rows: int) -> Counts:
    """Count the tokens of words."""
    hashes, sizes = tokens_of_words(words.words)
    distinct, ranks = np.unique(hashes, return_inverse=True)
    width = rows << _FIELD_BITS
    kind = np.uint32 if len(distinct) * width <= 1 << 32 else np.uint64  # half as long to sort
    keys = _keys(words, sizes, (ranks * width).astype(kind))
    keys.sort()
    keys, begins = runs(keys)
    postings, firsts = runs(keys >> kind(_FIELD_BITS))
    token_of, rows_of = np.divmod(postings, kind(max(rows, 1)))
    found, starts = runs(token_of)
    cells = keys % kind(max(width, 1))
    return Counts(
        distinct[found], starts, rows_of.astype(np.uint32), firsts[:-1], cells.astype(np.int64), np.diff(begins)
    )


def _keys(found: Occurrences, sizes: Int64, bases: NDArray[Any]) -> NDArray[Any]:
    values, counts = spread(found.places, sizes, bases)
    keys: NDArray[Any] = values + np.repeat(found.cells.astype(bases.dtype), counts)
    return keys
