"""A first look at texts, before the engine: which of them, and which of their lines, hold the needle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lsp_codebase.indexes import Literal
from lsp_codebase.search.exact.regex_literals import AllOf, Needle

_SHORTEST = 2  # characters of a literal that is looked for: one alone stands in most lines
_MOST_LINES = 200  # with a literal that are cut out of a file: beyond, the engine is as fast for all of it

Leads = tuple[bytes, ...]
"""Literals of which one must be there."""


@dataclass(frozen=True, slots=True)
class Prefilter:
    """The strings to find: one of each of the `leads`, the longest first, all in one line if `by_line`."""

    leads: tuple[Leads, ...]
    ignores_case: bool
    by_line: bool

    @classmethod
    def of(cls, needle: Needle, *, ignores_case: bool, by_line: bool) -> Prefilter:
        """Return the prefilter of a needle."""
        leads = sorted(_leads_of(needle, ignores_case), key=_shortest, reverse=True)
        return cls(tuple(dict.fromkeys(leads)), ignores_case, by_line)

    def part(self, data: bytes) -> bytes | None:
        """Return the part of a file, as UTF-8, that may match, None if there is none.

        The case of letters beyond ASCII is left to the engine.
        """
        if self.ignores_case and not data.isascii():
            return data
        text = data.lower() if self.ignores_case else data
        if not self.by_line or not self.leads:
            return data if self._is_met(self.leads, text) else None
        held = sum(map(text.count, self.leads[0]))
        if not 0 < held <= _MOST_LINES:
            return data if held and self._is_met(self.leads[1:], text) else None
        lines = _lines_with(self.leads[0], text, data)
        is_met = self._is_met(self.leads[1:], lines.lower() if self.ignores_case else lines)
        return lines if is_met else None

    def rows(self, lines: Sequence[str]) -> list[int]:
        """Return which lines of a file may match."""
        if not self.leads:
            return list(range(len(lines)))
        wanted = [lead.decode() for lead in self.leads[0]]
        if not self.ignores_case:
            return [row for row, line in enumerate(lines) if any(lead in line for lead in wanted)]
        lowered = map(str.lower, lines)
        return [
            row for row, line in enumerate(lowered) if any(lead in line for lead in wanted) or not lines[row].isascii()
        ]

    @staticmethod
    def _is_met(leads: Sequence[Leads], text: bytes) -> bool:
        return all(any(lead in text for lead in one) for one in leads)


def _leads_of(needle: Needle, ignores_case: bool) -> list[Leads]:
    if isinstance(needle, Literal):
        text = needle.text.lower() if ignores_case else needle.text
        is_able = len(text) >= _SHORTEST and (text.isascii() or not ignores_case)
        return [(text.encode("utf-8", "replace"),)] if is_able else []
    found = [_leads_of(part, ignores_case) for part in needle.parts]
    if isinstance(needle, AllOf):
        return [leads for part in found for leads in part]
    return [tuple(lead for part in found for lead in max(part, key=_shortest))] if all(found) else []


def _shortest(leads: Leads) -> int:
    return min(map(len, leads))


def _lines_with(leads: Leads, text: bytes, data: bytes) -> bytes:
    """Return the lines of `data` that hold one of the literals in `text`, which is the same in small letters."""
    places: set[tuple[int, int]] = set()
    for lead in leads:
        at = text.find(lead)
        while at >= 0:
            end = text.find(b"\n", at)
            end = end if end >= 0 else len(text)
            places.add((text.rfind(b"\n", 0, at) + 1, end))
            at = text.find(lead, end)
    return b"\n".join([data[begin:end] for begin, end in sorted(places)])
