"""Where the lines of a changed file stand by now, while the index still answers as it was.

Without it a hit would show other code under its name: that which stands at these lines by now.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import accumulate, pairwise

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, Symbol, byte_length
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.pack import Piece

_NEAR = 20  # lines


class Drift:
    """The changes of the lines of one file. All ranges are half-open."""

    def __init__(self, before: Sequence[str], now: Sequence[str]) -> None:
        self._before, self._now = before, now
        self._text = cache(lambda start, end: "\n".join(now[start:end]))  # many names are looked for in one gap

    @property
    def size(self) -> int:
        """How many lines the file has now."""
        return len(self._now)

    def lines(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where lines stand now, with replacements of some of them; None if no telling line is left."""
        left = [line for line in range(start, min(end, len(self._to))) if self._to[line] >= 0]
        left = [line for line in left if self._before[line].strip()]
        if not left:
            return None
        first, last = left[0], left[-1]
        begin = max(self._to[first] - (first - start), self._above[first])
        return begin, min(self._to[last] + end - last, self._below[last])

    def piece(self, piece: Piece) -> Piece | None:
        """Return a piece as it stands now, None if it is gone."""
        lines = self.lines(piece.start_line, piece.end_line)
        match = piece.symbol and self.symbol(piece.symbol)
        if lines is None or (piece.symbol and not match):
            return None
        core = self.lines(*piece.core) if piece.core else None
        return replace(piece, start_line=lines[0], end_line=lines[1], core=core, symbol=match)

    def symbol(self, match: SymbolMatch) -> SymbolMatch | None:
        """Return a definition as it stands now; None if it is gone, or has another name."""
        symbol = match.symbol
        name = self._name(symbol)
        if name is None:
            return None
        old = symbol.span
        start, end = self.lines(old.start_line, old.end_line + 1) or (name.start_line, name.end_line + 1)
        start, last = min(start, name.start_line), max(end - 1, name.end_line)
        span = Span(start, min(old.start_column, name.start_column), last, byte_length(self._now[last]))
        return replace(match, symbol=symbol._replace(span=span, name_span=name), is_ascii=False)

    def _name(self, symbol: Symbol) -> Span | None:
        name = symbol.name_span
        line = name.start_line
        if line >= len(self._to):
            return None
        if self._to[line] >= 0:
            return name._replace(start_line=self._to[line], end_line=self._to[line] + name.end_line - line)
        gap = self._text(self._above[line], self._below[line])
        found = _whole(gap, symbol.name)
        if found < 0:
            return None
        at = self._above[line] + gap.count("\n", 0, found)
        start = byte_length(gap[gap.rfind("\n", 0, found) + 1 : found])
        return Span(at, start, at, start + byte_length(symbol.name))

    @cached_property
    def _above(self) -> list[int]:
        """The line of now behind the last one left of those above each line."""
        return [*accumulate(self._to, lambda known, to: to + 1 if to >= 0 else known, initial=0)]

    @cached_property
    def _below(self) -> list[int]:
        """The first line of now that is left of those below each line."""
        kept = accumulate(reversed(self._to), lambda known, to: to if to >= 0 else known, initial=len(self._now))
        return [*kept][-2::-1]

    @cached_property
    def _to(self) -> list[int]:
        """Where each line stands now, -1 for one that is gone. Mostly a few lines changed: the others are counted."""
        before, now = self._before, self._now
        head = agreeing(before, now)
        tail = _anchored(agreeing(before[head:][::-1], now[head:][::-1]), before, now)
        between = _moved(before[head : len(before) - tail], now[head : len(now) - tail])
        moved = [place + head if place >= 0 else -1 for place in between]
        return [*range(head), *moved, *range(len(now) - tail, len(now))]


GONE = Drift((), ())
"""The drift of a file that is gone: nothing of it is left."""


def _whole(text: str, name: str) -> int:
    """Return where a name stands in a text as a whole, -1 if nowhere: `load` is gone where it is `load_all` by now."""
    begins, ends = _is_of_name(name[:1]), _is_of_name(name[-1:])
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (begins and _is_of_name(text[at - 1 : at])) and not (ends and _is_of_name(text[end : end + 1])):
            return at
        at = text.find(name, at + 1)
    return -1


def _is_of_name(letter: str) -> bool:
    return letter.isalnum() or letter in ("_", "$")


def _anchored(tail: int, before: Sequence[str], now: Sequence[str]) -> int:
    """Return how many equal lines at the end reach up to one that occurs but once; 0 if none is near.

    Those above it may belong to lines put in before them.
    """
    near = range(tail, max(tail - _NEAR, 0), -1)
    return next((left for left in near if before.count(now[-left]) == now.count(now[-left]) == 1), 0)


def _moved(before: Sequence[str], now: Sequence[str]) -> list[int]:
    """Return where each line stands now, -1 for one that is gone. Lines that occur once in both texts lead."""
    to = [-1] * len(before)
    once, once_now = ({line for line, times in Counter(text).items() if times == 1} for text in (before, now))
    places = {line: place for place, line in enumerate(now) if line in once_now}
    pairs = [(at, places[line]) for at, line in enumerate(before) if line in once and line in places]
    for at, place in _rising(pairs):
        to[at] = place
    ends = [(-1, -1), *((at, place) for at, place in enumerate(to) if place >= 0), (len(before), len(now))]
    for (at, place), (next_at, next_place) in pairwise(ends):
        while at + 1 < next_at and place + 1 < next_place and before[at + 1] == now[place + 1]:
            at, place = at + 1, place + 1
            to[at] = place
        while at + 1 < next_at and place + 1 < next_place and before[next_at - 1] == now[next_place - 1]:
            next_at, next_place = next_at - 1, next_place - 1
            to[next_at] = next_place
    return to


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs in which both numbers rise, given pairs whose first numbers rise."""
    tails: list[int] = []  # the least last number of runs of each length, and
    ends: list[int] = []  # the pairs that end them
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [number]
    found = []
    number = ends[-1] if ends else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]
