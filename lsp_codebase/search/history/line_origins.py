"""Where lines of a text stood in an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from lsp_codebase.search.agreement import agreeing

_MOST_COMPARED = 4_000_000  # lines of the one times lines of the other: about a second


def lines_before(earlier: Sequence[str], now: Sequence[str], first: int, last: int) -> tuple[int, int] | None:
    """Return the lines of an earlier text that some lines (both ends included) were or replace; None if all are new."""
    found: list[int] = []
    for kind, i1, i2, j1, j2 in _parts(earlier, now):
        if j2 <= first or last < j1 or i1 == i2 or j1 == j2:
            continue
        found += (i1 + max(first - j1, 0), i1 + min(last, j2 - 1) - j1) if kind == "equal" else (i1, i2 - 1)
    return (min(found), max(found)) if found else None


def changed_lines(earlier: Sequence[str], now: Sequence[str]) -> list[tuple[int, int]]:
    """Return the ranges of lines that are not as they were, end exclusive: an empty one where lines are gone."""
    return [(start, end) for kind, _, _, start, end in _parts(earlier, now) if kind != "equal"]


def _parts(earlier: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield the parts of both texts as `SequenceMatcher` tells them, texts too long to be compared as one change."""
    start = agreeing(earlier, now)
    end = agreeing(earlier[start:][::-1], now[start:][::-1])
    old, new = earlier[start : len(earlier) - end], now[start : len(now) - end]
    if start:
        yield "equal", 0, start, 0, start
    if len(old) * len(new) > _MOST_COMPARED:
        yield "replace", start, start + len(old), start, start + len(new)
    else:
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new).get_opcodes():
            yield kind, i1 + start, i2 + start, j1 + start, j2 + start
    if end:
        yield "equal", len(earlier) - end, len(earlier), len(now) - end, len(now)
