"""Words that stand in for those of a question: a chunk without "deadline" may hold "timeout".

Such a word counts in chunks that lack the word itself, for less, and never for more than that word. It ranks
candidates and recalls none: by meaning those are found anyway, and common words would cost time in a large index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes.words import IMPACT_SCALE
from lsp_codebase.model import Mode
from lsp_codebase.parse import stem
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.query.query_form import Term, Understanding
from lsp_codebase.search.query.related_words import related_stems
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array, TermPostings

_WORTH = 0.6  # of a word that stands in, beside the word itself
_MOST = 6  # words that stand in for one
_MOST_WORDS = 40  # of a question: of a longer text the first ones

_Related = Mapping[str, Sequence[str]]
"""The stems related to the stem of each word, the likeliest first."""


class _Held(NamedTuple):
    """How rare a term is, and how strongly it stands in each chunk."""

    idf: float
    impacts: Array


def with_stand_ins(corpus: Corpus, understood: Understanding, found: Candidates) -> Candidates:
    """Return candidates with words that stand in counted among their words."""
    # A report says so much that all its words together tell; those of other languages stand for English ones already.
    if understood.mode is not Mode.HYBRID or understood.is_report or understood.translation or not len(found):
        return found
    related = _related(understood)
    postings = corpus.postings(tuple(Term(one, 1.0, is_word=False) for one in _all(related)))
    stands = {term.token for term, count in zip(postings.terms, postings.frequencies.tolist(), strict=True) if count}
    related = {one: [other for other in others if other in stands][:_MOST] for one, others in related.items()}
    held = _held(postings, {*_all(related)}, found.chunk_ids)
    lexical = found.lexical.copy()
    for word, others in related.items():
        if others:
            best = np.max([min(held[word].idf, held[one].idf) * held[one].impacts for one in others], axis=0)
            lexical += np.maximum(_WORTH * best - held[word].idf * held[word].impacts, 0.0)
    return replace(found, lexical=lexical)


def _related(understood: Understanding) -> _Related:
    """Return the stems related to that of each word that a question is about, without those of its own words."""
    asked = {term.token for term in understood.terms}
    stems = dict.fromkeys(stem(word.lower()) for word in understood.telling[:_MOST_WORDS])
    related = {one: [other for other in related_stems(one) if other not in asked] for one in stems}
    return {one: others for one, others in related.items() if others}


def _all(related: _Related) -> list[str]:
    return [*dict.fromkeys(chain(related, *related.values()))]


def _held(postings: TermPostings, wanted: Set[str], chunk_ids: NDArray[np.int64]) -> dict[str, _Held]:
    """Return how each of the wanted terms stands in some chunks."""
    order = np.argsort(chunk_ids)
    impacts = np.zeros((len(postings.terms), len(chunk_ids)))
    chosen = [number for number, term in enumerate(postings.terms) if term.token in wanted]
    for segment, spans in zip(postings.segments, postings.spans, strict=True):
        rows = segment.find(chunk_ids[order])
        places = order[np.searchsorted(chunk_ids[order], segment.chunk_ids[rows])]
        terms = [number for number in chosen if spans[number].start < spans[number].stop]
        if len(rows) and terms:
            rows = rows.astype(segment.rows.dtype)
            at = np.stack([segment.rows[spans[term]].searchsorted(rows) + spans[term].start for term in terms])
            at = np.minimum(at, np.array([[spans[term].stop - 1] for term in terms]))
            of_term, of_row = (segment.rows.take(at) == rows).nonzero()
            impacts[np.array(terms)[of_term], places[of_row]] = segment.impacts[segment.uses[at[of_term, of_row]]]
    impacts *= IMPACT_SCALE
    return {postings.terms[term].token: _Held(float(postings.idf[term]), impacts[term]) for term in chosen}
