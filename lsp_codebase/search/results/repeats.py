"""One place, one hit: no two hits show the same lines, nor neighbouring parts of the same definition."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.pack import WIDEST_LINES, Piece

Range = tuple[int, int]  # lines, end exclusive
_MOST_LINES = 2 * WIDEST_LINES  # over which parts of a definition are one place
_FEWEST_LINES = 5  # of a definition, worth a hit without the rest

About = Callable[[Piece], SymbolMatch | None]


def without_repeats(pieces: Iterable[Piece], about: About) -> Iterator[Piece]:
    """Yield pieces, best first, without lines of better ones and without more of the definitions those are about.

    Parts of one definition that lie over more lines than two hits show are different places. `about` gives the
    definition of a piece.
    """
    shown: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        near = [known for known in shown[piece.path] if _is_near(piece, known)]
        new = _new_part(piece, near, about) if near else piece
        if new is not None:
            shown[piece.path].append(new)
            yield new


def _new_part(piece: Piece, near: Sequence[Piece], about: About) -> Piece | None:
    """Return the part that a piece adds to those shown near to it, None if that is too little."""
    definition = about(piece)
    if definition is not None and any(_is_same(definition, about(known)) for known in near):
        return None
    name_line = definition.symbol.name_span.start_line if definition else -1
    lines = unshown_part(piece, [(known.start_line, known.end_line) for known in near], name_line)
    return None if lines is None else replace(piece, start_line=lines[0], end_line=lines[1])


def unshown_part(piece: Piece, shown: Sequence[Range], name_line: int = -1) -> Range | None:
    """Return the run of lines of a piece that were not shown: with its name, or else with most of its core.

    None if most of the core was shown, and the name with it.
    """
    start, end = piece.start_line, piece.end_line
    if not any(first < end and start < last for first, last in shown):
        return start, end
    core = piece.core or (start, end)
    edges = sorted({start, end, *(edge for one in shown for edge in one if start < edge < end)})
    runs = [run for run in pairwise(edges) if not any(first < run[1] and run[0] < last for first, last in shown)]
    named = next((run for run in runs if run[0] <= name_line < run[1]), None)
    best = named or max(runs, key=lambda run: _common(run, core), default=None)
    if best is None or (named is None and 2 * _common(best, core) < core[1] - core[0]):
        return None
    return best


def apart(definitions: Sequence[Piece], fewest: int = _FEWEST_LINES) -> list[Piece]:
    """Return pieces of definitions, each ending where another one inside of it begins: that is shown by itself.

    One that begins within the first `fewest` lines of another is shown with it.
    """
    starts: dict[str, list[int]] = defaultdict(list)
    for piece in sorted(definitions, key=lambda one: one.start_line):
        starts[piece.path].append(piece.start_line)

    def end_of(piece: Piece) -> int:
        others = starts[piece.path]
        place = bisect_left(others, piece.start_line + fewest)
        return min([piece.end_line, *others[place : place + 1]])

    return [replace(piece, end_line=end_of(piece)) for piece in definitions]


def _is_same(one: SymbolMatch, other: SymbolMatch | None) -> bool:
    return other is not None and one.symbol.name_span == other.symbol.name_span


def _is_near(one: Piece, other: Piece) -> bool:
    if one.start_line < other.end_line and other.start_line < one.end_line:
        return True
    return max(one.end_line, other.end_line) - min(one.start_line, other.start_line) <= _MOST_LINES


def _common(one: Range, other: Range) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))
