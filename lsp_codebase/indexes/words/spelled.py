"""Which chunks of a segment may hold a string, by the words that stand in them."""

from __future__ import annotations

import numpy as np

from lsp_codebase.arrays import Bools, runs_from
from lsp_codebase.indexes.words.forms import UNKNOWN
from lsp_codebase.indexes.words.literal import Literal
from lsp_codebase.indexes.words.spellings import pieces, tokens_holding
from lsp_codebase.indexes.words.word_segment import Segment


def spelled_with(segment: Segment, literal: Literal, *, is_cased: bool = False) -> Bools:
    """Return for each chunk whether it may hold a string: in any letter case, unless case counts."""
    passing = np.ones(len(segment), np.bool_)
    for piece in pieces(literal):
        passing &= _holding(segment, piece, is_cased)
    return passing


def _holding(segment: Segment, piece: Literal, is_cased: bool) -> Bools:
    holding = np.zeros(len(segment), np.bool_)
    holding[segment.untold] = True
    tokens = tokens_holding(segment.spellings, segment.spelling_signs, piece, is_cased=is_cased)
    hashes = np.fromiter(tokens, np.uint32, len(tokens))
    wanted = np.fromiter(tokens.values(), np.uint16, len(tokens))
    begins, ends = segment.bounds_of(hashes)
    postings = runs_from(begins, ends - begins)
    forms = segment.forms.astype(np.uint16)[segment.uses[postings]] | np.uint16(UNKNOWN)
    holding[segment.rows[postings[forms & np.repeat(wanted, ends - begins) > 0]]] = True
    return holding
