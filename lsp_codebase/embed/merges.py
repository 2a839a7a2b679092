"""Byte-pair tokens of plain words from mapped arrays: a question needs those of a few words when a process starts.

The tokenizer takes a tenth of a second to read its file. `scripts/pack_merges.py` writes the arrays from that file, and
a test holds both equal.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from lsp_codebase.embed.mapped_arrays import mapped_array

PAIR = np.dtype([("pair", "<u8"), ("rank", "<u4"), ("token", "<u4")])
"""Two tokens, the left one in the high half, the rank of their merge, and the token it makes."""
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 64  # letters; what is longer is data


def plain_parts(word: str) -> list[str] | None:
    """Return what a word of ASCII letters and digits is made of, as the tokenizer splits it; None for any other."""
    if len(word) > _LONGEST or not (word.isascii() and word.isalnum()):
        return None
    if word.islower():
        return [word]
    return _HUMP.sub(" ", word).lower().split()


class Merges:
    """The merges of one tokenizer."""

    def __init__(self, file: Path) -> None:
        """`file` has a row for the token of each of `LETTERS`, and then the merges in the order of their pairs."""
        rows = mapped_array(file)
        self._letters = dict(zip(LETTERS, rows["token"][: len(LETTERS)].tolist(), strict=True))
        rows = rows[len(LETTERS) :]
        self._pairs = np.ascontiguousarray(rows["pair"])
        self._ranks, self._tokens = rows["rank"], rows["token"]

    def ids(self, part: str) -> list[int]:
        """Return the tokens of one of `plain_parts`."""
        return self._merged([self._letters[letter] for letter in part])

    def _merged(self, tokens: list[int]) -> list[int]:
        """Merge the two neighbours of the lowest rank, the first of equals, as long as there are any."""
        while len(tokens) > 1:
            pairs = np.array(tokens, np.uint64)
            wanted = pairs[:-1] << np.uint64(32) | pairs[1:]
            places = np.minimum(np.searchsorted(self._pairs, wanted), len(self._pairs) - 1)
            known = np.flatnonzero(self._pairs[places] == wanted)
            if not len(known):
                break
            at = int(known[np.argmin(self._ranks[places[known]])])
            tokens[at : at + 2] = [int(self._tokens[places[at]])]
        return tokens
