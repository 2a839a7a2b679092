"""Which chunks of a segment may hold a string, by the words that stand in them."""

from __future__ import annotations

import numpy as np

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes.words.literal import Literal
from lsp_codebase.indexes.words.spellings import pieces, tokens_holding
from lsp_codebase.indexes.words.word_segment import Segment, token_hash


def spelled_with(segment: Segment, literal: Literal) -> Bools:
    """Return for each chunk whether it may hold a string, in any letter case."""
    passing = np.ones(len(segment), np.bool_)
    for piece in pieces(literal):
        passing &= _holding(segment, piece)
    return passing


def _holding(segment: Segment, piece: Literal) -> Bools:
    holding = np.zeros(len(segment), np.bool_)
    holding[segment.untold] = True
    hashes = np.array([token_hash(token) for token in tokens_holding(segment.spellings, piece)], np.uint32)
    places = np.searchsorted(segment.tokens, hashes)
    known = places < len(segment.tokens)
    known[known] = segment.tokens[places[known]] == hashes[known]
    places = places[known]
    for start, end in zip(segment.starts[places].tolist(), segment.starts[places + 1].tolist(), strict=True):
        holding[segment.rows[start:end]] = True
    return holding
