"""Words that stand in for those of a question: a chunk without "deadline" may hold "timeout".

Such a word counts in chunks that lack the word itself, for less, and never for more than that word. It ranks
candidates and recalls none: by meaning those are found anyway, and common words would cost time in a large index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from lsp_codebase.search.ranking.lexical import Array, TermPostings, frequencies

_WORTH = 0.7  # of a word that stands in, beside the word itself
_MOST = 6  # words that stand in for one


def with_stand_ins(corpus: Corpus, understood: Understanding, found: Candidates) -> Candidates:
    """Return candidates with words that stand in counted among their words."""
    # A report says so much that all its words together tell; those of other languages stand for English ones already.
    if understood.mode is not Mode.HYBRID or understood.is_report or understood.translation or not len(found):
        return found
    related = _related(corpus, understood)
    held = _impacts(_postings(corpus, dict.fromkeys(chain(related, *related.values()))), found.chunk_ids)
    lexical = found.lexical.copy()
    for word, others in related.items():
        best = np.max([min(held[word].idf, held[one].idf) * held[one].impacts for one in others], axis=0)
        lexical += np.maximum(_WORTH * best - held[word].idf * held[word].impacts, 0.0)
    return replace(found, lexical=lexical)


def _related(corpus: Corpus, understood: Understanding) -> dict[str, Sequence[str]]:
    """Return the stems in the code that are related to each word that a question is about, and not in it themselves."""
    asked = {term.token for term in understood.terms}
    stems = dict.fromkeys(stem(word.lower()) for word in understood.telling)
    related = {one: [other for other in related_stems(one) if other not in asked] for one in stems}
    others = [*dict.fromkeys(chain(*related.values()))]
    counts = dict(zip(others, frequencies(corpus.segments, others).tolist(), strict=True))
    known = {one: [other for other in related[one] if counts[other]][:_MOST] for one in stems}
    return {one: others for one, others in known.items() if others}


def _postings(corpus: Corpus, stems: Iterable[str]) -> TermPostings:
    return corpus.postings(tuple(Term(one, 1.0, is_word=False) for one in stems))


class _Held(NamedTuple):
    """How rare a term is, and how strongly it stands in each chunk."""

    idf: float
    impacts: Array


def _impacts(postings: TermPostings, chunk_ids: NDArray[np.int64]) -> dict[str, _Held]:
    order = np.argsort(chunk_ids)
    found = np.zeros((len(postings.terms), len(chunk_ids)))
    for segment, spans in zip(postings.segments, postings.spans, strict=True):
        rows = segment.find(chunk_ids[order])
        places = order[np.searchsorted(chunk_ids[order], segment.chunk_ids[rows])]
        rows = rows.astype(segment.rows.dtype)
        for number, span in enumerate(spans if len(rows) else ()):
            if span.start < span.stop:
                posted = segment.rows[span]
                at = np.minimum(posted.searchsorted(rows), len(posted) - 1)
                here = np.flatnonzero(posted[at] == rows)
                found[number, places[here]] = segment.impacts[segment.uses[span.start + at[here]]]
    found *= IMPACT_SCALE
    return {term.token: _Held(*one) for term, *one in zip(postings.terms, postings.idf.tolist(), found, strict=True)}
