"""Where lines of a text stood in an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from lsp_codebase.search.agreement import agreeing

_MOST_COMPARED = 4_000_000  # lines of the one times lines of the other: about a second


def lines_before(earlier: Sequence[str], now: Sequence[str], first: int, last: int) -> tuple[int, int] | None:
    """Return the lines of an earlier text that some lines (both ends included) were or replace; None if all are new."""
    start = agreeing(earlier, now)
    end = agreeing(earlier[start:][::-1], now[start:][::-1])
    old, new = earlier[start : len(earlier) - end], now[start : len(now) - end]
    if len(old) * len(new) <= _MOST_COMPARED:
        changes = SequenceMatcher(None, old, new).get_opcodes()
    else:
        changes = [("replace", 0, len(old), 0, len(new))]
    parts = [("equal", 0, start, 0, start)]
    parts += [(kind, i1 + start, i2 + start, j1 + start, j2 + start) for kind, i1, i2, j1, j2 in changes]
    parts.append(("equal", len(earlier) - end, len(earlier), len(now) - end, len(now)))
    found: list[int] = []
    for kind, i1, i2, j1, j2 in parts:
        if j2 <= first or last < j1 or i1 == i2 or j1 == j2:
            continue
        found += (i1 + max(first - j1, 0), i1 + min(last, j2 - 1) - j1) if kind == "equal" else (i1, i2 - 1)
    return (min(found), max(found)) if found else None
