"""Answers a query over one codebase: understand, recall, rank, pack. Reads the store and the symbol table only."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import union
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, Hit, IndexStatus, Mode, Pack, Phase, SearchAnswer, SearchQuery, SimilarQuery
from lsp_codebase.search.called import called_by_first
from lsp_codebase.search.calls import Calls
from lsp_codebase.search.confidence import FIRST_HITS, NO_EVIDENCE, Evidence, confidence_of, covered_by, nearest_known
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.cursors import digest, question_of
from lsp_codebase.search.defined_names import all_named, named, named_by_all_words, telling
from lsp_codebase.search.editor_context import NOWHERE, Here, where
from lsp_codebase.search.environment import with_readers
from lsp_codebase.search.exact import Finder, Written
from lsp_codebase.search.features import Candidates, measure
from lsp_codebase.search.file_evidence import file_evidence
from lsp_codebase.search.filters import NO_FILTER, Filter, compile_filter
from lsp_codebase.search.history import with_commits
from lsp_codebase.search.hits import Source, definition_of, room_beside, to_hits
from lsp_codebase.search.lexical import Array, LexicalMatches, stands
from lsp_codebase.search.locations import named_places
from lsp_codebase.search.matches import mark_words, mark_written
from lsp_codebase.search.messages import printed_by
from lsp_codebase.search.near_duplicates import group_copies
from lsp_codebase.search.pack import Chunks, Piece, widen
from lsp_codebase.search.paging import HITS_WITH_RELATED, Found, answer
from lsp_codebase.search.pasted import copied_from
from lsp_codebase.search.priors import chunk_priors, without_translations
from lsp_codebase.search.query_form import Understanding, joined_names, understand
from lsp_codebase.search.rank import (
    RankedFiles,
    Weights,
    decayed_order,
    rank,
    weighted_sum,
    weights_for,
)
from lsp_codebase.search.relations import Relations
from lsp_codebase.search.repeats import without_repeats
from lsp_codebase.search.rerank import Reranking, reranked
from lsp_codebase.search.routes import routes_of
from lsp_codebase.search.shown_texts import shown_in
from lsp_codebase.search.similar import WEIGHTS as SIMILAR_WEIGHTS
from lsp_codebase.search.similar import lines_meant, understand_code
from lsp_codebase.search.streams import KeptPieces, Reading, Stream
from lsp_codebase.search.surroundings import with_neighbours
from lsp_codebase.search.telling import Wanted
from lsp_codebase.search.uses import uses_of

logger = logging.getLogger(__name__)

_AS_WRITTEN = (Mode.EXACT, Mode.REGEX)
_LEXICAL_POOL = 300
_VECTOR_POOL = 200
_LONGEST_NAME_WORDS = 8
_DECAY = 0.8  # for each further chunk of a file: 1.0 loses file NDCG, 0.7 span NDCG and answers within 4,000 tokens
_NEAREST = "nothing stands anywhere as it is written: looked for by words and meaning"


class _Answering(NamedTuple):
    """Pieces, best first, and what speaks for them before they are looked at."""

    pieces: Iterator[Piece]
    evidence: Evidence = NO_EVIDENCE
    notes: Sequence[str] = ()


class _Recalled(NamedTuple):
    """The chunks worth ranking, the similarity of those that have a vector, and how much of the query is known.

    `vector` is that of the query, None where nothing is compared by meaning.
    """

    chunks: Candidates
    similar: dict[int, float] | None
    known: float
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class Engine:
    """What a search reads. Made anew for each query, so that it sees one state of the index."""

    root: Path
    corpus: Corpus
    lines: Callable[[str], Sequence[str]]
    shown: Callable[[str], Sequence[str]]  # the same lines, as answers may show them
    texts: Callable[[Sequence[str]], list[bytes]]  # those lines as one text a file, to look through
    status: IndexStatus
    reranking: Reranking | None = None  # of a question that may take its time

    @property
    def calls(self) -> Calls:
        """The calls in this state."""
        return Calls(self.corpus, self.lines)

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a query from this codebase alone; see `find`."""
        return answer(query, [self.find(query, cancel)], cancel)

    def find(self, query: SearchQuery, cancel: CancelToken, kept: KeptPieces | None = None) -> Found:
        """Return what answers a query, to be taken page by page; nothing is looked for yet.

        What the answer raises:
            InvalidQuery: for what only an index can tell: a pattern, a mode without its model.
            Cancelled: between steps.
        """
        filters = compile_filter(query, self.root)
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
            lines=None if query.mode is Mode.SYMBOL else self.lines,
            to_hits=partial(self._to_hits, query, cancel),
        )

    def asks_for_written(self, query: SearchQuery) -> bool:
        """Whether a query asks for a literal or a pattern."""
        return self._understood(query).mode in _AS_WRITTEN

    def finds_written(self, query: SearchQuery, cancel: CancelToken) -> bool:
        """Whether a query is answered by what is written, or by nothing; not by words and meaning. Raises as `find`."""
        filters = compile_filter(query, self.root)
        return self._written(query, self._understood(query), filters, cancel) is not None

    def _understood(self, query: SearchQuery) -> Understanding:
        # Weights weigh the two channels of a hybrid search, whatever the query looks like.
        is_weighted = query.weights is not None and query.mode is Mode.AUTO
        mode = Mode.HYBRID if is_weighted else query.mode if query.text else Mode.SYMBOL
        is_written = bool(query.case_sensitive or query.whole_word)
        return understand(query.text, mode, is_written=is_written, stands=partial(stands, self.corpus.segments))

    def _read(self, query: SearchQuery, filters: Filter, cancel: CancelToken) -> Reading:
        understood = self._understood(query)
        logger.debug("search %s: %s", understood.mode.value, query.text[:80])
        wanted = self._wanted(understood, filters)
        written = self._written(query, understood, filters, cancel)
        if written is not None:
            evidence = Evidence(as_written=True)
            return Reading(
                understood.mode, wanted, written.pieces, understood, written.expression, (), evidence, written.notes
            )
        notes = [*understood.translation.notes(partial(stands, self.corpus.segments))] if understood.translation else []
        if understood.mode in _AS_WRITTEN:
            understood = replace(understood, mode=Mode.HYBRID)
            notes.append(_NEAREST)
        found = self._pieces(query, understood, filters, wanted, cancel)
        pieces, notes = filters.text.kept(found.pieces, self.lines), [*notes, *found.notes]
        is_kept = self.reranking is not None and not self.reranking.is_builtin and not found.notes
        return Reading(understood.mode, wanted, pieces, understood, None, (), found.evidence, notes, is_kept)

    def _to_hits(
        self, query: SearchQuery, cancel: CancelToken, reading: Reading, pieces: Sequence[Piece], max_chars: int | None
    ) -> tuple[list[Hit], bool]:
        if query.pack is Pack.CONTEXT:
            earlier = group_copies(iter(reading.before), self.lines, len(reading.before))
            pieces = with_neighbours(pieces, self.corpus.chunk_lines, earlier)
        hits, truncated = to_hits(pieces, self._source, reading.wanted, query.pack, max_chars, query.explain)
        if reading.expression is not None:
            hits = mark_written(hits, self.root, self.lines, reading.expression)
        elif reading.understood is not None:
            hits = mark_words(hits, self.root, self.shown, reading.understood)
        history = self.corpus.state.history
        if history is not None and reading.understood is not None and (query.explain or query.pack is Pack.CONTEXT):
            hits = with_commits(hits, self.root, history, reading.understood, HITS_WITH_RELATED)
        if query.pack is Pack.CONTEXT:
            relations = Relations(self.root, self.calls, self.shown)
            left = room_beside(hits, max_chars)
            for place, hit in enumerate(hits[:HITS_WITH_RELATED]):
                cancel.check()
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
        path = query.path.relative_to(self.root).as_posix()
        start, end = lines_meant(query.span, self.corpus.names.in_file(path), self.corpus.chunk_lines(path))
        text = "\n".join(self.lines(path)[start:end])
        if not text.strip():
            if not any(map(str.strip, self.lines(path))):
                raise InvalidQuery("uri", f"{query.path.name} holds no text or is no file; name a file that holds code")
            raise InvalidQuery("position", "there is no code at this place; choose lines that hold some")
        understood = understand_code(text)
        found = self._candidates(understood, NO_FILTER, cancel)
        pieces = (
            piece
            for piece in self._ranked(found, understood, SIMILAR_WEIGHTS)
            if piece.path != path or piece.end_line <= start or end <= piece.start_line
        )
        wanted = self._wanted(understood, NO_FILTER)
        shown = group_copies(self._distinct(pieces, wanted), self.lines, query.limit)[: query.limit]
        cancel.check()
        hits, _ = to_hits(shown, self._source, wanted, Pack.CHUNK, None, explain=False)
        took_ms = (time.perf_counter() - started) * 1_000
        evidence = Evidence(known=found.known, covered=covered_by(shown)) if shown else NO_EVIDENCE
        confidence = confidence_of(evidence, self.status)
        return SearchAnswer(tuple(hits), Mode.HYBRID, self.status, took_ms=took_ms, confidence=confidence)

    @property
    def _embedder(self) -> Embedder | None:
        return self.corpus.state.model.embedder if self.corpus.state.model else None

    @property
    def _source(self) -> Source:
        return Source(self.root, self.shown, self.corpus.names.in_file, self._is_ascii)

    def _wanted(self, understood: Understanding, filters: Filter) -> Wanted:
        return Wanted(self.corpus.postings(understood.terms).weightiest, understood.parts, filters.kinds)

    def _distinct(self, pieces: Iterable[Piece], wanted: Wanted) -> Iterator[Piece]:
        source = self._source
        return without_repeats(pieces, lambda piece: definition_of(piece, source, wanted))

    # -- channels

    def _written(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> Written | None:
        """Find what is asked for as it is written; None if it is not, or if the nearest is better than no answer."""
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
        if not query.text:
            return _Answering(iter(telling(self.corpus.names, filters, cancel)), Evidence(as_written=True))
        if understood.mode is Mode.VECTOR and self._embedder is None:
            if self.status.phase is Phase.STARTING:
                return _Answering(iter(()))  # the model is still being loaded
            raise InvalidQuery("mode", "vector needs an embedding model; set embedding.model or use another mode")
        leading, understood = self._leading(query, understood, filters, cancel)
        if query.mode is Mode.AUTO:
            leading = without_translations(leading, understood)
        evidence = Evidence(
            as_written=any(piece.symbol is None for piece in leading),
            named=max((piece.score for piece in leading), default=0.0),
            letters=len(query.text.strip()),
        )
        if query.mode is Mode.SYMBOL:
            return _Answering(iter(leading), evidence)
        cancel.check()
        here = where(query, self.root)
        found = self._candidates(understood, filters, cancel)
        explain = query.explain or self.reranking is not None  # what looks again looks at the signals
        following = self._ranked(found, understood, query.weights, here=here, explain=explain)
        following, notes = reranked(self.reranking, query, understood, following)
        first = [*islice(following, FIRST_HITS)]
        evidence = replace(
            evidence,
            has_identifier=bool(found.chunks.defined.any()),
            known=found.known,
            covered=covered_by(first),
            nearest=nearest_known(found.similar, understood.telling, self._embedder.knows) if self._embedder else 0.0,
        )
        following = chain(first, following)
        return _Answering(self._distinct(chain(leading, _below(leading, following)), wanted), evidence, notes)

    def _leading(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> tuple[Sequence[Piece], Understanding]:
        """Return what is sure to be meant, and how to read the query for what follows it."""
        if query.mode is Mode.AUTO and not query.weights:
            leading = named_places(self.corpus, understood, filters)
            if not leading and understood.mode is Mode.HYBRID:
                leading = (
                    routes_of(self.corpus, understood, filters)
                    or shown_in(self.corpus, understood, filters)
                    or copied_from(self.corpus, understood, filters)
                    or printed_by(self.corpus, understood, filters)
                    or uses_of(self.calls, understood, filters)
                )
            if not leading and (names := joined_names(query)):
                active = where(query, self.root).active
                found = [one for name in names for one in named(self.corpus.names, name, active, filters, cancel)]
                leading = sorted(found, key=lambda piece: -piece.score)
            if leading:
                return leading, replace(understood, mode=Mode.HYBRID)
        if query.mode is Mode.SYMBOL:
            active = where(query, self.root).active
            return all_named(self.corpus.names, query.text, active, filters, cancel), understood
        if understood.mode is Mode.SYMBOL:
            leading = named(self.corpus.names, understood.text, where(query, self.root).active, filters, cancel)
            leading = with_readers(self.corpus, understood, filters, leading)
            # What nothing is called is meant as words.
            return leading, understood if leading else replace(understood, mode=Mode.HYBRID)
        if understood.mode is Mode.HYBRID and not query.weights and 2 <= understood.word_count <= _LONGEST_NAME_WORDS:
            return named_by_all_words(self.corpus.names, understood, filters, cancel), understood
        return (), understood

    def _candidates(self, understood: Understanding, filters: Filter, cancel: CancelToken) -> _Recalled:
        vector = None
        if self._embedder is not None and understood.mode in (Mode.HYBRID, Mode.VECTOR):
            vector = self._embedder.embed_query(understood.meaning)
        matches = LexicalMatches(self.corpus.postings(understood.terms))
        chunk_ids = np.empty(0, np.int64)
        if understood.mode is not Mode.VECTOR:
            chunk_ids = matches.best(_LEXICAL_POOL, self.corpus.passing(filters))
        cancel.check()
        similar: dict[int, float] | None = None
        if vector is not None:
            similar = self.corpus.nearest(vector, _VECTOR_POOL, filters)
            chunk_ids = union(chunk_ids, np.fromiter(similar, np.int64, len(similar)))
            similar.update(self.corpus.similarities(vector, set(chunk_ids.tolist()) - similar.keys()))
            cancel.check()
        return _Recalled(measure(matches, understood, chunk_ids), similar, matches.known, vector)

    def _ranked(
        self,
        recalled: _Recalled,
        understood: Understanding,
        weights: Weights | tuple[float, float] | None = None,
        *,
        here: Here = NOWHERE,
        explain: bool = False,
    ) -> Iterator[Piece]:
        """Yield candidates best first. A pair of weights is a plain sum of the two channels, of which one must find."""
        found, files = self._in_order(recalled.chunks)
        if not files.records:
            return iter(())
        vectors: Array | None = None
        if (similar := recalled.similar) is not None:
            vectors = np.array([similar.get(chunk_id, np.nan) for chunk_id in found.chunk_ids.tolist()])
        if isinstance(weights, tuple):
            ranking = weighted_sum(found, vectors, *weights)
        else:
            weights = weights or weights_for(understood, found, has_vectors=similar is not None)
            evidence = file_evidence(files.paths, understood, recalled.vector, weights, here, self.corpus.state)
            priors = chunk_priors(found, files, understood)
            ranking = rank(found, vectors, files, priors, evidence, understood, weights)
            if weights.called:
                called = called_by_first(self.corpus, found, files, ranking.scores)
                ranking = ranking.lifted("called", priors * called, weights.called / weights.total)
        owners = files.of_row.tolist()
        starts, ends, scores = found.start_lines.tolist(), found.end_lines.tolist(), ranking.scores.tolist()
        covered = found.covered.tolist()
        ordered = decayed_order(scores, owners, _DECAY)
        if isinstance(weights, tuple):  # else 0 is merely less than the rest
            ordered = takewhile(lambda row_and_score: row_and_score[1] > 0, ordered)
        return (
            Piece(
                files.records[owners[row]].path,
                files.records[owners[row]].language,
                start,
                end,
                score,
                ranking.explained(row, score) if explain else {},
                core=(starts[row], ends[row]),
                covered=covered[row],
            )
            for row, score, start, end in widen(ordered, Chunks(owners, starts, ends, scores))
        )

    def _in_order(self, found: Candidates) -> tuple[Candidates, RankedFiles]:
        """Return the candidates of live files by path and line, so that ties are stable, and their files."""
        file_ids, of_row = np.unique(found.file_ids, return_inverse=True)
        owners = [self.corpus.owner(file_id) for file_id in file_ids.tolist()]
        by_path = sorted((record.path, place, record) for place, record in enumerate(owners) if record is not None)
        place_of = np.full(len(owners), -1, np.intp)
        place_of[[place for _, place, _ in by_path]] = np.arange(len(by_path))
        files = place_of[of_row]
        order = np.lexsort((found.start_lines, files))[np.count_nonzero(files < 0) :]
        return found.take(order), RankedFiles([record for *_, record in by_path], files[order])

    def _is_ascii(self, path: str) -> bool:
        record = self.corpus.file(path)
        return record is not None and record.is_ascii


def _below(leading: Sequence[Piece], following: Iterator[Piece]) -> Iterator[Piece]:
    """Scale what follows so that scores keep falling over the whole answer."""
    if not leading:
        yield from following
        return
    last = min(piece.score for piece in leading)
    top = 0.0
    for piece in following:
        top = top or piece.score or 1.0
        scale = last * 0.95 / top
        signals = {name: value * scale for name, value in piece.signals.items()}
        yield replace(piece, score=piece.score * scale, signals=signals)
