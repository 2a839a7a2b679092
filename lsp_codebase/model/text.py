"""Places in a file. Lines are 0-based, columns are 0-based UTF-8 bytes; only `server/encodings.py` knows others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

END_OF_LINE = 1_000_000_000
"""A column, or a line, beyond every text: readers of a file clip a span to its text."""


def byte_length(text: str) -> int:
    """Return the length of a text in bytes of UTF-8; half a surrogate pair takes three."""
    return len(text.encode("utf-8", "surrogatepass"))


def line_starts(lines: Iterable[Sized]) -> list[int]:
    """Return where each line begins in the text, or its bytes, that lines make, and where one behind the last would."""
    return [0, *accumulate(map((1).__add__, map(len, lines)))]


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
        """Return the whole of some lines, up to the end of the file without a `last` one."""
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


class Lines(Sequence[str]):
    """The lines of a text without their ends, cut on request: few are asked for, and all take twice its room.

    `starts` say where each line begins in the text, with one more entry than lines, as if every line had an end.
    """

    __slots__ = ("_starts", "text")

    def __init__(self, text: str, starts: NDArray[np.int32]) -> None:
        self.text = text
        self._starts = starts.data  # its items are plain numbers

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if not isinstance(place, slice):
            row = range(len(self))[place]
            return self.text[self._starts[row] : self._starts[row + 1] - 1]
        first, last, step = place.indices(len(self))
        if step != 1:
            return [self[row] for row in range(first, last, step)]
        return self.text[self._starts[first] : self._starts[last] - 1].split("\n") if first < last else []

    def __iter__(self) -> Iterator[str]:
        return iter(self[:])
