"""Filters by the words and phrases of a hit: which chunks may pass, for every channel at once, and which pieces do.

The words of its path are words of a hit, too: `-test` leaves out files in `tests/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes import Segment, field_bits, signed_for, token_hash
from lsp_codebase.model import Mention
from lsp_codebase.parse import tokenize
from lsp_codebase.search.pack import Piece

_SEEN = field_bits("body_tokens", "stem_tokens", "directory_tokens")
_WORD = re.compile(r"\w+")


def token_of(word: str) -> str | None:
    """Return the token of the index that stands for one word or name as a whole, None if none does."""
    *_, token = tokenize(word) or [""]
    is_whole = _WORD.fullmatch(word) and token and (token.startswith("=") or tokenize(word) == [token])
    return token if is_whole else None


@dataclass(frozen=True, slots=True)
class HeldText:
    """The mentions a hit must hold, one of each group, and those it must not hold."""

    held: tuple[tuple[Mention, ...], ...] = ()
    absent: tuple[Mention, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.held or self.absent)

    def accepts(self, path: str, text: str) -> bool:
        """Whether a piece of a file passes."""
        directory, _, name = path.rpartition("/")
        tokens = frozenset(tokenize("\n".join((directory, name.rsplit(".", 1)[0] or name, text))))
        lowered = text.lower()

        def holds(mention: Mention) -> bool:
            return token_of(mention.text) in tokens if mention.is_word else mention.text.lower() in lowered

        return all(any(map(holds, group)) for group in self.held) and not any(map(holds, self.absent))

    def kept(self, pieces: Iterator[Piece], lines: Callable[[str], Sequence[str]]) -> Iterator[Piece]:
        """Yield the pieces that pass."""
        if not self:
            return pieces
        texts = (("\n".join(lines(piece.path)[piece.start_line : piece.end_line]), piece) for piece in pieces)
        return (piece for text, piece in texts if self.accepts(piece.path, text))

    def rows(self, segment: Segment) -> Bools:
        """Return the chunks of a segment that may pass: words are certain, of phrases their letters are known."""
        passing = np.ones(len(segment), np.bool_)
        for group in self.held:
            passing &= reduce(np.logical_or, (_may_hold(segment, mention) for mention in group))
        for mention in self.absent:
            if mention.is_word:
                passing &= ~_may_hold(segment, mention)
        return passing


def _may_hold(segment: Segment, mention: Mention) -> Bools:
    token = token_of(mention.text) if mention.is_word else None
    if token is None:
        return signed_for(segment.signatures, mention.text)
    holds = np.zeros(len(segment), np.bool_)
    holds[segment.living_rows(segment.postings(token_hash(token)), _SEEN)] = True
    return holds
