"""The lexical channel: BM25F over every chunk that has a token of the query, from the postings in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import among_highest, highest
from lsp_codebase.indexes.words import IMPACT_SCALE, Segment, token_hash
from lsp_codebase.parse import joined, split_identifier, tokenize
from lsp_codebase.search.query.query_form import Term

Array = NDArray[np.float64]

_MOST_TERMS = 64  # the rarest words of a pasted file are enough to know it by


@dataclass(frozen=True, slots=True)
class TermPostings:
    """Where the terms of a query stand in one state of the index: looked up once for all that asks for it."""

    segments: Sequence[Segment]
    terms: Sequence[Term]
    bounds: NDArray[np.int64]  # (segments, 2, terms): where the postings of each begin and end
    frequencies: NDArray[np.int64]  # (terms): chunks
    idf: Array  # (terms)

    @classmethod
    def of(cls, segments: Sequence[Segment], terms: Sequence[Term]) -> TermPostings:
        """Look up some terms."""
        tokens = np.array([token_hash(term.token) for term in terms], np.uint32)
        bounds = np.empty((len(segments), 2, len(terms)), np.int64)
        found = np.zeros(len(terms), np.int64)
        for segment, own in zip(segments, bounds, strict=True):
            own[:] = segment.bounds_of(tokens)
            found += segment.living_in(*own)
        rows = sum(segment.living for segment in segments)
        return cls(segments, terms, bounds, found, _idf(found, rows))

    @property
    def weights(self) -> Array:
        """How much it says of a text that it holds each term: nothing if no text does."""
        weights: Array = self.idf * np.array([term.gain for term in self.terms]) * (self.frequencies > 0)
        return weights

    @property
    def weightiest(self) -> dict[str, float]:
        """The weights of the tokens, of the weightiest if there are too many."""
        weights = {term.token: weight for term, weight in zip(self.terms, self.weights.tolist(), strict=True)}
        return dict(sorted(weights.items(), key=lambda pair: -pair[1])[:_MOST_TERMS])


class LexicalMatches:
    """The matches of the terms of a query in one state of the index. Of too many terms the weightiest are kept."""

    def __init__(self, postings: TermPostings) -> None:
        self.segments = postings.segments
        weights = postings.weights
        kept = np.sort(np.argsort(-weights, kind="stable")[:_MOST_TERMS])
        self.terms = [postings.terms[place] for place in kept]
        self.idf: Array = postings.idf[kept]
        self.is_known: NDArray[np.bool_] = postings.frequencies[kept] > 0
        self._spans = [[*map(slice, *own.tolist())] for own in postings.bounds[..., kept]]
        impacts = weights[kept] * IMPACT_SCALE
        self.scores = [_scores(segment, own, impacts) for segment, own in zip(self.segments, self._spans, strict=True)]

    def best(self, limit: int, passing: Sequence[NDArray[np.bool_]] | None = None) -> NDArray[np.int64]:
        """Return the ids of the chunks with the highest scores above 0, best first; ties by id.

        `passing` leaves out rows of each segment.
        """
        ids, scores = np.empty(0, np.int64), np.empty(0, np.float32)
        for number, (segment, own) in enumerate(zip(self.segments, self.scores, strict=True)):
            least = scores.min() if len(scores) >= limit else np.float32(0)
            rows = np.flatnonzero(own >= least if least else own > 0)  # all that tie for the last place: ids decide
            if passing is not None:
                rows = rows[passing[number][rows]]
            ids, scores = among_highest(
                np.concatenate([ids, segment.chunk_ids[rows]]), np.concatenate([scores, own[rows]]), limit
            )
        return highest(ids, scores, limit)[0]

    def telling_shares(self) -> Array:
        """Return the share of each term in the telling words of the query.

        All count alike: by their rarity, a word that stands nowhere would outweigh three that do in a small index.
        """
        telling: Array = np.array([term.is_telling for term in self.terms], float)
        telling /= max(telling.sum(), 1.0)
        return telling

    @property
    def known(self) -> float:
        """The share of the telling words that stands anywhere."""
        return float(self.telling_shares() @ self.is_known)

    def postings(self, segment: int) -> list[slice]:
        """Return where the postings of each term lie in a segment."""
        return self._spans[segment]


def stands(segments: Sequence[Segment], word: str) -> bool:
    """Whether a word is in the code, or a name of these letters in any case."""

    return all(_is_known(segments, token) for token in tokenize(word)) or stands_as_name(segments, word)


def stands_as_name(segments: Sequence[Segment], word: str) -> bool:
    """Whether a name of these parts is in the code, in any case."""
    return _is_known(segments, joined(split_identifier(word)))


def _is_known(segments: Sequence[Segment], token: str) -> bool:
    tokens = np.array([token_hash(token)], np.uint32)
    return any(segment.living_in(*segment.bounds_of(tokens))[0] for segment in segments)


def frequencies(segments: Sequence[Segment], tokens: Sequence[str]) -> NDArray[np.int64]:
    """Return in how many chunks each token stands, those of replaced files included."""
    hashes = np.fromiter(map(token_hash, tokens), np.uint32, len(tokens))
    counts = np.zeros(len(tokens), np.int64)
    for segment in segments:
        begins, ends = segment.bounds_of(hashes)
        counts += ends - begins
    return counts


def _scores(segment: Segment, spans: Sequence[slice], weights: Array) -> NDArray[np.float32]:
    scores = np.zeros(len(segment), np.float32)
    for span, weight in zip(spans, weights, strict=True):
        # Of short numbers these take two thirds of the time of plain indices.
        impacts = segment.impacts.take(segment.uses[span]) * np.float32(weight)
        np.add.at(scores, segment.rows[span].astype(np.intp), impacts)
    if not segment.live.all():
        scores *= segment.live[segment.file_of]
    return scores


def _idf(frequencies: NDArray[np.int64], rows: int) -> Array:
    found: Array = np.log(1 + (rows - frequencies + 0.5) / (frequencies + 0.5))
    return found
