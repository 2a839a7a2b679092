"""Lines that tell the aspect that a question asks for, beside its other words: "default" next to "pool size"."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lsp_codebase.parse import tokenize, words
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.query.asked_aspect import Aspect
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array

_READ = 60  # the first of the candidates: others are too far behind
_FEWEST_WORDS = 2  # beside those that ask: one stands near to such a line anywhere
_NEAR = 1  # lines: a setting stands below its comment, a role above the action


def told_beside(corpus: Corpus, found: Candidates, understood: Understanding, aspect: Aspect, scores: Array) -> Array:
    """Return the share of the other words of a question within a line of one that tells the aspect, at best."""
    told = np.zeros(len(scores))
    weights = _weights(corpus, understood, aspect)
    if not weights:
        return told
    first = np.argsort(-scores, kind="stable")[:_READ]
    place_of = dict(zip(found.chunk_ids[first].tolist(), first.tolist(), strict=True))
    for row in corpus.texts(found.chunk_ids[first]):
        lines = row["text"].split("\n")
        telling = (at for at, line in enumerate(lines) if aspect.told.search(line))
        near = ({*range(max(at - _NEAR, 0), min(at + _NEAR + 1, len(lines)))} for at in telling)
        said = (frozenset().union(*(_tokens(lines[at]) for at in places)) for places in near)
        shares = (sum(weight for token, weight in weights.items() if token in tokens) for tokens in said)
        told[place_of[row["chunk_id"]]] = max(shares, default=0.0)
    return told


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
