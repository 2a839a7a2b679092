"""Code that is written once for each of many things, as clients of an API or drivers: two places tell of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.near_duplicates import are_copies, both_have, said_in

_FIRST = 2  # of a family come where they are ranked
_APART = 8  # other pieces come before further ones
_LEAST_LINES = 6  # that say something
_LEAST_SAME = 0.5  # of all distinct lines of two pieces that both have
_LEAST_ALIKE = 0.8  # of these lines without their words
_WORD = re.compile(r"\w+")


def spread(pieces: Iterable[Piece], lines: Callable[[str], Sequence[str]]) -> Iterator[Piece]:
    """Yield pieces, best first, but the third and further ones of a family after some others.

    Those of a family have the same lines but for some words. `lines` gives those of a file.
    """
    shown: list[frozenset[str]] = []
    held: list[Piece] = []
    passed, score = 0, 0.0
    for piece in pieces:
        score = piece.score
        text = said_in(piece, lines)
        if not any(are_copies(text, other) for other in shown):  # a copy takes no place of its own
            if sum(_are_siblings(text, other) for other in shown) >= _FIRST:
                held.append(piece)
                continue
            shown.append(text)
        yield piece
        passed += bool(held)
        if passed == _APART:
            yield from _below(score, held)
            held, passed = [], 0
    yield from _below(score, held)


def _below(score: float, held: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces with scores that keep falling, as those of several folders are merged by them."""
    return (replace(one, score=min(one.score, score)) for one in held)


def _are_siblings(one: frozenset[str], other: frozenset[str]) -> bool:
    if min(len(one), len(other)) < _LEAST_LINES or not both_have(one, other, _LEAST_SAME):
        return False
    return both_have(_without_words(one), _without_words(other), _LEAST_ALIKE)


def _without_words(lines: frozenset[str]) -> frozenset[str]:
    return frozenset(_WORD.sub("w", line) for line in lines)
