"""Lines that tell the aspect that a question asks for, beside its other words: "default" next to "pool size"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from lsp_codebase.parse import tokenize, words
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.query.asked_aspect import Aspect
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array

_READ = 20  # of the candidates, which may get to the top
_FEWEST_WORDS = 2  # beside those that ask: one stands near to such a line anywhere
_BEGINS = 3  # letters that all forms of a word begin with
_NEAR = 1  # lines: a setting stands below its comment, a role above the action


def told_beside(
    corpus: Corpus, found: Candidates, understood: Understanding, aspect: Aspect, scores: Array, weight: float
) -> Array:
    """Return the share of the other words of a question within a line of one that tells the aspect, at best.

    It is told for the candidates that a share of all words, times its `weight`, would bring to the top.
    """
    told = np.zeros(len(scores))
    weights = _weights(corpus, understood, aspect)
    if not weights:
        return told
    first = np.argsort(-scores - weight * found.coverage, kind="stable")[:_READ]
    place_of = dict(zip(found.chunk_ids[first].tolist(), first.tolist(), strict=True))
    for row in corpus.texts(found.chunk_ids[first]):
        told[place_of[row.chunk_id]] = _best_share(row.lines, weights, aspect)
    return told


def _best_share(lines: Sequence[str], weights: Mapping[str, float], aspect: Aspect) -> float:
    said = _lines_saying(lines, weights)
    around = {other for at in said for other in range(at - _NEAR, at + _NEAR + 1) if 0 <= other < len(lines)}
    telling = (at for at in around if aspect.told.search(lines[at]))
    near = (frozenset().union(*(said.get(at + off, ()) for off in range(-_NEAR, _NEAR + 1))) for at in telling)
    return max((sum(weights[token] for token in tokens) for tokens in near), default=0.0)


def _lines_saying(lines: Sequence[str], weights: Mapping[str, float]) -> dict[int, frozenset[str]]:
    """Return which words stand on which lines. Few lines are split into words: those that hold how one begins."""
    begins = [token[:_BEGINS] for token in weights]
    holding = ((at, line.lower()) for at, line in enumerate(lines))
    found = ((at, _tokens(lines[at]) & weights.keys()) for at, line in holding if any(one in line for one in begins))
    return {at: tokens for at, tokens in found if tokens}


def _weights(corpus: Corpus, understood: Understanding, aspect: Aspect) -> dict[str, float]:
    """Return what each word of the thing asked about says, by its rarity, 1 in all."""
    topic, postings = aspect.topic(understood.text), corpus.postings(understood.terms)
    rarity = zip(understood.terms, postings.idf.tolist(), postings.frequencies, strict=True)
    found = {term.token: own for term, own, count in rarity if term.is_word and term.token in topic and count}
    total = sum(found.values())
    return {token: own / total for token, own in found.items()} if total and len(found) >= _FEWEST_WORDS else {}


@lru_cache(maxsize=4_096)
def _tokens(line: str) -> frozenset[str]:
    return frozenset(token for word in words(line) for token in tokenize(word))
