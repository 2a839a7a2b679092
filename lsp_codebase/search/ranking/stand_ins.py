"""Words that stand in for those of a question: a chunk without "deadline" may hold "timeout".

Such a word counts in chunks that lack the word itself, for less, and never for more than that word. It ranks
candidates and recalls none: by meaning those are found anyway, and common words would cost time in a large index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from lsp_codebase.arrays import distinct
from lsp_codebase.indexes.words import IMPACT_SCALE
from lsp_codebase.model import Mode
from lsp_codebase.parse import stem
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.query.expressions import expressions_in
from lsp_codebase.search.query.query_form import Term, Understanding
from lsp_codebase.search.query.related_words import related_stems
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array, TermPostings

_WORTH = 0.6  # of a word that stands in, beside the word itself
_MOST = 6  # words that stand in for one
_MOST_WORDS = 40  # of a question: of a longer text the first ones


def with_stand_ins(corpus: Corpus, understood: Understanding, found: Candidates) -> Candidates:
    """Return candidates with words that stand in counted among their words."""
    # A report says so much that all its words together tell; those of other languages stand for English ones already.
    if understood.mode is not Mode.HYBRID or understood.is_report or understood.translation or not len(found):
        return found
    related = _related(understood)
    terms = [*dict.fromkeys(chain(related, *related.values()))]  # the words themselves come first
    postings = corpus.postings(tuple(Term(one, 1.0, is_word=False) for one in terms))
    place_of = {one: place for place, one in enumerate(terms) if postings.frequencies[place]}
    standing = [[place_of[one] for one in others if one in place_of][:_MOST] for others in related.values()]
    impacts = _impacts(postings, [*range(len(standing)), *chain(*standing)], found)
    lexical = found.lexical.copy()
    for word, others in enumerate(standing):
        if others:
            rarity = np.minimum(postings.idf[word], postings.idf[others])
            best = (rarity[:, None] * impacts[others]).max(axis=0)
            lexical += np.maximum(_WORTH * best - postings.idf[word] * impacts[word], 0.0)
    return replace(found, lexical=lexical)


def _related(understood: Understanding) -> Mapping[str, Sequence[str]]:
    """Return the stems related to those of the words that a question is about, likeliest first, but for its own."""
    asked = {term.token for term in understood.terms}
    stems = dict.fromkeys(stem(word.lower()) for word in understood.telling[:_MOST_WORDS])
    related: dict[str, Sequence[str]] = {one: related_stems(one) for one in stems}
    for expression in expressions_in(understood.text):  # whose words mean something else together
        related |= dict.fromkeys(expression.said, ())
        related[" ".join(expression.said)] = expression.others
    known = {one: [other for other in others if other not in asked] for one, others in related.items()}
    return {one: others for one, others in known.items() if others}


def _impacts(postings: TermPostings, wanted: Sequence[int], found: Candidates) -> Array:
    """Return how strongly some of the terms stand in each candidate, (terms, candidates), 0 for the other terms."""
    impacts = np.zeros((len(postings.terms), len(found)))
    chosen = distinct(np.array(wanted, np.intp))
    for number in distinct(found.segments).tolist():
        segment, (begins, ends) = postings.segments[number], postings.bounds[number][:, chosen]
        here = slice(*found.segments.searchsorted([number, number + 1]))
        terms = (begins < ends).nonzero()[0]
        if len(terms):
            begins, ends = begins[terms], ends[terms]
            rows = found.rows[here].astype(segment.rows.dtype)
            of_term = zip(begins.tolist(), ends.tolist(), strict=True)
            at = np.stack([segment.rows[begin:end].searchsorted(rows) for begin, end in of_term]) + begins[:, None]
            at = np.minimum(at, ends[:, None] - 1)
            holding, held = (segment.rows.take(at) == rows).nonzero()
            impacts[chosen[terms[holding]], held + here.start] = segment.impacts[segment.uses[at[holding, held]]]
    return impacts * IMPACT_SCALE
