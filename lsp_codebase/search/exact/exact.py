"""Literals and regular expressions over the index: a hit for each matching line, or for each match of several lines.

The files that may hold a match are known from the trigrams of their chunks and, where those are many, from the words.
The likeliest are read first, and no more than are asked for. A match that may go over line ends is looked for in each
file as a whole. The engine, RE2 inside Arrow, takes linear time, so no pattern can hang a search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile

import numpy as np

from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.exact.expression import Expression, ignores_case
from lsp_codebase.search.exact.holding_files import HoldingFiles
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import file_prior, file_signals, likeliest_first
from lsp_codebase.store import FileRecord

_FIRST_BATCH, _LARGEST_BATCH = 4, 64  # files read at once: most questions are answered by a few
_LARGEST_BATCH_BYTES, _BATCH_SECONDS = 2_000_000, 0.04  # a cancel is seen between two batches
_READ_AT_ONCE = 100  # files, as their trigrams alone tell; of further ones their words are looked through first
# Unless one in so many of those read holds it: as many again are read sooner than very many words are looked up.
_ONE_HOLDS_IN, _MOST_TURNS = 32, 4
_MOST_SECONDS = 3.0  # for matches over line ends: each in a file is looked for from the last one on
_MOST_LINES = 400  # of one hit

_OTHER_CASE = "nothing is written with these capitals: found in other letter case"
_ONLY_OTHER_CASE = "nothing is written with these capitals, but something is in other letter case: ask in small letters"
_NOT_ALL_READ = (
    "only the likeliest files were read, as far as time allows; name a folder, or more of what must be there"
)


@dataclass(frozen=True, slots=True)
class Written:
    """Where a query stands as it is written, best first. `notes` are complete once `pieces` were read."""

    expression: Expression
    pieces: Iterator[Piece]
    is_empty: bool
    notes: list[str]


@dataclass(slots=True)
class _Sight:
    """Whether files that are read for something else may hold an expression, until that `is_over`."""

    expression: Expression
    is_caught: bool = False
    is_over: bool = False

    def look(self, texts: Sequence[bytes]) -> None:
        """See some files, unless enough was seen."""
        if not (self.is_caught or self.is_over):
            self.is_caught = bool(self.expression.may_be_in(texts).any())


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds literals and patterns in one state of a codebase, where the filters let it."""

    corpus: Corpus
    filters: Filter
    texts: Callable[[Sequence[str]], list[bytes]]  # of files, as UTF-8
    lines: Callable[[str], Sequence[str]]
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
        expression = make(text, ignore_case=ignore_case, whole_word=query.whole_word)
        if ignore_case or query.case_sensitive is not None:
            return self._begin(expression, understood)
        any_case = make(text, ignore_case=True, whole_word=query.whole_word)
        sight = _Sight(any_case)
        found = self._begin(expression, understood, sight)
        if found.is_empty and sight.is_caught:
            other = self._begin(any_case, understood)
            if not other.is_empty and query.mode is Mode.AUTO:
                other.notes.append(_OTHER_CASE)
                return other
            if not other.is_empty:
                found.notes.append(_ONLY_OTHER_CASE)
        return found

    def _begin(self, expression: Expression, query: Understanding, beside: _Sight | None = None) -> Written:
        """Look for the first piece; until then `beside` sees the same files."""
        notes: list[str] = []
        pieces = self.filters.text.kept(self._pieces(expression, query, notes, beside), self.lines)
        first = next(pieces, None)
        if beside is not None:
            beside.is_over = True
        return Written(expression, chain([first] if first else [], pieces), first is None, notes)

    def _pieces(
        self, expression: Expression, query: Understanding, notes: list[str], beside: _Sight | None
    ) -> Iterator[Piece]:
        end_of_time = time.monotonic() + _MOST_SECONDS
        in_time = True

        def goes_on() -> bool:
            nonlocal in_time
            self.cancel.check()
            in_time = in_time and not (expression.spans_lines and time.monotonic() > end_of_time)
            return in_time

        for record in takewhile(lambda _: goes_on(), self._files(expression, query, beside)):
            found = _in_file(expression, self.lines(record.path), goes_on)
            if self.filters.kinds:
                passing = self.corpus.passing_lines(record, self.filters.for_lines)
                found = (one for one in found if np.any((passing[:, 0] < one[1]) & (one[0] < passing[:, 1])))
            for start, end in found:
                end = min(end, start + _MOST_LINES)
                prior, signals = file_prior(record, query), file_signals(record, query)
                yield Piece(record.path, record.language, start, end, prior, signals)
        if not in_time:
            notes.append(_NOT_ALL_READ)

    def _files(self, expression: Expression, query: Understanding, beside: _Sight | None) -> Iterator[FileRecord]:
        """Yield the files that hold a match, as far as a look at the whole tells, likeliest first."""

        def in_order(files: HoldingFiles) -> Iterator[FileRecord]:
            return likeliest_first(self.corpus.files_by_path(files.file_ids), query)

        files = self.corpus.files_that_may_hold(
            expression.needle, self.filters.for_lines, together=expression.spans_lines
        )
        records, read, held = in_order(files), set[int](), 0

        def following() -> Iterator[FileRecord]:
            for record in islice(records, _READ_AT_ONCE):
                read.add(record.file_id)
                yield record

        for turn in range(1, _MOST_TURNS + 1):
            for record in self._holding(following(), expression, beside):
                held += 1
                yield record
            if len(read) < turn * _READ_AT_ONCE:
                return
            if held * _ONE_HOLDS_IN < len(read):
                break
        if beside is not None:
            beside.is_caught = True  # files that hold it in other letter case are passed over from here on
        is_cased = not expression.ignores_case
        left = (one for one in in_order(files.by_words(is_cased=is_cased)) if one.file_id not in read)
        yield from self._holding(left, expression, beside)

    def _holding(
        self, records: Iterator[FileRecord], expression: Expression, beside: _Sight | None
    ) -> Iterator[FileRecord]:
        most = _FIRST_BATCH
        while batch := _batch(records, most):
            self.cancel.check()
            began = time.monotonic()
            texts = self.texts([record.path for record in batch])
            holding = expression.may_be_in(texts)
            if beside is not None:
                beside.look(texts)
            is_slow = time.monotonic() - began > _BATCH_SECONDS
            yield from (batch[place] for place in np.flatnonzero(holding).tolist())
            most = max(most // 2, 1) if is_slow else min(2 * most, _LARGEST_BATCH)


def _batch(records: Iterator[FileRecord], most: int) -> list[FileRecord]:
    """Return the next files to read at once."""
    batch, size = [], 0
    for record in islice(records, most):
        batch.append(record)
        size += record.size
        if size >= _LARGEST_BATCH_BYTES:
            break
    return batch


def _in_file(expression: Expression, lines: Sequence[str], goes_on: Callable[[], bool]) -> Iterable[tuple[int, int]]:
    """Yield the lines (end exclusive) of each match; matches that share a line are one.

    Matches over line ends are looked for while it `goes_on`: one file may hold very many.
    """
    if expression.spans_lines:
        found = takewhile(lambda _: goes_on(), expression.in_file(lines))
        return _joined((span.start_line, span.last_line + 1) for span in found)
    return ((line, line + 1) for line in expression.matching_lines(lines))


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
