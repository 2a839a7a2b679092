"""The corpus of a search: the stored index, with the texts of open documents in place of their files.

The one seam between the two. Each method answers as the store would if those texts were saved and indexed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from heapq import merge
from itertools import chain, repeat
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, Int32, bools, distinct, pc
from lsp_codebase.embed import Embedder
from lsp_codebase.indexes import (
    Files,
    Literal,
    LiveFile,
    Segment,
    Snapshot,
    State,
    VectorFilter,
)
from lsp_codebase.parse import shown_text
from lsp_codebase.search.exact.holding_files import HoldingFiles, Ids, signed
from lsp_codebase.search.exact.holding_words import BODY, STRING, Passing, holding_all, holding_half
from lsp_codebase.search.exact.regex_literals import Needle, may_hold
from lsp_codebase.search.filters.filter_masks import passing_files, passing_rows
from lsp_codebase.search.filters.filters import NO_FILTER, Filter
from lsp_codebase.search.mentions import (
    ChunkLines,
    Lateness,
    Mentioning,
    Mentions,
    in_order,
    mentions_near,
    nearest_first,
)
from lsp_codebase.search.query.query_form import Term
from lsp_codebase.search.ranking.lexical import TermPostings
from lsp_codebase.search.ranking.reference_counts import name_hash
from lsp_codebase.store import FileRecord

_FEW_TEXTS = 24  # are read in their files: a table takes 2 to 8 ms to be asked

_path = attrgetter("path")


class ChunkText(NamedTuple):
    """The text of a chunk, and where it stands."""

    chunk_id: int
    path: str
    language: str
    start_line: int
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")


@dataclass(frozen=True)
class Corpus:
    """One state of a codebase as a search sees it, made anew for each. Chunks of open documents have ids below 0.

    `lines_as_indexed` returns those of a file, None if it differs from the state.
    """

    state: State
    lines_as_indexed: Callable[[str], Sequence[str] | None] = lambda _: None

    @property
    def names(self) -> Snapshot:
        """The symbols of every file."""
        return self.state.names

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The words of every chunk; those of the open documents come last."""
        stored, shown = self.state.words, self.state.documents.files
        if not shown:
            return stored
        hidden = [record.file_id for path in shown if (record := self.state.files.by_path.get(path))]
        kept = (segment.only(~np.isin(segment.file_ids, hidden)) for segment in stored)
        return (*kept, *(live.segment for live in shown.values()))

    @cached_property
    def _texts(self) -> dict[int, LiveFile]:
        return {live.record.file_id: live for live in self.state.documents.files.values()}

    @property
    def embedder(self) -> Embedder | None:
        """The model that queries are put to."""
        return self.state.model.embedder if self.state.model else None

    @property
    def _embedded(self) -> Collection[LiveFile]:
        """The texts whose vectors compare with the stored ones: none while an earlier model answers."""
        embedder = self.embedder
        return [live for live in self._texts.values() if embedder is not None and live.model == embedder.model]

    def file(self, path: str) -> FileRecord | None:
        """Return the record of a file."""
        return self.state.file(path)

    def with_path(self, expression: str, filters: Filter = NO_FILTER) -> Iterator[FileRecord]:
        """Yield the files that pass and whose path matches an expression of RE2, in any case."""
        accepted = filters.accepted_paths if filters.names_files else None
        shown = self.state.documents.files
        live = Files({}, {one.record.file_id: one.record for one in shown.values()}, {})
        stored = self.state.files.with_path(expression, accepted)
        found = chain(live.with_path(expression, accepted), (one for one in stored if one.path not in shown))
        languages = filters.languages
        return found if languages is None else (one for one in found if one.language in languages)

    def owner(self, file_id: int) -> FileRecord | None:
        """Return the file of an id, None when an open document stands in its place."""
        if file_id < 0:
            return self._texts[file_id].record
        record = self.state.files.by_id.get(file_id)
        return None if record is None or record.path in self.state.documents.files else record

    def owners(self, file_ids: Ids, languages: frozenset[str] | None = None) -> Iterator[FileRecord]:
        """Yield the files of some ids, in any or some languages, each once, in no order: `files_by_path` takes longer.

        No record is made of a file in another language: a common word stands in most files.
        """
        known = distinct(file_ids)
        if languages is not None:
            shown, stored, columns = known[known < 0], known[known >= 0], self.state.files.columns
            found = columns.languages.take(pa.array(np.searchsorted(columns.file_ids, stored)))
            is_such = bools(pc.is_in(found, pa.array(languages, pa.string())))
            own = [one for one in shown.tolist() if self._texts[one].record.language in languages]
            known = np.concatenate([np.array(own, np.int64), stored[is_such]])
        return filter(None, map(self.owner, known.tolist()))

    def chunk_lines(self, path: str) -> Sequence[tuple[int, int]]:
        """Return the lines of the chunks of a file in order, end exclusive."""
        return self.state.chunk_lines(path)

    def postings(self, terms: tuple[Term, ...]) -> TermPostings:
        """Return where some terms stand. Looked up once."""
        if terms not in self._postings:
            self._postings[terms] = TermPostings.of(self.segments, terms)
        return self._postings[terms]

    @cached_property
    def _postings(self) -> dict[tuple[Term, ...], TermPostings]:
        return {}

    @cached_property
    def _passing(self) -> dict[Filter, list[Bools]]:
        return {}

    def passes_nothing(self, filters: Filter) -> bool:
        """Whether there is text, and none of it passes."""
        passing = self.passing(filters)
        return bool(passing) and not any(rows.any() for rows in passing or ())

    def passing(self, filters: Filter) -> list[Bools] | None:
        """Return which rows of each segment are live and pass, None if nothing is filtered. Decided once."""
        if filters.is_open:
            return None
        if filters not in self._passing:
            shown = [live.record for live in self._texts.values()]
            files = passing_files(filters, self.state.files.columns, shown)
            passing = [passing_rows(segment, files, filters.kinds) for segment in self.segments]
            if filters.text:
                passing = [rows & filters.text.rows(one) for rows, one in zip(passing, self.segments, strict=True)]
            self._passing[filters] = passing
        return self._passing[filters]

    def nearest(self, vector: NDArray[np.float32], limit: int, filters: Filter) -> dict[int, float]:
        """Return the similarity of the chunks nearest in meaning that pass, by id."""
        if self.state.model is None:
            return {}
        passing = self.passing(filters)
        among = None
        if passing is not None:
            among = [
                VectorFilter(segment.chunk_ids, rows) for segment, rows in zip(self.segments, passing, strict=True)
            ]
        chunk_ids, products = self.state.model.vectors.nearest(vector, limit, among)
        found = dict(zip(chunk_ids.tolist(), products.tolist(), strict=True))
        for live in self._embedded:
            wanted = np.ones(len(live.chunk_ids), np.bool_) if among is None else _pass(live.chunk_ids, among)
            found.update(_products(live, wanted, vector))
        return dict(sorted(found.items(), key=lambda pair: -pair[1])[:limit])

    def similarities(self, vector: NDArray[np.float32], chunk_ids: Collection[int]) -> dict[int, float]:
        """Return the similarity of these chunks, of those that have a vector."""
        if self.state.model is None:
            return {}
        found = self.state.model.vectors.products(vector, [one for one in chunk_ids if one >= 0])
        wanted = np.fromiter((one for one in chunk_ids if one < 0), np.int64)
        for live in self._embedded:
            found.update(_products(live, np.isin(live.chunk_ids, wanted), vector))
        return found

    def may_hold(self, needle: Needle, filters: Filter) -> tuple[Ids, Ids]:
        """Return the ids of the chunks that pass and may hold the needle, and those of their files."""
        chunk_ids, file_ids = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for segment, wanted in self._wanted(filters):
            rows = np.flatnonzero(may_hold(needle, partial(signed, segment), wanted))
            chunk_ids.append(segment.chunk_ids[rows])
            file_ids.append(segment.file_ids[segment.file_of[rows]])
        return np.concatenate(chunk_ids), np.concatenate(file_ids)

    def files_that_may_hold(self, needle: Needle, filters: Filter, *, together: bool) -> HoldingFiles:
        """Return the files with a chunk that passes and may hold the needle, or whose chunks `together` may."""
        return HoldingFiles.by_trigrams(needle, self._wanted(filters), together=together)

    def passing_lines(self, record: FileRecord, filters: Filter) -> Int32:
        """Return the lines of the chunks of a file that pass, (chunks, 2), end exclusive."""
        lines = [np.empty((0, 2), np.int32)]
        for segment, wanted in self._wanted(filters):
            place = np.searchsorted(segment.file_ids, record.file_id)
            rows = slice(*np.searchsorted(segment.file_of, [place, place + 1]))
            if place < len(segment.file_ids) and segment.file_ids[place] == record.file_id:
                lines.append(segment.lines[rows][wanted[rows]])
        return np.concatenate(lines)

    def files_by_path(self, file_ids: Ids) -> Iterator[FileRecord]:
        """Yield the files of some ids, each once, in the order of their paths; none that an open document replaces."""
        stored = self.state.files.in_order_of_paths(file_ids[file_ids >= 0])
        shown = self._texts.keys() & set(file_ids[file_ids < 0].tolist())
        records = filter(None, map(self.owner, stored))
        if not shown:
            return records
        return merge(records, sorted((self._texts[one].record for one in shown), key=_path), key=_path)

    def _wanted(self, filters: Filter) -> Iterator[tuple[Segment, Bools]]:
        """Yield each segment with those of its rows that are live and pass."""
        passing = self.passing(filters) or [segment.live[segment.file_of] for segment in self.segments]
        return zip(self.segments, passing, strict=True)

    def mentioning(self, name: str, path: str, lateness: Lateness = lambda _: 0) -> Iterator[ChunkLines]:
        """Yield the chunks in whose body an identifier may stand, in the order of their files."""
        return chain.from_iterable(one.chunks for one in self.files_mentioning(name, path, lateness))

    def files_mentioning(self, name: str, path: str, lateness: Lateness = lambda _: 0) -> list[Mentions]:
        """Return the files in which an identifier may stand: `path`, then those near to it, except that later files
        come behind all others, and those of no lateness not at all. One that lies in two segments comes twice.
        """
        asked = name_hash(name), path
        if asked not in self._mentioning:
            self._mentioning[asked] = mentions_near(self.segments, self.owner, *asked)
        return in_order(self._mentioning[asked], path, lateness)

    @cached_property
    def _mentioning(self) -> dict[tuple[int, str], list[Mentioning]]:
        return {}

    def spelling(self, text: str, path: str) -> list[str]:
        """Return the files in which a text may stand, `path` first, then those near to it."""
        records = self.owners(self.may_hold(Literal(text), NO_FILTER)[1])
        return nearest_first((record.path for record in records), path)

    def saying(self, words: Sequence[str], filters: Filter) -> Ids:
        """Return the ids of the chunks that pass and hold all of some words in their strings, in any order.

        None for words that are too long to be in the index.
        """
        return holding_all(self._passing_segments(filters), words, STRING)[0]

    def saying_within(self, words: Sequence[str], needle: Needle, filters: Filter) -> tuple[Ids, Ids]:
        """Return those of the chunks that may hold a needle, too, and their files: no others are looked at for it."""
        return holding_all(self._passing_segments(filters), words, STRING, needle)

    def quoting(self, text: str, filters: Filter) -> Ids:
        """Return the ids of the chunks that pass, hold all words of a text in their strings, and may hold the text."""
        return np.sort(self.saying_within([text], Literal(text), filters)[0])

    def saying_most(self, words: Sequence[str], filters: Filter) -> tuple[Ids, Ids]:
        """Return the chunks that pass and hold half of some words in their strings, as `holding_half` does."""
        return holding_half(self._passing_segments(filters), words, STRING)

    def holding_most(self, words: Sequence[str], filters: Filter) -> tuple[Ids, Ids]:
        """Return the chunks that pass and hold half of some words, as `holding_half` does."""
        return holding_half(self._passing_segments(filters), words, BODY)

    def holding(self, words: Sequence[str], filters: Filter) -> tuple[Ids, Ids]:
        """Return the ids of the chunks that pass and hold all of some words, in any order, and of their files."""
        return holding_all(self._passing_segments(filters), words, BODY)

    def holding_within(self, words: Sequence[str], needle: Needle, filters: Filter) -> tuple[Ids, Ids]:
        """Return those of the chunks that may hold a needle, too, as `saying_within` does."""
        return holding_all(self._passing_segments(filters), words, BODY, needle)

    def _passing_segments(self, filters: Filter) -> Passing:
        return zip(self.segments, self.passing(filters) or repeat(None), strict=False)

    def texts(self, chunk_ids: Ids) -> list[ChunkText]:
        """Return the texts of some chunks, in no order."""
        stored = chunk_ids[chunk_ids >= 0]
        found = self._texts_in_files(stored) if len(stored) <= _FEW_TEXTS else None
        if found is None:
            found = _texts_of(self.state.chunks(stored.tolist(), ChunkText._fields))
        for live in self._texts.values():
            found += _texts_of(live.chunks.filter(pa.array(np.isin(live.chunk_ids, chunk_ids))))
        return found

    def _texts_in_files(self, chunk_ids: Ids) -> list[ChunkText] | None:
        """Return the texts of stored chunks, None if one of their files differs from the index."""
        found: list[ChunkText] = []
        for segment in self.segments:
            for row in segment.find(chunk_ids).tolist():
                record = self.owner(int(segment.file_ids[segment.file_of[row]]))
                lines = None if record is None else self.lines_as_indexed(record.path)
                if record is None or lines is None:
                    return None
                start, end = segment.lines[row].tolist()
                text = shown_text("\n".join(lines[start:end]))
                found.append(ChunkText(int(segment.chunk_ids[row]), record.path, record.language, start, text))
        return found if len(found) == len(chunk_ids) else None


def _texts_of(chunks: pa.Table) -> list[ChunkText]:
    columns = (chunks[name].to_pylist() for name in ChunkText._fields)
    return [*map(ChunkText._make, zip(*columns, strict=True))]


def _pass(ids: Ids, among: Iterable[VectorFilter]) -> Bools:
    """Return which chunks are among those that pass."""
    found = np.zeros(len(ids), np.bool_)
    for own, passing in among:
        places = np.searchsorted(own, ids)
        here = np.flatnonzero(places < len(own))
        here = here[own[places[here]] == ids[here]]
        found[here] = passing[places[here]]
    return found


def _products(live: LiveFile, wanted: NDArray[np.bool_], vector: NDArray[np.float32]) -> dict[int, float]:
    if live.vectors is None or not wanted.any():
        return {}
    products = live.vectors[wanted] @ vector
    known = ~np.isnan(products)
    return dict(zip(live.chunk_ids[wanted][known].tolist(), products[known].tolist(), strict=True))
