"""Names within a few typing errors of a pattern: the last tier."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from lsp_codebase.arrays import Bools, Int32
from lsp_codebase.indexes.names import LETTER, Names, counted, letter_masks, packing
from lsp_codebase.symbols import quality
from lsp_codebase.symbols.pattern import SymbolPattern
from lsp_codebase.symbols.quality import Qualities

_COMPARED = 512
"""Names compared letter by letter; those with most pairs of letters in common. Never the whole list."""
_PAIRS_PER_EDIT = 3
"""Pairs of neighbouring letters that one edit can destroy (a transposition)."""


def near_names(names: Names, allowed: Bools | None, pattern: SymbolPattern) -> tuple[Int32, Qualities]:
    """Return the names within the edits allowed for the length of the pattern, and how well each fits."""
    edits = quality.allowed_edits(len(pattern.codes))
    ids = _similar(names, allowed, pattern.codes, edits) if edits else np.empty(0, dtype=np.int32)
    if not len(ids):
        return ids, np.empty(0, dtype=np.float32)
    from rapidfuzz import process  # with the first name that nothing else finds
    from rapidfuzz.distance import OSA

    starts = names.offsets[ids].astype(np.int64)
    codes, offsets = packing.gather(names.codes, starts, names.lengths(ids).astype(np.int64))
    # Codes are bytes, and rapidfuzz compares text: any text with one character for each will do.
    text = (codes & LETTER).tobytes().decode("ascii")
    letters = [text[a:b] for a, b in pairwise(offsets.tolist())]
    typed = pattern.codes.decode("ascii")
    distance = process.cdist([typed], letters, scorer=OSA.distance, score_cutoff=edits, dtype=np.int32)[0]
    near = (distance > 0) & (distance <= edits)
    values = np.array(quality.TYPOS, dtype=np.float32)[distance[near]]
    return ids[near], values + np.float32(quality.LONG_TYPO if len(pattern.codes) >= quality.LONG else 0)


def _similar(names: Names, allowed: Bools | None, codes: bytes, edits: int) -> Int32:
    """Return the names of about this length that share most pairs of letters."""
    longest = len(names.first_of_length) - 1
    first = int(names.first_of_length[min(max(len(codes) - edits, 1), longest)])
    last = int(names.first_of_length[min(len(codes) + edits + 1, longest)])
    # An edit takes away one letter at most, and the pairs around it.
    letters, pairs = {*letter_masks.letter_bits(codes)}, {*letter_masks.pair_bits(codes)}
    known = counted(names.with_letter, letters, first, last)
    near = np.flatnonzero(known >= max(len(letters) - edits, 0))
    if allowed is not None:
        near = near[allowed[first:last][near]]
    common = counted(names.with_pair, pairs, first, last)[near]
    kept = np.flatnonzero(common >= max(len(pairs) - _PAIRS_PER_EDIT * edits, 0))
    if len(kept) > _COMPARED:
        kept = kept[np.argsort(np.uint8(64) - common[kept], kind="stable")[:_COMPARED]]
    return (near[kept] + first).astype(np.int32)
