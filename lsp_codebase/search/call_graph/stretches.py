"""Stretches of one text, asked for by places in its lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence


class Stretches:
    """Stretches of the text that some lines make, which do not overlap, in order: found up to where they are asked for.

    `starts` say where each line begins in the text.
    """

    def __init__(self, starts: Sequence[int], stretches: Iterable[tuple[int, int]]) -> None:
        self._line_starts = starts
        self._left = iter(stretches)
        self._starts: list[int] = []
        self._ends: list[int] = []

    def hold(self, line: int, character: int) -> bool:
        """Whether a character of a line stands in one of them. By bisection: a line may hold thousands of calls."""
        place = self._line_starts[line] + character
        while not self._ends or self._ends[-1] <= place:
            following = next(self._left, None)
            if following is None:
                break
            self._starts.append(following[0])
            self._ends.append(following[1])
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
