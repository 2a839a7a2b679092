"""The text of a document that an editor has open: edited in place, a line at a time, and how places moved meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lsp_codebase.model.text import Position, Span

_CR = b"\r"


@dataclass(frozen=True, slots=True)
class Edit:
    """The effect of a change on places: `span` was replaced, and its replacement ends at `end`."""

    span: Span
    end: Position

    def move(self, place: Position, *, is_end: bool = False) -> Position:
        """Return the place after the edit; a place inside the replaced span falls back to its start.

        Text inserted exactly there pushes a place on, but not the end of something.
        """
        start, end = self.span.start, self.span.end
        if place < start or (place == start and (is_end or start != end)):
            return place
        if place < end:
            return start
        if place.line == self.span.end_line:
            return Position(self.end.line, self.end.column + place.column - self.span.end_column)
        return Position(place.line + self.end.line - self.span.end_line, place.column)


def moved(span: Span, edits: Sequence[Edit]) -> Span:
    """Return the place of a span after edits, oldest first."""
    start, end = span.start, span.end
    for edit in edits:
        if end.line < edit.span.start_line:
            continue
        if edit.span.end_line < start.line <= end.line:  # most of a file
            lines = edit.end.line - edit.span.end_line
            start, end = Position(start.line + lines, start.column), Position(end.line + lines, end.column)
        else:
            start, end = edit.move(start), edit.move(end, is_end=True)
    return Span(*start, *max(start, end))


class Text(Sequence[bytes]):
    """A document at one moment: its lines without their ends, as UTF-8. `serial` is the number of edits before."""

    def __init__(self, serial: int, lines: Sequence[bytes]) -> None:
        self.serial = serial
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: Any) -> Any:
        return _bare(self._lines[number]) if isinstance(number, int) else [*map(_bare, self._lines[number])]

    @cached_property
    def data(self) -> bytes:
        """The whole text, line ends as they are."""
        return b"".join(self._lines)


class Document:
    """Lines of UTF-8 with their ends; an edit costs as much as its own lines, not as the file.

    Lines end with LF, CR LF or CR, as in LSP, and nothing else. One thread edits, any thread reads.
    """

    def __init__(self, text: str) -> None:
        self._lines = _split(_encode(text), is_last=True)
        self._edits: list[tuple[int, Edit]] = []
        self._taken = 0  # the serial of the latest snapshot: edits before it are not merged with later ones
        self._lock = threading.Lock()
        self.serial = 0

    def line(self, number: int) -> bytes:
        """Return a line without its end; beyond the text there are empty lines only."""
        lines = self._lines
        return _bare(lines[number]) if 0 <= number < len(lines) else b""

    def edit(self, span: Span, text: str) -> None:
        """Replace a span. A place beyond the text means its end; a span that ends before it starts is turned around."""
        start, end = sorted((self._inside(span.start), self._inside(span.end)))
        new = _encode(text)
        with self._lock:
            lines = self._lines
            first, prefix = start.line, lines[start.line][: start.column]
            if first and not start.column and lines[first - 1].endswith(_CR):  # a line feed may make it one end
                first, prefix = first - 1, lines[first - 1]
            suffix = lines[end.line][end.column :]
            lines[first : end.line + 1] = _split(prefix + new + suffix, is_last=end.line == len(lines) - 1)
            self.serial += 1
            if first < start.line:
                start, new = Position(first, len(_bare(prefix))), _CR + new
            if new.endswith(_CR) and suffix.startswith(b"\n"):  # the two are one line end now
                end, new = Position(end.line + 1, 0), new + b"\n"
            self._log(Edit(Span(*start, *end), _end(start, new)))

    def replace(self, text: str) -> None:
        """Replace the whole text; places before and after have nothing in common."""
        lines = _split(_encode(text), is_last=True)
        with self._lock:
            self._lines = lines
            self.serial += 1
            self._edits.clear()

    def text(self) -> Text:
        """Return the text as it is now."""
        with self._lock:
            self._taken = self.serial
            return Text(self.serial, tuple(self._lines))

    def since(self, serial: int, until: int | None = None) -> list[Edit]:
        """Return the edits after a snapshot, oldest first, up to a later one, `until`."""
        with self._lock:
            return [edit for at, edit in self._edits if at > serial and (until is None or at <= until)]

    def forget(self, serial: int) -> None:
        """Drop the edits up to a snapshot: nobody will ask for them."""
        with self._lock:
            self._edits = [(at, edit) for at, edit in self._edits if at > serial]

    def _inside(self, place: Position) -> Position:
        lines = self._lines
        if place.line < 0:
            return Position(0, 0)
        if place.line >= len(lines):
            return Position(len(lines) - 1, len(lines[-1]))
        return Position(place.line, max(0, min(place.column, len(self.line(place.line)))))

    def _log(self, edit: Edit) -> None:
        """Remember an edit; typing on in freshly typed text is one edit with it."""
        if self._edits and self._edits[-1][0] > self._taken:
            last = self._edits[-1][1]
            if last.span.start <= edit.span.start and edit.span.end <= last.end:
                self._edits[-1] = (self.serial, Edit(last.span, edit.move(last.end)))
                return
        self._edits.append((self.serial, edit))


def _bare(line: bytes) -> bytes:
    return line.rstrip(b"\r\n")


def _encode(text: str) -> bytes:
    """Return UTF-8. Half of a surrogate pair becomes one byte: in UTF-16 it still counts as one."""
    return text.encode("utf-8", "replace")


def _split(data: bytes, *, is_last: bool) -> list[bytes]:
    """Split into lines with their ends; after a final line end the text has one more, empty line."""
    lines = data.splitlines(keepends=True)  # of bytes: at LF, CR and CR LF only
    if is_last and (not lines or lines[-1].endswith((b"\n", _CR))):
        lines.append(b"")
    return lines


def _end(start: Position, new: bytes) -> Position:
    lines = _split(new, is_last=True)
    return Position(start.line + len(lines) - 1, len(lines[-1]) + (start.column if len(lines) == 1 else 0))
