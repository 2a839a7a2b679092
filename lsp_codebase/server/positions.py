"""Positions and ranges in units of the negotiated encoding, and ours in UTF-8 bytes. Lines are 0-based in both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lsprotocol.types import Location, Range
from lsprotocol.types import Position as WirePosition

from lsp_codebase.errors import UnknownRoot
from lsp_codebase.model import Position, Span
from lsp_codebase.server.encodings import UTF_8, to_character, to_column
from lsp_codebase.server.uris import PathMap

Lines = Callable[[Path], Sequence[bytes]]
"""Returns the lines of a file as UTF-8 without their ends; reads the file, so never on the loop thread."""


class PositionConverter:
    """Converts the positions of one answer, with the files as they are now. It may read them: on a question thread."""

    def __init__(self, encoding: str, paths: PathMap, lines: Lines) -> None:
        self._encoding = encoding
        self._paths = paths
        self._lines = lines
        self._known: dict[Path, Sequence[bytes]] = {}

    def location(self, path: Path, span: Span, *, is_ascii: bool) -> Location:
        """Return the place of a span, for the client."""
        return Location(self._paths.to_uri(path), self.range(path, span, is_ascii=is_ascii))

    def range(self, path: Path, span: Span, *, is_ascii: bool) -> Range:
        """Return a span as a range; an ASCII file needs no look at its text."""
        convert = self._same if is_ascii or self._encoding == UTF_8 else self._to_wire
        return Range(convert(path, span.start), convert(path, span.end))

    def span(self, path: Path, wire: Range) -> Span:
        """Return a client's range as a span; one that was selected backwards is turned round."""
        start, end = sorted((self.position(path, wire.start), self.position(path, wire.end)))
        return Span(*start, *end)

    def position(self, path: Path, wire: WirePosition) -> Position:
        """Return a client's position; one past the text keeps its numbers."""
        line = self._line(path, wire.line)
        return Position(wire.line, wire.character if line is None else to_column(line, wire.character, self._encoding))

    def _to_wire(self, path: Path, place: Position) -> WirePosition:
        line = self._line(path, place.line)
        return WirePosition(
            place.line, place.column if line is None else to_character(line, place.column, self._encoding)
        )

    @staticmethod
    def _same(_: Path, place: Position) -> WirePosition:
        return WirePosition(place.line, place.column)

    def _line(self, path: Path, number: int) -> bytes | None:
        if path not in self._known:
            try:
                self._known[path] = self._lines(path)
            except (OSError, UnknownRoot):  # gone since it was indexed, or never in a folder
                self._known[path] = ()
        lines = self._known[path]
        return lines[number] if number < len(lines) else None
