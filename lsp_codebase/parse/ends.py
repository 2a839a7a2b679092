"""Where a definition ends: some grammars let it take the lead of the next one."""

from __future__ import annotations

import re
from collections.abc import Container

_INK = re.compile(rb"\S")


def end_of(
    utf8: bytes, comments: Container[int], first: tuple[int, int], last: tuple[int, int, int]
) -> tuple[int, int]:
    """Return the last row and column of a definition without white space, and without comments no deeper than it.

    `first` is the byte and the column where it begins, `last` the byte, row and column where its node ends; `comments`
    are the bytes where comments begin.
    """
    (start, indent), (end, row, column) = first, last
    while (line := utf8.rfind(b"\n", start, end) + 1) > 0:
        ink = _INK.search(utf8, line, end)
        if ink is not None and (ink.start() - line > indent or ink.start() not in comments):
            break
        end = line - 1
        row, column = row - 1, end - utf8.rfind(b"\n", 0, end) - 1
    return row, column
