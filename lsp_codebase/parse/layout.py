"""Where to cut functions that the parser did not see: between statements, as their lines are laid out."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lsp_codebase.parse.bodies import Rows
    from lsp_codebase.parse.decoding import SourceText

_SPECIAL = re.compile(r"(\}|(?:else|case)\b|default[ \t]*:)|#|/[/*]|\*(?:[ \t/]|$)|\w+[ \t]*:(?!:)")
"""A line that continues the statement whose first line is as deep, or that may stand at any depth.

The latter are directives, lines of comments, and labels.
"""
_TAB = 8


class LaidOut:
    """The long functions of a file whose insides are not in its tree."""

    def __init__(self, source: SourceText, bodies: Sequence[Rows]) -> None:
        self._source = source
        self._bodies = bodies
        self._depths: dict[int, int] = {}  # of the rows read so far
        self._untelling = 0, 0  # the rows passed over last, from the first up to the second: there may be very many
        self._least: dict[int, int] = {}  # the depth of the first statement of each function

    def cut(self, first: int, latest: int, max_chars: int) -> int:
        """Return where a chunk should end that begins at row `first` and has room up to row `latest`.

        In one of these functions that is the beginning of the outermost statement that row `latest` would divide and
        that fits into a chunk; else it is `latest`.
        """
        place = bisect_right(self._bodies, (latest, sys.maxsize)) - 1
        if place < 0 or latest > self._bodies[place][1]:
            return latest
        begin, last = self._bodies[place]
        depth = self._next_depth(latest, last)
        least = self._least.get(begin) or self._least.setdefault(begin, self._next_depth(begin, last))
        around: list[int] = []
        for row in range(latest - 1, max(first, begin - 1), -1):
            if depth <= least:
                break
            if 0 < (own := self._depth(row)) < depth:
                depth = own
                around.append(row)
        return next((row for row in reversed(around) if self._fits(row, last, max_chars)), latest)

    def _next_depth(self, row: int, last: int) -> int:
        """Return the depth of the first line from `row` on that tells one, up to row `last`."""
        first, end = self._untelling
        if not first <= row < end:
            first = end = row
        while end <= last and not self._depth(end):
            end += 1
        self._untelling = first, end
        return self._depth(end) if end <= last else 1

    def _fits(self, row: int, last: int, max_chars: int) -> bool:
        """Whether a statement is no longer than a chunk: up to the brace that closes it, or to the next one."""
        offsets = self._source.offsets
        most = offsets[row] + max_chars
        depth, end = self._depth(row), row + 1
        for below in range(row + 1, last):
            own = self._depth(below)
            if 0 < own <= depth:
                break
            if own:
                end = below + 1
            if offsets[end] > most or offsets[below] > most + max_chars:  # or so many lines tell nothing
                return False
            if own == depth + 1 and self._source.line(below).lstrip().startswith("}"):
                break
        return offsets[end] <= most

    def _depth(self, row: int) -> int:
        """Return the depth of a line, 1 or more; 0 if it tells nothing."""
        depth = self._depths.get(row)
        if depth is None:
            self._depths[row] = depth = _depth(self._source.line(row))
        return depth


def _depth(line: str) -> int:
    text = line.lstrip()
    if not text:
        return 0
    deep = 2 * len(line[: len(line) - len(text)].expandtabs(_TAB)) + 1
    special = _SPECIAL.match(text)
    if special is None:
        return deep
    return deep + 1 if special[1] else 0
