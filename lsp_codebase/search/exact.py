"""Literals and regular expressions over what is indexed: a hit for each matching line, or for each match of several.

The chunks that may match are known from their signatures; those of the likeliest files are read first, and no more than
are asked for. What may go over line ends is looked for in whole files. Every engine takes linear time (RE2 inside
Arrow, Rust's regex inside LanceDB), so no pattern can hang a search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from lsp_codebase.arrays import Int32, pc
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.search.corpus import Corpus, Ids
from lsp_codebase.search.expression import Expression, ignores_case
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.priors import file_prior, file_signals
from lsp_codebase.search.query_form import Understanding
from lsp_codebase.search.regex_literals import Needle
from lsp_codebase.store import ConditionRefused

_BATCHES = (256, 1_024)  # chunks to read; if these do not suffice, LanceDB scans for the rest
_BLOCK = 4_096  # of the rest, read at once
_MOST_SECONDS = 3.0  # for reading whole files: three thousand, if the pattern is a common one
_MOST_LINES = 400  # of one hit

_OTHER_CASE = "nothing is written with these capitals: found in other letter case"
_ONLY_OTHER_CASE = "nothing is written with these capitals, but something is in other letter case: ask in small letters"
_NOT_ALL_READ = (
    "only the likeliest files were read, as far as time allows; name a folder, or more of what must be there"
)

Lines = Callable[[str], Sequence[str]]


class _Chunk(NamedTuple):
    chunk_id: int
    path: str
    language: str
    start_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """Where a query stands as it is written, best first. `notes` are complete once `pieces` were read."""

    expression: Expression
    pieces: Iterator[Piece]
    is_empty: bool
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds what is written, in one state of a codebase, where the filters let it."""

    corpus: Corpus
    filters: Filter
    lines: Lines
    cancel: CancelToken

    def find(self, understood: Understanding, query: SearchQuery) -> Written:
        """Find a literal or a pattern. If not told, the case of letters counts where the query has a capital.

        Raises:
            InvalidQuery: for a pattern that cannot be searched.
        """
        is_pattern = understood.mode is Mode.REGEX
        text = understood.text if is_pattern else understood.literal
        make = Expression.pattern if is_pattern else Expression.literal
        ignore_case = ignores_case(text, is_pattern=is_pattern, case_sensitive=query.case_sensitive)
        found = self._begin(make(text, ignore_case=ignore_case, whole_word=query.whole_word), understood)
        if found.is_empty and not ignore_case and query.case_sensitive is None:
            other = self._begin(make(text, ignore_case=True, whole_word=query.whole_word), understood)
            if not other.is_empty and query.mode is Mode.AUTO:
                other.notes.append(_OTHER_CASE)
                return other
            if not other.is_empty:
                found.notes.append(_ONLY_OTHER_CASE)
        return found

    def _begin(self, expression: Expression, query: Understanding) -> Written:
        notes: list[str] = []
        if expression.spans_lines:
            pieces = self._in_files(expression, query, notes)
        else:
            pieces = self._in_lines(expression, query)
        pieces = self.filters.text.kept(pieces, self.lines)
        first = next(pieces, None)
        return Written(expression, chain([first] if first else [], pieces), first is None, notes)

    def _in_lines(self, expression: Expression, query: Understanding) -> Iterator[Piece]:
        for row in self._chunks(expression, query):
            for offset in np.flatnonzero(expression.matches_any(row.text.split("\n"))).tolist():
                line = row.start_line + offset
                yield self._piece(row.path, line, line + 1, query)

    def _in_files(self, expression: Expression, query: Understanding, notes: list[str]) -> Iterator[Piece]:
        """Yield the lines of each match; matches that share a line are one hit."""
        end_of_time = time.monotonic() + _MOST_SECONDS
        for path, passing in self._files(expression.needle, query):
            self.cancel.check()
            if time.monotonic() > end_of_time:
                notes.append(_NOT_ALL_READ)
                return
            found = ((span.start_line, span.last_line + 1) for span in expression.in_file(self.lines(path)))
            if self.filters.kinds:
                found = (one for one in found if np.any((passing[:, 0] < one[1]) & (one[0] < passing[:, 1])))
            for start, end in _joined(found):
                yield self._piece(path, start, min(end, start + _MOST_LINES), query)

    def _chunks(self, expression: Expression, query: Understanding) -> Iterator[_Chunk]:
        """Yield the chunks whose texts match, those of the likeliest files first."""
        left = likeliest_first(self.corpus, expression.needle, query, self.filters.for_lines)
        for size in _BATCHES:
            yield from self._read(left[:size], expression.holds)
            left = left[size:]
        if not len(left):
            return
        try:
            known = self.corpus.stored_where(expression.condition, self.filters.for_lines)
        except ConditionRefused as error:
            raise InvalidQuery("query", "not a regular expression that can be searched; simplify it") from error
        left = left[np.isin(left, known) | (left < 0)]
        for begin in range(0, len(left), _BLOCK):
            yield from self._read(left[begin : begin + _BLOCK], expression.holds)

    def _read(self, chunk_ids: Ids, holds: pc.Expression) -> Iterator[_Chunk]:
        texts = self.corpus.texts(chunk_ids).filter(holds)
        rows = {row["chunk_id"]: _Chunk(**row) for row in texts.to_pylist()}
        return (rows[chunk_id] for chunk_id in chunk_ids.tolist() if chunk_id in rows)

    def _files(self, needle: Needle, query: Understanding) -> Iterator[tuple[str, Int32]]:
        """Yield the files that may hold what is needed, likeliest first, with the lines of the chunks that pass."""
        file_ids, lines = self.corpus.files_that_may_hold(needle, self.filters.for_lines)
        ranks, count = _by_likelihood(self.corpus, file_ids, query)
        order = np.argsort(ranks, kind="stable")
        bounds = np.searchsorted(ranks[order], np.arange(count + 1)).tolist()
        for begin, end in pairwise(bounds):
            rows = order[begin:end]
            record = self.corpus.owner(int(file_ids[rows[0]]))
            if record is not None:
                yield record.path, lines[rows]

    def _piece(self, path: str, start: int, end: int, query: Understanding) -> Piece:
        record = self.corpus.file(path)
        assert record is not None  # it is of the state that is searched
        return Piece(path, record.language, start, end, file_prior(record, query), file_signals(record, query))


def likeliest_first(corpus: Corpus, needle: Needle, query: Understanding, filters: Filter) -> Ids:
    """Return the chunks that may hold what is needed, those of the files that are likeliest meant first."""
    chunk_ids, file_ids = corpus.may_hold(needle, filters)
    ranks, count = _by_likelihood(corpus, file_ids, query)
    return chunk_ids[np.lexsort((chunk_ids, ranks))[: np.count_nonzero(ranks < count)]]


def _by_likelihood(corpus: Corpus, file_ids: Ids, query: Understanding) -> tuple[Ids, int]:
    """Return the rank of each file, and how many have one: files behind open documents have that number instead."""
    files, of_row = np.unique(file_ids, return_inverse=True)
    order = []
    for place, file_id in enumerate(files.tolist()):
        record = corpus.owner(file_id)
        if record is not None:
            order.append((-file_prior(record, query), record.path, place))
    rank = np.full(len(files), len(order))
    rank[[place for *_, place in sorted(order)]] = np.arange(len(order))
    return rank[of_row], len(order)


def _joined(stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield runs of lines (end exclusive), in order, as one where they share a line."""
    start = end = 0
    for first, last in stretches:
        if first >= end:
            if start < end:
                yield start, end
            start = first
        end = max(end, last)
    if start < end:
        yield start, end
