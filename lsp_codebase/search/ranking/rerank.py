"""The last stage of a thorough question: its first pieces are read again, by the built-in second look or a model.

A model that reads has a small say in the order, as it alone orders worse than the ranking that it mends: 0.1 helps
most (`tests/benchmarks/README.md`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from lsp_codebase.embed import Rerankers, load_reranker
from lsp_codebase.errors import ModelUnavailable
from lsp_codebase.indexes import Snapshot
from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import plays_asked_role
from lsp_codebase.search.ranking.second_look import in_better_order

BUILTIN = "builtin"
"""The name of the second look, which needs no files but its own."""
CANDIDATES = 20
"""Pieces that are read again."""
_MOST_CHARS = 800  # of a piece: about 256 tokens, for which small models are made; all would take 40 % more
WEIGHT = 0.1
"""The weight of the model, beside 1 of the ranking."""
_LOADING_S = 5.0  # a question waits so long for the model to be loaded
_SCORING_S = 2.0  # and so long for it to read; pieces not read by then come behind the others

_RERANKERS = Rerankers(load_reranker)


@dataclass(frozen=True, slots=True)
class Reranking:
    """The last stage as a setting says: by `BUILTIN`, or by the model that it names.

    `lines` gives those of a file.
    """

    model: str
    threads: int
    lines: Callable[[str], Sequence[str]]
    cancel: CancelToken

    @property
    def is_builtin(self) -> bool:
        """Whether a page takes no longer than the work for later pages, so that nothing is made for these."""
        return self.model.lower() == BUILTIN

    def reordered(self, understood: Understanding, pieces: Iterator[Piece], names: Snapshot) -> Iterator[Piece]:
        """Return the pieces, which carry their signals, best first.

        Raises:
            ModelUnavailable: if there is no such model, or not yet; no piece was taken then.
            Cancelled: between a few texts.
        """
        if self.is_builtin:
            looked_at = [*islice(pieces, CANDIDATES)]
            texts = [*map(self._code, looked_at)]
            are_asked = [plays_asked_role(piece, names, understood) for piece in looked_at]
            return chain(in_better_order(understood, looked_at, texts, self.cancel.check, are_asked), pieces)
        reranker = _RERANKERS.get(self.model, self.threads, self._until(_LOADING_S))
        first = [*islice(pieces, CANDIDATES)]
        found = reranker.scores(understood.meaning, [self._text(piece) for piece in first], self._until(_SCORING_S))
        return chain(mixed(first, found), map(_unread, pieces))

    def _until(self, seconds: float) -> Callable[[], bool]:
        end = time.monotonic() + seconds

        def goes_on() -> bool:
            self.cancel.check()
            return time.monotonic() < end

        return goes_on

    def _text(self, piece: Piece) -> str:
        """Return the text for the model: the chunk below its path."""
        return f"{piece.path}\n{self._code(piece)}"[:_MOST_CHARS]

    def _code(self, piece: Piece) -> str:
        """Return the chunk that was ranked, without neighbours joined to it."""
        start, end = piece.core or (piece.start_line, piece.end_line)
        return "\n".join(self.lines(piece.path)[start:end])


def reranked(
    reranking: Reranking | None,
    query: SearchQuery,
    understood: Understanding,
    pieces: Iterator[Piece],
    names: Snapshot,
) -> tuple[Iterator[Piece], Sequence[str]]:
    """Return ranked pieces after the last stage, and a note if a model should have a say in it and has none."""
    # A query by words or by vectors alone, or with weights, says itself what counts.
    if reranking is None or understood.mode is not Mode.HYBRID or query.weights is not None:
        return pieces, ()
    try:
        return reranking.reordered(understood, pieces, names), ()
    except ModelUnavailable as error:
        again = replace(reranking, model=BUILTIN).reordered(understood, pieces, names)
        return again, (f"answered without the model that re-ranks: {error}",)


def mixed(pieces: Sequence[Piece], scores: Sequence[float]) -> list[Piece]:
    """Return ranked pieces, best first, with the scores of a model for the first of them.

    Scores of a model are compared within one query only: its best counts 1, its worst 0, and pieces not read 0.
    """
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    shares = [(score - low) / (high - low) if high > low else 0.0 for score in scores]
    shares += [0.0] * (len(pieces) - len(shares))
    both = [_with_share(piece, share) for piece, share in zip(pieces, shares, strict=True)]
    return sorted(both, key=lambda piece: -piece.score)


def _unread(piece: Piece) -> Piece:
    return _with_share(piece, 0.0)


def _with_share(piece: Piece, share: float) -> Piece:
    """Return a piece whose score stays within 0 to 1; with signals, if it has some."""
    whole, own = 1 + WEIGHT, WEIGHT * share / (1 + WEIGHT)
    signals = {name: value / whole for name, value in piece.signals.items()}
    return replace(piece, score=piece.score / whole + own, signals=signals | {"rerank": own} if signals else signals)
