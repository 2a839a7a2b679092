"""Which chunks hold words in some of their fields, in any order: all of the words, or half of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes import Segment, field_bits, token_hash
from lsp_codebase.parse import tokenize
from lsp_codebase.search.exact.holding_files import Ids, rows_that_may_hold
from lsp_codebase.search.exact.regex_literals import ANYTHING, Needle

BODY, STRING = field_bits("body_tokens"), field_bits("string_tokens")

Passing = Iterable[tuple[Segment, Bools | None]]
"""Segments with which of their rows pass, None for all."""


def holding_all(passing: Passing, words: Sequence[str], fields: np.uint8, needle: Needle = ANYTHING) -> tuple[Ids, Ids]:
    """Return the ids of the chunks that pass, hold all words and may hold a needle, and those of their files.

    None for words that are too long to be in the index.
    """
    tokens = _tokens_of(words)
    chunk_ids, file_ids = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for segment, passes in passing if tokens else ():
        # The rarest word leaves few rows, and only these are asked for the others: no time on a million chunks.
        rarest, *others = sorted(segment.postings_of(tokens), key=lambda span: span.stop - span.start)
        rows = segment.living_rows(rarest, fields)
        for postings in others:
            if not len(rows):
                break
            rows = segment.rows_with(rows, postings, fields)
        if len(rows):
            rows = rows if passes is None else rows[passes[rows]]
            rows = rows_that_may_hold(needle, segment, rows)
            chunk_ids.append(segment.chunk_ids[rows])
            file_ids.append(segment.file_ids[segment.file_of[rows]])
    return np.concatenate(chunk_ids), np.concatenate(file_ids)


def holding_half(passing: Passing, words: Sequence[str], fields: np.uint8) -> tuple[Ids, Ids]:
    """Return the ids of the chunks that pass and hold half of some words, those with most first, and of their files.

    Two words at least: one stands there by chance.
    """
    tokens = _tokens_of(words)
    fewest = max(2, -(-len(tokens) // 2))
    chunk_ids, file_ids, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0, np.uint8)]
    for segment, passes in passing if tokens else ():
        held = np.zeros(len(segment), np.uint8)
        for postings in segment.postings_of(tokens):
            held[segment.living_rows(postings, fields)] += 1
        rows = np.flatnonzero(held >= fewest)
        rows = rows if passes is None else rows[passes[rows]]
        chunk_ids.append(segment.chunk_ids[rows])
        file_ids.append(segment.file_ids[segment.file_of[rows]])
        counts.append(held[rows])
    order = np.argsort(-np.concatenate(counts).astype(np.int16), kind="stable")
    return np.concatenate(chunk_ids)[order], np.concatenate(file_ids)[order]


def _tokens_of(words: Sequence[str]) -> list[int]:
    return [*{token_hash(token) for word in words for token in tokenize(word)}]
