"""Which chunks of a segment may hold a string, by the words that stand in them."""

from __future__ import annotations

import numpy as np

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes.words.spellings import pieces, tokens_holding
from lsp_codebase.indexes.words.word_segment import Segment, token_hash


def spelled_with(segment: Segment, literal: str) -> Bools:
    """Return for each chunk whether it may hold `literal`, in any letter case."""
    passing = np.ones(len(segment), np.bool_)
    for piece in pieces(literal):
        passing &= _holding(segment, piece)
    return passing


def _holding(segment: Segment, piece: str) -> Bools:
    holding = np.zeros(len(segment), np.bool_)
    holding[segment.untold] = True
    for token in tokens_holding(segment.spellings, piece):
        holding[segment.rows[segment.postings(token_hash(token))]] = True
    return holding
