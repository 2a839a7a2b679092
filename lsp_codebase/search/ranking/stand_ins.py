"""Words that stand in for those of a question: a chunk without "deadline" may hold "timeout".

Such a word counts in chunks that lack the word itself, for less, and never for more than that word. It ranks
candidates and recalls none: by meaning those are found anyway, and common words would cost time in a large index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes.words import IMPACT_SCALE
from lsp_codebase.model import Mode
from lsp_codebase.parse import stem
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.query.query_form import Term, Understanding
from lsp_codebase.search.query.related_words import related_stems
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import TermPostings

_WORTH = 0.7  # of a word that stands in, beside the word itself
_MOST = 6  # words that stand in for one


def with_stand_ins(corpus: Corpus, understood: Understanding, found: Candidates) -> Candidates:
    """Return candidates with words that stand in counted among their words."""
    # A report says so much that all its words together tell; those of other languages stand for English ones already.
    if understood.mode is not Mode.HYBRID or understood.is_report or understood.translation or not len(found):
        return found
    related = _related(understood)
    postings = corpus.postings(tuple(Term(one, 1.0, is_word=False) for one in _all(related)))
    held = dict(zip(_all(related), zip(postings.idf, _impacts(postings, found.chunk_ids), strict=True), strict=True))
    is_known = dict(zip(_all(related), postings.frequencies > 0, strict=True))
    lexical = found.lexical.copy()
    for word, others in related.items():
        idf, own = held[word]
        such = [held[other] for other in others if is_known[other]][:_MOST]
        if such:
            best = np.max([min(idf, rarity) * impacts for rarity, impacts in such], axis=0)
            lexical += np.maximum(_WORTH * best - idf * own, 0.0)
    return replace(found, lexical=lexical)


def _related(understood: Understanding) -> Mapping[str, Sequence[str]]:
    """Return the stems related to each word that a question is about, without those that it holds itself."""
    asked = {term.token for term in understood.terms}
    stems = dict.fromkeys(stem(word.lower()) for word in understood.telling)
    related = {one: [other for other in related_stems(one) if other not in asked] for one in stems}
    return {one: others for one, others in related.items() if others}


def _all(related: Mapping[str, Sequence[str]]) -> list[str]:
    return [*dict.fromkeys(chain(related, *related.values()))]


def _impacts(postings: TermPostings, chunk_ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how strongly each term stands in each chunk, without its rarity: (terms, chunks)."""
    order = np.argsort(chunk_ids)
    found = np.zeros((len(postings.terms), len(chunk_ids)))
    for segment, spans in zip(postings.segments, postings.spans, strict=True):
        rows = segment.find(chunk_ids[order])
        places = order[np.searchsorted(chunk_ids[order], segment.chunk_ids[rows])]
        for number, span in enumerate(spans):
            posted = segment.rows[span]
            at = np.minimum(posted.searchsorted(rows.astype(posted.dtype)), max(len(posted) - 1, 0))
            if len(posted) and len(rows):
                here = np.flatnonzero(posted[at] == rows)
                found[number, places[here]] = segment.impacts[segment.uses[span][at[here]]] * IMPACT_SCALE
    return found
