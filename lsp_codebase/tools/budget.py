"""The one rule for long answers: entries are shown while the budget lasts, and those that are left are counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lsp_codebase.model import FileText, byte_length

NOTE_BYTES = 110
"""The line that tells of the rest is about so long."""

_PLURAL = re.compile(r"s(?= of |$)")


def within(entries: Sequence[str], room: int, so_far: int = 0, least: int = 1) -> list[str]:
    """Return the entries, each with a line end behind it, that fit into a budget of bytes, `so_far` of it spent.

    The first `least` are there in any case, as many of their lines as fit.
    """
    if so_far + sum(map(byte_length, entries)) + len(entries) <= room:
        return [*entries]
    fitting: list[str] = []
    left = room - so_far - NOTE_BYTES
    for entry in entries:
        if byte_length(entry) >= left and len(fitting) >= least:
            break
        fitting.append(first_lines(entry, left))
        left -= byte_length(entry) + 1
    return fitting


def first_lines(text: str, room: int) -> str:
    """Return the whole lines of a text that fit into a budget, the first in any case."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= room:
        return text
    first_end = data.find(b"\n") if b"\n" in data else len(data)
    return data[: max(data.rfind(b"\n", 0, max(room, 0) + 1), first_end)].decode("utf-8", "surrogatepass")


def read_within(read: Callable[[int], FileText], room: int) -> FileText:
    """Return the stretch of a file that fits into a budget of bytes; `read` is told the most characters."""
    found = read(room)
    data = found.text.encode("utf-8", "surrogatepass")
    return found if len(data) <= room else read(len(data[:room].decode("utf-8", "ignore")))


def left_out(count: int, entries: str, how: str = "raise max_tokens", *, is_cut: bool = False) -> list[str]:
    """Return the line that tells how many entries a budget left out, and how to see them; none for none.

    `is_cut`: there are others, which were not looked for.
    """
    named = _PLURAL.sub("", entries, count=1) if count == 1 else entries
    return [f"({'at least ' * is_cut}{count} more {named} did not fit: {how})"] if count else []
