"""Stretches of one text, asked for by places in its lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from lsp_codebase.model import line_starts


class Stretches:
    """Stretches of the text that some lines make, which do not overlap, in order."""

    def __init__(self, lines: Sequence[str], stretches: Iterable[tuple[int, int]]) -> None:
        self._line_starts = line_starts(lines)
        found = [*stretches]
        self._starts = [start for start, _ in found]
        self._ends = [end for _, end in found]

    def hold(self, line: int, character: int) -> bool:
        """Whether a character of a line stands in one of them. By bisection: a line may hold thousands of calls."""
        place = self._line_starts[line] + character
        found = bisect_right(self._starts, place) - 1
        return found >= 0 and place < self._ends[found]


def united(stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield stretches in order, those that touch as one."""
    begun: tuple[int, int] | None = None
    for start, end in sorted(stretches):
        if begun is None:
            begun = start, end
        elif start <= begun[1]:
            begun = begun[0], max(begun[1], end)
        else:
            yield begun
            begun = start, end
    if begun is not None:
        yield begun
