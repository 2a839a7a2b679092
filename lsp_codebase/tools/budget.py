"""The one rule for long answers: entries are shown while the budget lasts, and those that are left are counted."""

from __future__ import annotations

from collections.abc import Sequence

NOTE_CHARS = 110
"""The line that tells of the rest is about so long."""


def within(entries: Sequence[str], room: int, so_far: int = 0, least: int = 1) -> list[str]:
    """Return the entries, each with a line end behind it, that fit into a budget of characters, `so_far` of it spent.

    The first `least` are there in any case, as many of their lines as fit.
    """
    if so_far + sum(map(len, entries)) + len(entries) <= room:
        return [*entries]
    fitting: list[str] = []
    left = room - so_far - NOTE_CHARS
    for entry in entries:
        if len(entry) >= left and len(fitting) >= least:
            break
        fitting.append(first_lines(entry, left))
        left -= len(entry) + 1
    return fitting


def first_lines(text: str, room: int) -> str:
    """Return the whole lines of a text that fit into a budget, the first in any case."""
    if len(text) <= room:
        return text
    first_end = text.find("\n") if "\n" in text else len(text)
    return text[: max(text.rfind("\n", 0, max(room, 0) + 1), first_end)]


def left_out(count: int, entries: str, how: str = "raise max_tokens") -> list[str]:
    """Return the line that tells how many entries a budget left out, and how to see them; none for none."""
    return [f"({count} more {entries} did not fit: {how})"] if count else []
