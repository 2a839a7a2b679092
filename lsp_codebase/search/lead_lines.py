"""The lines of a file that may match: those that hold a literal which every match holds."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.indexes import Literal
from lsp_codebase.search.regex_literals import AllOf, Needle

_SHORTEST = 3  # characters of a literal that is looked for line by line: shorter ones stand in most lines
_MOST_LINES = 200  # of a file: beyond, the engine is as fast for all of it

Leads = tuple[bytes, ...]


def leads_of(needle: Needle) -> Leads:
    """Return literals, in small letters, of which one stands wherever the needle is met; none if none is sure."""
    if isinstance(needle, Literal):
        is_able = needle.text.isascii() and len(needle.text) >= _SHORTEST
        return (needle.text.lower().encode(),) if is_able else ()
    found = [leads_of(part) for part in needle.parts]
    if isinstance(needle, AllOf):
        return max(filter(None, found), key=lambda leads: min(map(len, leads)), default=())
    return tuple(lead for leads in found for lead in leads) if all(found) else ()


def lines_with(leads: Leads, lowered: bytes, data: bytes) -> bytes:
    """Return the lines of an ASCII text that hold one of the literals: all of it if there are none, or many lines."""
    places: set[tuple[int, int]] = set()
    for lead in leads:
        at = lowered.find(lead)
        while at >= 0:
            end = lowered.find(b"\n", at)
            end = end if end >= 0 else len(data)
            places.add((lowered.rfind(b"\n", 0, at) + 1, end))
            if len(places) > _MOST_LINES:
                return data
            at = lowered.find(lead, end)
    return b"\n".join(data[begin:end] for begin, end in sorted(places)) if leads else data


def rows_with(leads: Sequence[bytes], lines: Sequence[str]) -> list[int]:
    """Return the lines that may hold one of the literals: beyond ASCII nothing is said."""
    if not leads:
        return list(range(len(lines)))
    texts = [lead.decode() for lead in leads]
    return [
        row
        for row, line in enumerate(lines)
        if not line.isascii() or any(text in lowered for lowered in (line.lower(),) for text in texts)
    ]
