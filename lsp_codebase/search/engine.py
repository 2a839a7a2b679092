"""Answers a query over one codebase: understand, recall, rank, pack. Reads the store and the symbol table only."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from lsp_codebase.arrays import union
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, IndexStatus, Mode, Pack, Phase, SearchAnswer, SearchQuery, SimilarQuery
from lsp_codebase.search.calls import Relations
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.defined_names import named, named_by_all_words
from lsp_codebase.search.editor_context import NOWHERE, Here, nearness, where
from lsp_codebase.search.exact import find_literal, find_pattern
from lsp_codebase.search.features import Candidates, measure
from lsp_codebase.search.filters import NO_FILTER, Filter, compile_filter
from lsp_codebase.search.hits import Source, to_hits
from lsp_codebase.search.lexical import Array, LexicalMatches
from lsp_codebase.search.locations import named_places
from lsp_codebase.search.near_duplicates import group_copies
from lsp_codebase.search.pack import Chunks, Piece, page, read_cursor, widen
from lsp_codebase.search.pasted import copied_from
from lsp_codebase.search.priors import FILE_HEAD, file_prior
from lsp_codebase.search.query_form import Understanding, understand
from lsp_codebase.search.rank import (
    ONLY_VECTORS,
    WITHOUT_VECTORS,
    RankedFiles,
    Weights,
    decayed_order,
    rank,
    weighted_sum,
)
from lsp_codebase.search.similar import WEIGHTS as SIMILAR_WEIGHTS
from lsp_codebase.search.similar import lines_meant, understand_code

logger = logging.getLogger(__name__)

_LEXICAL_POOL = 300
_VECTOR_POOL = 200
_LONGEST_NAME_WORDS = 8
_HITS_WITH_RELATED = 3
_DECAY = 0.8  # for each further chunk of a file: 1.0 loses file NDCG, 0.7 span NDCG and answers within 4,000 tokens
_NAMED_VECTOR_WEIGHT = 0.2  # when the query names an identifier or a path that exists


@dataclass(frozen=True, slots=True)
class Engine:
    """What a search reads. Made anew for each query, so that it sees one state of the index."""

    root: Path
    corpus: Corpus
    lines: Callable[[str], Sequence[str]]
    shown: Callable[[str], Sequence[str]]  # the same lines, as answers may show them
    status: IndexStatus

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a query.

        Raises:
            InvalidQuery: for what only an index can tell: a pattern, a cursor, a mode without its model.
            Cancelled: between steps.
        """
        started = time.perf_counter()
        filters = compile_filter(query, self.root)
        # Weights weigh the two channels of a hybrid search, whatever the query looks like.
        is_weighted = query.weights is not None and query.mode is Mode.AUTO
        understood = understand(query.text, Mode.HYBRID if is_weighted else query.mode)
        logger.debug("search %s: %s where %s", understood.mode.value, query.text[:80], filters.where)
        pieces = self._pieces(query, understood, filters, cancel)
        if query.mode is Mode.AUTO and understood.mode in (Mode.EXACT, Mode.REGEX):
            first = next(pieces, None)
            if first is not None:
                pieces = chain([first], pieces)
            elif understood.word_count:  # nothing is as it is written: the nearest will serve better than no answer
                understood = understand(query.text, Mode.HYBRID)
                pieces = self._pieces(query, understood, filters, cancel)
        wanted = read_cursor(query.cursor) + query.limit + 1
        shown = page(group_copies(pieces, self.lines, wanted), query.limit, query.cursor)
        cancel.check()
        hits, truncated = to_hits(
            shown.pieces, self._source, understood.parts, filters.kinds, query.pack, query.max_chars, query.explain
        )
        if query.pack is Pack.CONTEXT:
            relations = Relations(self.root, self.corpus, self.shown)
            for place, hit in enumerate(hits[:_HITS_WITH_RELATED]):
                cancel.check()
                hits[place] = replace(hit, related=relations.of_hit(hit))
        return SearchAnswer(
            hits=tuple(hits),
            mode=understood.mode,
            status=self.status,
            truncated=truncated,
            next_cursor=shown.next_cursor,
            took_ms=(time.perf_counter() - started) * 1_000,
        )

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
            raise InvalidQuery("position", "there is no code at this place; choose lines that hold some")
        understood = understand_code(text)
        found, similar = self._candidates(understood, NO_FILTER, cancel)
        pieces = (
            piece
            for piece in self._ranked(found, similar, understood, SIMILAR_WEIGHTS)
            if piece.path != path or piece.end_line <= start or end <= piece.start_line
        )
        shown = group_copies(pieces, self.lines, query.limit)[: query.limit]
        cancel.check()
        hits, _ = to_hits(shown, self._source, understood.parts, frozenset(), Pack.CHUNK, None, explain=False)
        took_ms = (time.perf_counter() - started) * 1_000
        return SearchAnswer(tuple(hits), Mode.HYBRID, self.status, took_ms=took_ms)

    @property
    def _embedder(self) -> Embedder | None:
        return self.corpus.state.model.embedder if self.corpus.state.model else None

    @property
    def _source(self) -> Source:
        return Source(self.root, self.shown, self.corpus.names.in_file, self._is_ascii, self.corpus.chunk_lines)

    # -- channels

    def _pieces(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> Iterator[Piece]:
        if understood.mode is Mode.EXACT:
            return find_literal(self.corpus, understood, filters, self.lines)
        if understood.mode is Mode.REGEX:
            try:
                return find_pattern(self.corpus, understood, filters)
            except InvalidQuery:
                if query.mode is Mode.REGEX:
                    raise
                return iter(())  # it only looks like a pattern
        if understood.mode is Mode.VECTOR and self._embedder is None:
            if self.status.phase is Phase.STARTING:
                return iter(())  # the model is still being loaded
            raise InvalidQuery("mode", "vector needs an embedding model; set embedding.model or use another mode")
        leading, understood = self._leading(query, understood, filters, cancel)
        if query.mode is Mode.SYMBOL:
            return iter(leading)
        cancel.check()
        here = where(query, self.root)
        found, similar = self._candidates(understood, filters, cancel)
        following = self._ranked(found, similar, understood, query.weights, here=here, explain=query.explain)
        return _without_repeats(chain(leading, _below(leading, following)))

    def _leading(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> tuple[Sequence[Piece], Understanding]:
        """Return what is sure to be meant, and how to read the query for what follows it."""
        if query.mode is Mode.AUTO and not query.weights:
            leading = named_places(self.corpus, understood, filters)
            if not leading and understood.mode is Mode.HYBRID:
                leading = copied_from(self.corpus, understood, filters)
            if leading:
                return leading, understand(query.text, Mode.HYBRID)
        if understood.mode is Mode.SYMBOL:
            leading = named(self.corpus.names, understood.text, where(query, self.root).active, filters, cancel)
            # What nothing is called is meant as words.
            return leading, understood if leading else understand(query.text, Mode.HYBRID)
        if understood.mode is Mode.HYBRID and not query.weights and 2 <= understood.word_count <= _LONGEST_NAME_WORDS:
            return named_by_all_words(self.corpus.names, understood, filters, cancel), understood
        return (), understood

    def _candidates(
        self, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> tuple[Candidates, dict[int, float] | None]:
        """Return the chunks worth ranking, and the similarity of those that have a vector."""
        vector = None
        if self._embedder is not None and understood.mode in (Mode.HYBRID, Mode.VECTOR):
            vector = self._embedder.embed_query(understood.meaning)
        matches = LexicalMatches(self.corpus.segments, understood.terms)
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
        return measure(matches, understood, chunk_ids), similar

    def _ranked(
        self,
        found: Candidates,
        similar: dict[int, float] | None,
        understood: Understanding,
        weights: Weights | tuple[float, float] | None = None,
        *,
        here: Here = NOWHERE,
        explain: bool = False,
    ) -> Iterator[Piece]:
        """Yield candidates best first. A pair of weights is a plain sum of the two channels."""
        found, files = self._in_order(found)
        if not files.records:
            return iter(())
        vectors: Array | None = None
        if similar is not None:
            vectors = np.array([similar.get(chunk_id, np.nan) for chunk_id in found.chunk_ids.tolist()])
        if isinstance(weights, tuple):
            ranking = weighted_sum(found, vectors, *weights)
        else:
            weights = weights or weights_for(understood, found, has_vectors=similar is not None)
            near = nearness(files.paths, here)
            ranking = rank(found, vectors, files, _priors(found, files, understood), near, understood, weights)
        owners = files.of_row.tolist()
        starts, ends, scores = found.start_lines.tolist(), found.end_lines.tolist(), ranking.scores.tolist()
        ordered = decayed_order(scores, owners, _DECAY)
        signals = ranking.signals if explain else {}
        return (
            Piece(
                files.records[owners[row]].path,
                files.records[owners[row]].language,
                start,
                end,
                score,
                {name: float(values[row]) for name, values in signals.items()},
                core=(starts[row], ends[row]),
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


def _priors(found: Candidates, files: RankedFiles, understood: Understanding) -> Array:
    of_file = [file_prior(record, understood) for record in files.records]
    has_several = np.array([record.chunks > 1 for record in files.records])
    heads = (found.start_lines == 0) & has_several[files.of_row]
    return np.array(of_file)[files.of_row] * np.where(heads, FILE_HEAD, 1.0)


def weights_for(understood: Understanding, found: Candidates, *, has_vectors: bool = True) -> Weights:
    """Return the weights that a query asks for by its form."""
    if understood.mode is Mode.VECTOR:
        return ONLY_VECTORS
    if not has_vectors:
        return WITHOUT_VECTORS
    is_named = bool(found.identifiers.any() or understood.paths)
    return Weights(vector=_NAMED_VECTOR_WEIGHT) if is_named else Weights()


def _below(leading: Sequence[Piece], following: Iterator[Piece]) -> Iterator[Piece]:
    """Scale what follows so that scores keep falling over the whole answer."""
    if not leading:
        yield from following
        return
    last = min(piece.score for piece in leading)
    top = 0.0
    for piece in following:
        top = top or piece.score or 1.0
        yield replace(piece, score=piece.score / top * last * 0.95)


def _without_repeats(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Drop a piece whose lines mostly were shown already."""
    shown: dict[str, list[tuple[int, int]]] = {}
    for piece in pieces:
        spans = shown.setdefault(piece.path, [])
        length = max(piece.end_line - piece.start_line, 1)
        seen = sum(max(0, min(piece.end_line, end) - max(piece.start_line, start)) for start, end in spans)
        if seen * 2 <= length:
            spans.append((piece.start_line, piece.end_line))
            yield piece
