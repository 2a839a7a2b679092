"""Answers a query over one codebase: understand, recall, rank, pack. Reads the store and the symbol table only."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa

from lsp_codebase.embed import Embedder
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, IndexStatus, Mode, SearchAnswer, SearchQuery
from lsp_codebase.parse.tokens import joined, split_identifier, words
from lsp_codebase.search.exact import find_literal, find_pattern
from lsp_codebase.search.features import COLUMNS, Array, measure
from lsp_codebase.search.filters import Filter, compile_filter, validate
from lsp_codebase.search.overlay import NOTHING, Overlay
from lsp_codebase.search.pack import Piece, Source, page, to_hits, widen
from lsp_codebase.search.priors import prior
from lsp_codebase.search.rank import ONLY_VECTORS, Weights, decayed_order, rank, weighted_sum
from lsp_codebase.search.understanding import Understanding, understand
from lsp_codebase.store import FileRecord, Store, by_words
from lsp_codebase.symbols import SymbolContext, SymbolMatch, SymbolTable

logger = logging.getLogger(__name__)

_LEXICAL_POOL = 300
_VECTOR_POOL = 200
_DECAY = 0.7  # for each further chunk of a file: 1.0 loses 0.04 file NDCG, 0.5 loses 0.03 span NDCG
_NAMED_DECAY = 0.75
_NAMED_VECTOR_WEIGHT = 0.2  # when the query names an identifier or a path that exists

_LEAST_SYMBOL_SCORE = 0.55
_SURE_SYMBOL_SCORE = 0.9
_SYMBOLS_PER_FILE = 3
_MOST_SYMBOLS = 100
_MOST_JOINED_SYMBOLS = 5
_LONGEST_NAME_WORDS = 8
_SYMBOL_LINES = 40


@dataclass(frozen=True, slots=True)
class Engine:
    """What a search reads. Made anew for each query, so that it sees one state of the index."""

    root: Path
    store: Store
    symbols: SymbolTable
    embedder: Embedder | None
    lines: Callable[[str], Sequence[str]]
    status: IndexStatus
    overlay: Overlay = NOTHING

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a query.

        Raises:
            InvalidQuery: naming the field, before any work.
            Cancelled: between steps.
        """
        started = time.perf_counter()
        validate(query)
        filters = compile_filter(query, self.root)
        # Weights weigh the two channels of a hybrid search, whatever the query looks like.
        is_weighted = query.weights is not None and query.mode is Mode.AUTO
        understood = understand(query.text, Mode.HYBRID if is_weighted else query.mode)
        logger.debug("search %s: %s where %s", understood.mode.value, query.text[:80], filters.where)
        pieces = self._pieces(query, understood, filters, cancel)
        shown = page(pieces, query.limit, query.cursor)
        cancel.check()
        source = Source(self.root, self.lines, self.symbols.in_file, self._is_ascii)
        hits, truncated = to_hits(
            shown.pieces, source, understood.parts, filters.kinds, query.pack, query.max_chars, query.explain
        )
        return SearchAnswer(
            hits=tuple(hits),
            mode=understood.mode,
            status=self.status,
            truncated=truncated,
            next_cursor=shown.next_cursor,
            took_ms=(time.perf_counter() - started) * 1_000,
        )

    # -- channels

    def _pieces(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> Iterator[Piece]:
        if understood.mode is Mode.EXACT:
            return find_literal(self.store, self.overlay, understood, filters)
        if understood.mode is Mode.REGEX:
            return find_pattern(self.store, self.overlay, understood, filters)
        if understood.mode is Mode.VECTOR and self.embedder is None:
            raise InvalidQuery("mode", "vector needs an embedding model; set embedding.model or use another mode")
        leading: Sequence[Piece] = ()
        if understood.mode is Mode.SYMBOL:
            leading = self._named(understood.text, query, filters, cancel)
            if query.mode is Mode.SYMBOL:
                return iter(leading)
        elif understood.mode is Mode.HYBRID and not query.weights and 2 <= understood.word_count <= _LONGEST_NAME_WORDS:
            leading = self._named_by_all_words(understood, filters, cancel)
        cancel.check()
        following = self._chunks(query, understood, filters, cancel)
        return _without_repeats(chain(leading, _below(leading, following)))

    def _named(self, text: str, query: SearchQuery, filters: Filter, cancel: CancelToken) -> list[Piece]:
        """Return the definitions that a name, however spelled, means: sure ones, or the few best guesses."""
        context = _context(filters, _relative(query.active_path, self.root))
        found = self.symbols.search(text.strip(), limit=_MOST_SYMBOLS, context=context, cancel=cancel)
        sure = bool(found) and found[0].score >= _SURE_SYMBOL_SCORE
        taken: dict[str, int] = {}
        pieces: list[Piece] = []
        for match in found:
            if match.score < _LEAST_SYMBOL_SCORE or (sure and match.score < _SURE_SYMBOL_SCORE and len(pieces) >= 5):
                break
            taken[match.path] = taken.get(match.path, 0) + 1
            if taken[match.path] <= _SYMBOLS_PER_FILE:
                pieces.append(_symbol_piece(match))
        return pieces

    def _named_by_all_words(self, understood: Understanding, filters: Filter, cancel: CancelToken) -> list[Piece]:
        """Return definitions whose name is all the words of the query: `read config file` -> readConfigFile."""
        wanted = joined([part for word in words(understood.text) for part in split_identifier(word)])
        found = self.symbols.search(wanted[1:], limit=_MOST_JOINED_SYMBOLS, context=_context(filters), cancel=cancel)
        return [_symbol_piece(match) for match in found if joined(split_identifier(match.symbol.name)) == wanted]

    def _chunks(
        self, query: SearchQuery, understood: Understanding, filters: Filter, cancel: CancelToken
    ) -> Iterator[Piece]:
        mode = understood.mode
        vector = None
        if self.embedder is not None and mode in (Mode.HYBRID, Mode.VECTOR):
            vector = self.embedder.embed_query(understood.text)
        tokens = [term.token for term in understood.terms] if mode is not Mode.VECTOR else []
        rows = self.overlay.without_hidden(by_words(self.store, tokens, COLUMNS, _LEXICAL_POOL, filters.where))
        rows = pa.concat_tables([rows, self.overlay.by_words(tokens, COLUMNS, _LEXICAL_POOL, filters)])
        cancel.check()
        similar: dict[int, float] = {}
        if vector is not None:
            rows, similar = self._add_similar(rows, vector, filters)
            cancel.check()
        if not rows.num_rows:
            return iter(())
        return self._ranked(rows, similar if vector is not None else None, query, understood)

    def _add_similar(self, rows: pa.Table, vector: np.ndarray, filters: Filter) -> tuple[pa.Table, dict[int, float]]:
        """Add the nearest chunks to the pool; return it with the similarity of every chunk that has a vector."""
        nearest = self.store.vectors.search(vector, _VECTOR_POOL, filters.where)
        similar = dict(zip(nearest["chunk_id"].to_pylist(), nearest["similarity"].to_pylist(), strict=True))
        have = set(rows["chunk_id"].to_pylist())
        missing = [
            chunk_id
            for chunk_id, file_id in zip(similar, nearest["file_id"].to_pylist(), strict=True)
            if chunk_id not in have and file_id in self.store.live
        ]
        similar.update(self.store.vectors.similarities(vector, have - similar.keys()))
        added = self.overlay.without_hidden(self.store.chunk_rows(missing, COLUMNS))
        live = self.overlay.nearest(vector, _VECTOR_POOL, filters)
        similar.update(live)
        return pa.concat_tables([rows, added, self.overlay.by_ids([*live.keys() - have], COLUMNS)]), similar

    def _ranked(
        self, rows: pa.Table, similar: dict[int, float] | None, query: SearchQuery, understood: Understanding
    ) -> Iterator[Piece]:
        rows = rows.sort_by([("path", "ascending"), ("start_line", "ascending")])  # ties are stable
        features = measure(rows, understood, self.store.statistics)
        paths: list[str] = rows["path"].to_pylist()
        languages: list[str] = rows["language"].to_pylist()
        priors = np.array(
            [
                prior(path, language, understood, is_generated=self._is_generated(path))
                for path, language in zip(paths, languages, strict=True)
            ]
        )
        vectors: Array | None = None
        if similar is not None:
            vectors = np.array([similar.get(chunk_id, np.nan) for chunk_id in rows["chunk_id"].to_pylist()])
        is_named = bool(features.identifiers.any() or understood.paths)
        if query.weights is not None:
            ranking = weighted_sum(features, vectors, *query.weights)
        else:
            ranking = rank(features, vectors, paths, priors, understood, _weights(understood, is_named))
        signals = ranking.signals if query.explain else {}
        pieces = [
            Piece(path, language, start, end, score, {name: float(values[row]) for name, values in signals.items()})
            for row, (path, language, start, end, score) in enumerate(
                zip(
                    paths,
                    languages,
                    rows["start_line"].to_pylist(),
                    rows["end_line"].to_pylist(),
                    ranking.scores.tolist(),
                    strict=True,
                )
            )
        ]
        raw = {(piece.path, piece.start_line): (piece, piece.score) for piece in pieces}
        order = decayed_order(ranking.scores, paths, _NAMED_DECAY if is_named else _DECAY)
        ordered = ((replace(pieces[row], score=score), pieces[row].score) for row, score in order)
        return widen(ordered, raw)

    def _is_ascii(self, path: str) -> bool:
        record = self._record(path)
        return record is not None and record.is_ascii

    def _is_generated(self, path: str) -> bool:
        record = self._record(path)
        return record is not None and record.is_generated

    def _record(self, path: str) -> FileRecord | None:
        live = self.overlay.files.get(path)
        return live.record if live else self.store.files.get(path)


def _weights(understood: Understanding, is_named: bool) -> Weights:
    if understood.mode is Mode.VECTOR:
        return ONLY_VECTORS
    return Weights(vector=_NAMED_VECTOR_WEIGHT) if is_named else Weights()


def _context(filters: Filter, active_path: str | None = None) -> SymbolContext:
    return SymbolContext(active_path, filters.languages, filters.kinds or None, filters.accepts_path)


def _symbol_piece(match: SymbolMatch) -> Piece:
    span = match.symbol.span
    end = min(span.end_line + 1, span.start_line + _SYMBOL_LINES)
    return Piece(match.path, match.language, span.start_line, end, match.score, {"symbol": match.score}, match)


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


def _relative(path: Path | None, root: Path) -> str | None:
    if path is None or not path.is_relative_to(root):
        return None
    return path.relative_to(root).as_posix()
