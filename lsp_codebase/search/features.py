"""What is measured of every candidate: BM25F over its lexical fields, coverage, names, path. Arrays, one row each.

The formulas and every constant are from the ranking experiments on the development queries;
`tests/benchmarks/README.md` holds the ablation that says what each is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse.tokens import joined, split_identifier, stem
from lsp_codebase.search.understanding import Term, Understanding
from lsp_codebase.store.statistics import FIELDS, Statistics

Array = NDArray[np.float64]

COLUMNS = ("chunk_id", "file_id", "path", "language", "start_line", "end_line", "names", "kinds", *FIELDS)

# BM25F, Robertson and Zaragoza 2009: a weight and a length normalisation b for each field; k1 = 1.
_WEIGHTS = dict(zip(FIELDS, (1.0, 3.0, 1.5, 1.2, 1.6, 3.0, 1.5), strict=True))
_NORMALISATION = dict(zip(FIELDS, (0.6, 0.3, 0.3, 0.5, 0.5, 0.3, 0.3), strict=True))
_K1 = 1.0

LESSER_KINDS = frozenset(
    {SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable, SymbolKind.Constant, SymbolKind.Key}
)


@dataclass(frozen=True, slots=True)
class Features:
    """One array entry for each candidate row."""

    bm25f: Array
    coverage: Array  # share of the query's idf found anywhere in the chunk
    stem_coverage: Array  # the same, in the file name only
    directory_coverage: Array
    comment_coverage: Array
    names: Array  # how well a name defined here matches the words of the query
    identifiers: Array  # 1 where an identifier of the query is defined
    size: Array  # characters are not stored: body tokens stand for them
    matches: NDArray[np.bool_]  # (rows, word terms): which words occur
    idf: Array  # of the word terms


def measure(rows: pa.Table, query: Understanding, statistics: Statistics) -> Features:
    """Return the lexical features of candidate rows (`COLUMNS`)."""
    terms = query.terms
    idf = np.array([_idf(term, statistics) for term in terms])
    counts = {field: _count(rows[field].to_pylist(), terms) for field in FIELDS}
    words = np.array([term.is_word for term in terms], bool)
    weight = idf * words
    share = weight / weight.sum() if weight.sum() > 0 else weight
    everywhere = np.any([count.frequencies > 0 for count in counts.values()], axis=0)
    return Features(
        bm25f=_bm25f(counts, idf * np.array([term.gain for term in terms]), statistics),
        coverage=everywhere @ share,
        stem_coverage=(counts["stem_tokens"].frequencies > 0) @ share,
        directory_coverage=(counts["directory_tokens"].frequencies > 0) @ share,
        comment_coverage=(counts["comment_tokens"].frequencies > 0) @ share,
        names=_name_matches(rows, query),
        identifiers=_identifier_matches(rows["name_tokens"].to_pylist(), query),
        size=counts["body_tokens"].lengths,
        matches=everywhere[:, words],
        idf=idf[words],
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    frequencies: Array  # (rows, terms)
    lengths: Array  # tokens of the field, by row


def _idf(term: Term, statistics: Statistics) -> float:
    frequency = statistics.document_frequency(term.token)
    return math.log(1 + (statistics.rows - min(frequency, statistics.rows) + 0.5) / (frequency + 0.5))


def _count(texts: Sequence[str], terms: Sequence[Term]) -> _Counts:
    frequencies = np.zeros((len(texts), len(terms)))
    lengths = np.zeros(len(texts))
    tokens = [term.token for term in terms]
    for row, text in enumerate(texts):
        if not text:
            continue
        lengths[row] = text.count(" ") + 1
        present = [column for column, token in enumerate(tokens) if token in text]
        if present:
            words = text.split(" ")
            for column in present:
                frequencies[row, column] = words.count(tokens[column])
    return _Counts(frequencies, lengths)


def _bm25f(counts: dict[str, _Counts], weights: Array, statistics: Statistics) -> Array:
    x: Array = np.zeros_like(counts[FIELDS[0]].frequencies)
    for field, count in counts.items():
        b = _NORMALISATION[field]
        norm = 1 - b + b * count.lengths / statistics.average_length(field)
        x = x + _WEIGHTS[field] * count.frequencies / np.maximum(norm, 0.05)[:, None]
    scores: Array = (x * (_K1 + 1) / (x + _K1)) @ weights
    return scores


def _name_matches(rows: pa.Table, query: Understanding) -> Array:
    best = np.zeros(rows.num_rows)
    memo: dict[str, float] = {}
    for row, (names, kinds) in enumerate(zip(rows["names"].to_pylist(), rows["kinds"].to_pylist(), strict=True)):
        for name, kind in zip(names, kinds, strict=True):
            score = memo.get(name)
            if score is None:
                memo[name] = score = name_match(name, query.parts)
            best[row] = max(best[row], score * (0.6 if kind in LESSER_KINDS else 1.0))
    return best


def name_match(name: str, parts: frozenset[str]) -> float:
    """Return how much of a defined name the query says: the share of its parts, in full from two parts on."""
    own = _name_parts(name)
    hits = sum(part in parts for part in own)
    if not hits:
        return 0.0
    return 0.5 if len(own) == 1 else hits / len(own) * min(1.0, (hits + 0.5) / 2)


@lru_cache(maxsize=65_536)
def _name_parts(name: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in split_identifier(name))


def _identifier_matches(texts: Sequence[str], query: Understanding) -> Array:
    if not query.identifiers:
        return np.zeros(len(texts))
    return np.array([float(not query.identifiers.isdisjoint(_whole_names(text))) for text in texts])


def _whole_names(name_tokens: str) -> set[str]:
    """Return every defined name as a joined token; a name of one part is stored as that part."""
    return {token if token.startswith("=") else joined([token]) for token in name_tokens.split(" ")}
