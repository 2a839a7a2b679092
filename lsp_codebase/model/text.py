"""Places in a file. Lines are 0-based, columns are 0-based UTF-8 bytes; only `server/encodings.py` knows others."""

from __future__ import annotations

from typing import NamedTuple

END_OF_LINE = 1_000_000_000
"""A column, or a line, behind all: what reads a file clips a span to what is there."""


class Position(NamedTuple):
    """A place between two bytes of a line."""

    line: int
    column: int


class Span(NamedTuple):
    """A stretch of a file; the end is exclusive (the position after the last byte)."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int

    @classmethod
    def of_lines(cls, first: int, last: int | None = None) -> Span:
        """Return all of some lines, up to the end of the file without a `last` one."""
        return cls(first, 0, END_OF_LINE if last is None else last, END_OF_LINE)

    @property
    def start(self) -> Position:
        """The first position."""
        return Position(self.start_line, self.start_column)

    @property
    def end(self) -> Position:
        """The position after the last byte."""
        return Position(self.end_line, self.end_column)

    @property
    def last_line(self) -> int:
        """The line of the last byte, which may be the end of that line; of an empty span, its only one."""
        return self.end_line - (self.end_column == 0 and self.start_line < self.end_line)

    def contains(self, other: Span) -> bool:
        """Whether `other` lies inside this span (equal spans contain each other)."""
        return self.start <= other.start and other.end <= self.end
