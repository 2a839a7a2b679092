"""The same code in several places is one answer: the best place is the hit, the others are named beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lsp_codebase.search.pack import Piece

_LEAST_LINES = 4  # that say something; shorter pieces are alike by chance
_LEAST_SHARE = 0.9  # of all distinct lines of two pieces that both have


def group_copies(pieces: Iterator[Piece], lines: Callable[[str], Sequence[str]], wanted: int) -> list[Piece]:
    """Return the first `wanted` pieces that are not copies of better ones, each with its copies met on the way."""
    kept: list[Piece] = []
    texts: dict[int, frozenset[str]] = {}  # of those that say something, by place
    for piece in pieces:
        text = frozenset(
            line for line in map(str.strip, lines(piece.path)[piece.start_line : piece.end_line]) if len(line) > 1
        )
        original = None
        if len(text) >= _LEAST_LINES:
            original = next((place for place, other in texts.items() if _alike(text, other)), None)
        if original is not None:
            kept[original] = replace(kept[original], copies=(*kept[original].copies, piece))
            continue
        if len(kept) == wanted:
            break
        if len(text) >= _LEAST_LINES:
            texts[len(kept)] = text
        kept.append(piece)
    return kept


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    smaller, larger = sorted((len(one), len(other)))
    if smaller < _LEAST_SHARE * larger:
        return False
    return len(one & other) >= _LEAST_SHARE * len(one | other)
