"""The same code in several places is one answer: the best place is the hit, the others are named beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lsp_codebase.search.pack import Piece

_LEAST_LINES = 4  # that say something; shorter pieces are alike by chance
_LEAST_SHARE = 0.9  # of all distinct lines of two pieces that both have


class Originals:
    """The pieces of one answer, best first, each with its copies among those that came after it."""

    def __init__(self, lines: Callable[[str], Sequence[str]]) -> None:
        self.pieces: list[Piece] = []
        self._lines = lines
        self._texts: dict[int, frozenset[str]] = {}  # of those that say something, by place

    def takes_as_copy(self, piece: Piece) -> bool:
        """Note a piece beside the one that it is a copy of, if it is one."""
        text = said_in(piece, self._lines)
        if len(text) < _LEAST_LINES:
            return False
        place = next((place for place, other in self._texts.items() if are_copies(text, other)), None)
        if place is None:
            return False
        original = self.pieces[place]
        self.pieces[place] = replace(original, copies=(*original.copies, piece))
        return True

    def add(self, piece: Piece) -> None:
        """Take a piece that is no copy."""
        text = said_in(piece, self._lines)
        if len(text) >= _LEAST_LINES:
            self._texts[len(self.pieces)] = text
        self.pieces.append(piece)


def group_copies(pieces: Iterator[Piece], lines: Callable[[str], Sequence[str]], wanted: int) -> Sequence[Piece]:
    """Return the first `wanted` pieces that are not copies of better ones, each with its copies met on the way."""
    originals = Originals(lines)
    for piece in pieces:
        if originals.takes_as_copy(piece):
            continue
        if len(originals.pieces) == wanted:
            break
        originals.add(piece)
    return originals.pieces


def said_in(piece: Piece, lines: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """Return the distinct lines of a piece that say something."""
    said = map(str.strip, lines(piece.path)[piece.start_line : piece.end_line])
    return frozenset(line for line in said if len(line) > 1)


def are_copies(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two pieces that say this are the same code."""
    return both_have(one, other, _LEAST_SHARE)


def both_have(one: frozenset[str], other: frozenset[str], least: float) -> bool:
    """Whether two sets have at least a share of all their elements in common."""
    smaller, larger = sorted((len(one), len(other)))
    return smaller >= least * larger and len(one & other) >= least * len(one | other)
