"""Answers a query over one codebase: understand, recall, rank, pack. Reads one state of its index."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import (
    CancelToken,
    Hit,
    IndexStatus,
    Mode,
    Pack,
    Phase,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
)
from lsp_codebase.paths import relative_to
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.call_graph.relations import Relations
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.exact.exact import Finder, Written
from lsp_codebase.search.filters.filters import NO_FILTER, Filter, compile_filter, conditions
from lsp_codebase.search.history.lineage import Lineage
from lsp_codebase.search.history.work import ChangedPlaces
from lsp_codebase.search.intents import (
    Narrowed,
    Question,
    asked_operator,
    carried_name,
    in_english,
    leading,
    led_by_additions,
    listing,
    misspelled_place,
    narrowed_to_alike,
    narrowed_to_changes,
    narrowed_to_commits,
    narrowed_to_companions,
    narrowed_to_folder,
    narrowed_to_work,
    telling,
)
from lsp_codebase.search.pack import Piece, below
from lsp_codebase.search.present import Present
from lsp_codebase.search.query.courtesy import without_courtesy
from lsp_codebase.search.query.own_names import KeptNames
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.commit_evidence import with_commits
from lsp_codebase.search.ranking.confidence import (
    FIRST_HITS,
    NO_EVIDENCE,
    Evidence,
    confidence_of,
    covered_by,
    nearest_known,
)
from lsp_codebase.search.ranking.editor_context import where
from lsp_codebase.search.ranking.lexical import stands
from lsp_codebase.search.ranking.recall import ranked, recall
from lsp_codebase.search.ranking.rerank import Reranking, reranked
from lsp_codebase.search.reader import Reader
from lsp_codebase.search.results.absences import NEAREST, missing_tests, unknown_names
from lsp_codebase.search.results.cursors import digest, question_of
from lsp_codebase.search.results.drift import Drift
from lsp_codebase.search.results.highlights import mark_words, mark_written
from lsp_codebase.search.results.hits import Source, definition_of, room_beside, to_hits
from lsp_codebase.search.results.near_duplicates import group_copies
from lsp_codebase.search.results.paging import HITS_WITH_RELATED, Found, no_lines
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.repeats import without_repeats
from lsp_codebase.search.results.siblings import spread
from lsp_codebase.search.results.streams import KeptPieces, Reading, Stream
from lsp_codebase.search.results.surroundings import with_neighbours
from lsp_codebase.search.similar import alike, lines_meant

logger = logging.getLogger(__name__)

_AS_WRITTEN = (Mode.EXACT, Mode.REGEX)


class _Answering(NamedTuple):
    """Pieces, best first, and the evidence for them before they are read."""

    pieces: Iterator[Piece]
    evidence: Evidence = NO_EVIDENCE
    notes: Sequence[str] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Engine:
    """Answers searches. Made anew for each query, so that it sees one state of the index."""

    root: Path
    corpus: Corpus
    lines: Callable[[str], Sequence[str]]
    shown: Callable[[str], Sequence[str]]  # the same lines, as answers may show them
    texts: Callable[[Sequence[str]], list[bytes]]  # those lines as one text a file, to look through
    status: IndexStatus
    lineage: Callable[[CancelToken], Lineage]  # answers about commits
    reranking: Reranking | None = None  # of a question that may take its time
    drift: Callable[[str], Drift | None] = lambda _: None  # of a file that changed since it was indexed
    kept_names: KeptNames = field(default_factory=KeptNames)  # of the project, for all questions

    @property
    def calls(self) -> Calls:
        """The calls in this state."""
        return Calls(self.corpus, self.lines)

    def find(self, query: SearchQuery, cancel: CancelToken, kept: KeptPieces | None = None) -> Found:
        """Return the answer of a query, to be taken page by page; nothing is looked for yet.

        The answer raises:
            InvalidQuery: for errors that only an index can tell: a pattern, a mode without its model.
            Cancelled: between steps.
        """
        filters = compile_filter(query, self.root)
        logger.debug("search %s: %s of %s", query.mode.value, query.text[:80], conditions(query))
        state = self.corpus.state
        model = self.reranking and self.reranking.model
        question = digest(
            (question_of(query), where(query, self.root), query.explain, state.serial, state.contents, model)
        )
        return Found(
            root=self.root,
            contents=digest(state.contents, 4),
            status=self.status,
            stream=Stream(question, lambda: self._read(query, filters, cancel), kept or KeptPieces(), cancel),
            # Definitions of one name are told apart by their places, not by their texts.
            lines=no_lines if query.mode is Mode.SYMBOL else self.lines,
            to_hits=partial(self._to_hits, query, cancel),
            passes_nothing=lambda: self.corpus.passes_nothing(filters),
        )

    def asks_for_written(self, query: SearchQuery) -> bool:
        """Whether a query asks for a literal or a pattern."""
        return self._reader.understood(query).mode in _AS_WRITTEN

    def finds_written(self, query: SearchQuery, cancel: CancelToken) -> bool:
        """Whether a query is answered by literal matches, or by nothing; not by words and meaning. Raises as `find`."""
        filters = compile_filter(query, self.root)
        return self._written(query, self._reader.understood(query), filters, cancel) is not None

    def _read(self, query: SearchQuery, filters: Filter, cancel: CancelToken) -> Reading:
        if query.is_free and (told := without_courtesy(query.text)) != query.text:
            query = replace(query, text=told)
        if framed := in_english(self.corpus, query):
            return self._read_within(replace(query, text=framed.text), filters, cancel, framed.note)
        if place := misspelled_place(self.corpus, query):
            return self._read_within(replace(query, text=place.text), filters, cancel, place.note)
        if name := carried_name(self.corpus, query):
            return self._read_within(replace(query, text=name), filters, cancel, f"Read as: {name}")
        if query.is_free and (operator := asked_operator(query.text)):
            return self._read_within(replace(query, text=operator), filters, cancel, f"Read as: {operator}")
        for narrowed in filter(None, self._narrowings(query, filters, cancel)):
            if narrowed.is_whole:
                return self._led(query, filters, narrowed.heads, narrowed.note)
            reading = self._read_within(narrowed.query, narrowed.filters, cancel, narrowed.note)
            heads = filters.text.kept(self._present.leading(narrowed.heads), self.lines)
            pieces = narrowed._replace(heads=heads).completed(reading.pieces)
            if first := [*islice(pieces, 1)]:
                evidence = Evidence(as_written=True) if narrowed.is_sure else reading.evidence
                return replace(reading, pieces=chain(first, pieces), evidence=evidence)
        return self._read_within(query, filters, cancel)

    def _narrowings(self, query: SearchQuery, filters: Filter, cancel: CancelToken) -> Iterator[Narrowed | None]:
        """Yield the query as one of what is not committed, what commits changed, or a folder holds, if it says so."""
        lineage = partial(self.lineage, cancel)
        places = partial(ChangedPlaces, self.root, self.lines, self._present.chunk_lines, cancel)
        yield narrowed_to_work(self.corpus, query, filters, places, self.root, cancel)
        for narrowing in (narrowed_to_commits, narrowed_to_companions):
            yield narrowing(self.corpus, query, filters, lineage)
        yield narrowed_to_changes(self.corpus, query, filters, lineage, self._present.symbol)
        yield led_by_additions(self.corpus, query, filters, lineage)
        yield narrowed_to_alike(self.corpus, query, filters, partial(self._like, cancel), self._present.symbol)
        yield narrowed_to_folder(self.corpus, query, filters)

    def _led(self, query: SearchQuery, filters: Filter, pieces: Iterable[Piece], note: str) -> Reading:
        """Return the answer of a query that surely means some pieces, and looks for nothing else."""
        wanted = self._wanted(self._reader.understood(query), filters)
        kept = filters.text.kept(self._present.leading(pieces), self.lines)
        return Reading(Mode.HYBRID, wanted, kept, evidence=Evidence(as_written=True), notes=[note])

    def _read_within(self, query: SearchQuery, filters: Filter, cancel: CancelToken, *notes_before: str) -> Reading:
        understood, misspelled = self._reader.mended(query)
        logger.debug("read as %s: %s", understood.mode.value, query.text[:80])
        wanted = self._wanted(understood, filters)
        written = self._written(query, understood, filters, cancel)
        if written is not None:
            evidence = Evidence(as_written=True)
            written.notes[:0] = notes_before
            return Reading(
                understood.mode, wanted, written.pieces, understood, written.expression, (), evidence, written.notes
            )
        notes = [*notes_before, *misspelled]
        is_nearest = understood.mode in _AS_WRITTEN
        if is_nearest:
            understood = replace(understood, mode=Mode.HYBRID)
        found = self._pieces(query, understood, filters, wanted, cancel)
        if understood.mode is Mode.HYBRID and not is_nearest and self.status.phase is Phase.READY and not found.total:
            notes += unknown_names(understood, self.corpus.segments)
        if understood.translation:
            notes += understood.translation.notes(partial(stands, self.corpus.segments))
        if is_nearest:
            notes.append(NEAREST)
        pieces, notes = filters.text.kept(found.pieces, self.lines), [*notes, *found.notes]
        is_read_again = self.reranking is not None and not self.reranking.is_builtin and not found.notes
        is_kept = is_read_again or found.total is not None  # all of a kind were found for the first page
        return Reading(
            understood.mode, wanted, pieces, understood, None, (), found.evidence, notes, is_kept, found.total
        )

    def _to_hits(
        self, query: SearchQuery, cancel: CancelToken, reading: Reading, pieces: Sequence[Piece], max_chars: int | None
    ) -> tuple[list[Hit], bool]:
        if query.pack is Pack.CONTEXT:
            earlier = group_copies(iter(reading.before), self.lines, len(reading.before))
            pieces = with_neighbours(pieces, self._present.chunk_lines, earlier)
        hits, truncated = to_hits(pieces, self._source, reading.wanted, query.pack, max_chars, query.explain)
        if reading.expression is not None:
            hits = mark_written(hits, self.root, self.lines, reading.expression)
        elif reading.understood is not None:
            hits = mark_words(hits, self.root, self.shown, reading.understood)
        history = self.corpus.state.history
        if history is not None and reading.understood is not None and (query.explain or query.pack is Pack.CONTEXT):
            hits = with_commits(hits, self.root, history, reading.understood, HITS_WITH_RELATED)
        if query.pack is Pack.CONTEXT:
            relations = Relations(self.root, self.calls, self.shown, self._present.symbol)
            left = room_beside(hits, max_chars)
            for place, hit in enumerate(hits[:HITS_WITH_RELATED]):
                cancel.check()
                if self.drift(relative_to(hit.path, self.root)) is not None:
                    continue  # calls are told by places of the index
                related, left = relations.that_fit(hit, left)
                truncated |= left < 0
                hits[place] = replace(hit, related=related)
        return hits, truncated

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Return code like that of some lines, best first; those lines themselves are left out.

        Raises:
            InvalidQuery: if there is nothing at that place.
            Cancelled: between steps.
        """
        started = time.perf_counter()
        path = relative_to(query.path, self.root)
        start, end = self._lines_meant(path, query.span)
        text = "\n".join(self.lines(path)[start:end])
        if not text.strip():
            if not any(map(str.strip, self.lines(path))):
                raise InvalidQuery("uri", f"{query.path.name} holds no text or is no file; name a file that holds code")
            raise InvalidQuery("position", "there is no code at this place; choose lines that hold some")
        found = alike(self.corpus, self.lines(path), path, (start, end), self._present.pieces, cancel)
        wanted = self._wanted(found.understood, NO_FILTER)
        shown = group_copies(self._distinct(found.pieces, wanted), self.lines, query.limit)[: query.limit]
        cancel.check()
        hits, _ = to_hits(shown, self._source, wanted, Pack.CHUNK, None, explain=False)
        took_ms = (time.perf_counter() - started) * 1_000
        evidence = Evidence(known=found.known, covered=covered_by(shown)) if shown else NO_EVIDENCE
        confidence = confidence_of(evidence, self.status)
        return SearchAnswer(tuple(hits), Mode.HYBRID, self.status, took_ms=took_ms, confidence=confidence)

    def _like(self, cancel: CancelToken, path: str, span: Span) -> Iterator[Piece] | None:
        """Return the pieces like some lines of a file, or the definition around one, best first; None without text."""
        lines, (start, end) = self.lines(path), self._lines_meant(path, span)
        if not any(map(str.strip, lines[start:end])):
            return None
        found = alike(self.corpus, lines, path, (start, end), self._present.pieces, cancel)
        return self._distinct(found.pieces, self._wanted(found.understood, NO_FILTER))

    def _lines_meant(self, path: str, span: Span) -> tuple[int, int]:
        beside = self._present.symbols(path, (span.start_line, span.start_line + 1))
        return lines_meant(span, beside, self._present.chunk_lines(path))

    @property
    def _reader(self) -> Reader:
        return Reader(self.root, self.corpus, self.lines, self.kept_names)

    @property
    def _present(self) -> Present:
        return Present(self.corpus, self.drift)

    @property
    def _source(self) -> Source:
        return Source(self.root, self.shown, self._present.symbols, self._is_ascii)

    def _wanted(self, understood: Understanding, filters: Filter) -> Wanted:
        return Wanted(self.corpus.postings(understood.terms).weightiest, understood.parts, filters.kinds)

    def _distinct(self, pieces: Iterable[Piece], wanted: Wanted) -> Iterator[Piece]:
        source = self._source
        return without_repeats(pieces, lambda piece: definition_of(piece, source, wanted))

    # -- channels

    def _written(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> Written | None:
        """Find the query as it is written; None if it stands nowhere, or if the nearest is better than no answer."""
        if understood.mode not in _AS_WRITTEN:
            return None
        serves_better = query.mode is Mode.AUTO and understood.word_count > 0
        try:
            written = Finder(self.corpus, filters, self.texts, self.lines, cancel).find(understood, query)
        except InvalidQuery:
            if serves_better:
                return None  # it only looks like a pattern
            raise
        return None if written.is_empty and serves_better else written

    def _pieces(
        self, query: SearchQuery, understood: Understanding, filters: Filter, wanted: Wanted, cancel: CancelToken
    ) -> _Answering:
        here, embedder = where(query, self.root), self.corpus.embedder
        question = Question(understood, self.calls, filters, cancel, here.active)

        def shown(pieces: Iterable[Piece]) -> Iterator[Piece]:
            return filters.text.kept(self._present.leading(pieces), self.lines)

        if not query.text:
            return _Answering(self._present.pieces(telling(question)), Evidence(as_written=True))
        if understood.mode is Mode.VECTOR and embedder is None:
            if self.status.phase is Phase.STARTING:
                return _Answering(iter(()))  # the model is still being loaded
            raise InvalidQuery("mode", "vector needs an embedding model; set embedding.model or use another mode")
        if query.is_free and (listed := listing(question, shown)):
            return _Answering(iter(listed.pieces), Evidence(as_written=True), [listed.note], len(listed.pieces))
        first, understood, is_unknown = leading(question, query)
        evidence = Evidence(
            as_written=any(piece.symbol is None for piece in first),
            named=max((piece.score for piece in first), default=0.0),
            letters=len(query.text.strip()),
        )
        if query.mode is Mode.SYMBOL:
            return _Answering(self._present.pieces(first), evidence)
        cancel.check()
        found = recall(self.corpus, understood, filters, cancel)
        explain = query.explain or self.reranking is not None  # the second look reads the signals
        following = ranked(self.corpus, found, understood, query.weights, here=here, explain=explain)
        following, notes = reranked(self.reranking, query, understood, following, self.corpus.names)
        likeliest = [*islice(following, FIRST_HITS)]
        evidence = replace(
            evidence,
            has_identifier=bool(found.chunks.defined.any()),
            known=found.known,
            covered=covered_by(likeliest),
            nearest=nearest_known(found.similar, understood.telling, embedder.knows) if embedder else 0.0,
        )
        following = spread(self._present.pieces(below(first, chain(likeliest, following))), self.lines)
        notes = [NEAREST, *notes] if is_unknown else notes
        if self.status.phase is Phase.READY:
            notes = [*missing_tests(understood, first, likeliest, self.corpus), *notes]
        return _Answering(self._distinct(chain(self._present.leading(first), following), wanted), evidence, notes)

    def _is_ascii(self, path: str) -> bool:
        record = self.corpus.file(path)
        return record is not None and record.is_ascii
