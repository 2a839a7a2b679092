"""Byte-pair tokens of plain words from mapped arrays: a question needs those of a few words when a process starts.

The tokenizer takes a tenth of a second to read its file. `scripts/pack_merges.py` writes the arrays from that file, and
a test holds both equal.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from lsp_codebase.embed.mapped_arrays import mapped_array

PAIR = np.dtype([("pair", "<u8"), ("rank", "<u4"), ("token", "<u4")])
"""Two tokens, the left one in the high half, the rank of their merge, and the token it makes."""
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_NEVER = 1 << 32  # the rank where there is no merge
_MOST_KNOWN = 16_384  # pairs that are remembered, 2 MB: words have most of theirs in common


class Merges:
    """The merges of one tokenizer."""

    def __init__(self, file: Path) -> None:
        """`file` has a row for the token of each of `LETTERS`, and then the merges in the order of their pairs."""
        rows = mapped_array(file)
        self._letters = dict(zip(LETTERS, rows["token"][: len(LETTERS)].tolist(), strict=True))
        rows = rows[len(LETTERS) :]
        self._pairs = np.ascontiguousarray(rows["pair"])
        self._ranks, self._tokens = rows["rank"], rows["token"]
        self._known: dict[int, tuple[int, int]] = {}

    def ids(self, part: str) -> list[int]:
        """Return the tokens of one of `plain_parts`."""
        return self._merged([self._letters[letter] for letter in part])

    def _merged(self, tokens: list[int]) -> list[int]:
        """Merge the two neighbours of the lowest rank, the first of equals, as long as there are any."""
        merges = [self._merge(left, right) for left, right in pairwise(tokens)]
        while merges and (best := min(merges))[0] < _NEVER:
            at = merges.index(best)
            tokens[at : at + 2] = [best[1]]
            del merges[at]
            for place in (at - 1, at):  # the pairs that the new token is in
                if 0 <= place < len(merges):
                    merges[place] = self._merge(tokens[place], tokens[place + 1])
        return tokens

    def _merge(self, left: int, right: int) -> tuple[int, int]:
        """Return the rank of the merge of two tokens, `_NEVER` if there is none, and the token that it makes."""
        pair = left << 32 | right
        known = self._known.get(pair)
        if known is None:
            place = min(int(self._pairs.searchsorted(np.uint64(pair))), len(self._pairs) - 1)
            is_merged = int(self._pairs[place]) == pair
            known = (int(self._ranks[place]), int(self._tokens[place])) if is_merged else (_NEVER, 0)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[pair] = known
        return known
