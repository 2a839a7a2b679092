"""One place, one hit: no two hits show the same lines, nor neighbouring parts of the same definition."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.pack import WIDEST_LINES, Piece

Range = tuple[int, int]  # lines, end exclusive
_FEWEST_LINES = 5  # of a definition, worth a hit without what follows

About = Callable[[Piece], SymbolMatch | None]


@dataclass(slots=True)
class _Shown:
    """What was shown of a file. What the pieces are about is looked at only where a file has a second piece."""

    pieces: list[Piece] = field(default_factory=list)
    definitions: list[SymbolMatch | None] = field(default_factory=list)


def without_repeats(pieces: Iterable[Piece], about: About) -> Iterator[Piece]:
    """Yield pieces, best first, without lines of better ones and without more of the definitions those are about.

    Parts of one definition that lie over more lines than two hits show are different places. `about` gives the
    definition of a piece.
    """
    shown: dict[str, _Shown] = defaultdict(_Shown)
    for piece in pieces:
        before = shown[piece.path]
        new: Piece | None = piece
        if before.pieces:
            new = _new_part(piece, before, about)
        if new is not None:
            before.pieces.append(new)
            yield new


def _new_part(piece: Piece, before: _Shown, about: About) -> Piece | None:
    """Return what a piece adds to what was shown of its file, None if that is too little."""
    definition = about(piece)
    for known in before.pieces[len(before.definitions) :]:
        before.definitions.append(about(known))
    for known, other in zip(before.pieces, before.definitions, strict=True):
        if _is_same(definition, other) and _extent(piece, known) <= 2 * WIDEST_LINES:
            return None
    name_line = definition.symbol.name_span.start_line if definition else -1
    lines = unshown_part(piece, [(known.start_line, known.end_line) for known in before.pieces], name_line)
    if lines is None:
        return None
    before.definitions.append(definition)
    return replace(piece, start_line=lines[0], end_line=lines[1])


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


def _is_same(one: SymbolMatch | None, other: SymbolMatch | None) -> bool:
    return one is not None and other is not None and one.symbol.name_span == other.symbol.name_span


def _extent(one: Piece, other: Piece) -> int:
    return max(one.end_line, other.end_line) - min(one.start_line, other.start_line)


def _common(one: Range, other: Range) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))
