"""Callees of the first candidates: a question likely describes them, so callers speak for their callees.

A sentence is often nearer to the code that uses a definition than to the definition, which need not repeat its words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import runs_from
from lsp_codebase.indexes import Segment, field_bits
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.ranking.features import LESSER_KINDS, Candidates
from lsp_codebase.search.ranking.lexical import Array
from lsp_codebase.search.ranking.rank import RankedFiles
from lsp_codebase.search.ranking.reference_counts import name_hash

_CALLERS = 12  # the first of the candidates
_CALLED = 30  # those that may be lifted; others are too far behind
_MOST_DEFINED = 3  # chunks: a name that more define is nobody's
_MOST_POSTINGS = 500  # of a name in a segment: one that is everywhere tells of nothing
_BODY, _NAME = map(field_bits, ("body_tokens", "name_tokens"))


def called_by_first(corpus: Corpus, found: Candidates, files: RankedFiles, scores: Array) -> Array:
    """Return how much the first candidates call the names of each candidate: 1 for the most called, 0 for most."""
    first = np.argsort(-scores, kind="stable")[:_CALLED]
    tokens, of_place = _defined(corpus, found, files, first)
    callers = first[:_CALLERS]
    calls = _calls(corpus, tokens, found.chunk_ids[callers])
    best = np.zeros((len(callers), len(first)))
    for token, place in enumerate(of_place):
        np.maximum(best[:, place], calls[:, token], out=best[:, place])
    np.fill_diagonal(best, 0.0)
    called = np.zeros(len(scores))
    called[first] = scores[callers] @ best
    return called / (called.max(initial=0.0) or 1.0)


def _defined(
    corpus: Corpus, found: Candidates, files: RankedFiles, rows: NDArray[np.intp]
) -> tuple[NDArray[np.uint32], list[int]]:
    """Return the tokens of the names that some candidates define, and which of these define each."""
    tokens, of_place = [], []
    for place, row in enumerate(rows.tolist()):
        path = files.records[files.of_row[row]].path
        lines = int(found.start_lines[row]), int(found.end_lines[row])
        names = corpus.names.begun_in(path, lines, LESSER_KINDS)
        tokens += [name_hash(name) for name in names]
        of_place += [place] * len(names)
    return np.array(tokens, np.uint32), of_place


def _calls(corpus: Corpus, tokens: NDArray[np.uint32], callers: NDArray[np.int64]) -> Array:
    """Return 1/n where a chunk mentions a name that n chunks define, (callers, tokens); 0 if it does not."""
    mentions = np.zeros((len(callers), len(tokens)), bool)
    for segment in corpus.segments:
        own = segment.find(callers)
        if len(own):
            of_token, rows, fields = _posted(segment, tokens)
            for row in own.tolist():
                here = (rows == row) & (fields & _BODY > 0)
                mentions[callers == segment.chunk_ids[row], of_token[here]] = True
    mentioned = np.flatnonzero(mentions.any(axis=0))  # few: only these are looked for everywhere
    worth = np.zeros(len(tokens))
    worth[mentioned] = _worth(corpus, tokens[mentioned])
    return mentions * worth


def _worth(corpus: Corpus, tokens: NDArray[np.uint32]) -> Array:
    """Return 1/n for each name, n being the chunks that define it; 0 where these are too many."""
    definers = np.zeros(len(tokens), np.int64)
    for segment in corpus.segments:
        begins, ends = segment.bounds_of(tokens)
        definers[ends - begins > _MOST_POSTINGS] = _MOST_DEFINED + 1
        of_token, rows, fields = _posted(segment, tokens)
        is_definer = (fields & _NAME > 0) & segment.live[segment.file_of[rows]]
        definers += np.bincount(of_token[is_definer], minlength=len(tokens))
    return np.where(definers <= _MOST_DEFINED, 1 / np.maximum(definers, 1), 0.0)


def _posted(
    segment: Segment, tokens: NDArray[np.uint32]
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8]]:
    """Return the postings of some tokens in a segment: of which token, in which row and fields."""
    begins, ends = segment.bounds_of(tokens)
    sizes = np.where(ends - begins > _MOST_POSTINGS, 0, ends - begins)
    places = runs_from(begins, sizes)
    return np.repeat(np.arange(len(tokens)), sizes), segment.rows[places], segment.fields[segment.uses[places]]
