"""The lexical side of every comparison: BM25 over the tokens that the product searches by, and its sum with vectors."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.parse.tokens import tokenize

K1, B = 1.2, 0.75
SHARE = 0.7  # of the model in the sum; of .5 to .8, and of five ways to scale, best on the dev projects


def bm25(queries: Sequence[str], documents: Sequence[str]) -> NDArray[np.float32]:
    """Return the scores, (queries, documents)."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    lengths = np.zeros(len(documents))
    for index, text in enumerate(documents):
        counts = Counter(tokenize(text))
        lengths[index] = sum(counts.values())
        for term, count in counts.items():
            postings[term].append((index, count))
    norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1))
    scores = np.zeros((len(queries), len(documents)), dtype=np.float32)
    for row, query in zip(scores, queries, strict=True):
        for term in sorted(set(tokenize(query))):
            found = postings.get(term)
            if found:
                rows, counts_in = np.array(found).T
                idf = math.log(1 + (len(lengths) - len(rows) + 0.5) / (len(rows) + 0.5))
                row[rows] += idf * counts_in * (K1 + 1) / (counts_in + norm[rows])
    return scores


def fused(lexical: NDArray[np.float32], vector: NDArray[np.float32], share: float = SHARE) -> NDArray[np.float32]:
    """Return the weighted sum of BM25 and the cosine, each divided by its best of the query."""
    words, meaning = (scores / np.maximum(scores.max(axis=1, keepdims=True), 1e-6) for scores in (lexical, vector))
    return (1 - share) * words + share * meaning
