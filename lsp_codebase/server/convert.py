"""Between the client's world and ours: URIs and paths, ranges and spans.

Spans count 0-based lines and UTF-8 bytes; ranges count units of the negotiated encoding. Nothing else in the package
knows about either URIs or encodings.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from urllib.parse import unquote_to_bytes

from lsprotocol.types import Location, PositionEncodingKind, Range
from lsprotocol.types import Position as WirePosition

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import Position, Span

_FILE_URI = re.compile(r"file:(?://(?P<host>[^/?#]*)|(?!//))(?P<path>/[^?#]*)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_DRIVE = re.compile(r"/([A-Za-z]):")

Lines = Callable[[Path], Sequence[bytes]]
"""Returns the lines of a file as UTF-8 without their ends; reads the file, so never on the loop thread."""


def to_uri(path: PurePath) -> str:
    """Return the `file:` URI of an absolute path; everything but letters, digits and `-._~/` is percent-encoded."""
    return path.as_uri()


def to_path(uri: str, field: str = "uri", *, is_windows: bool = os.name == "nt") -> Path:
    """Return the path of a `file:` URI. Raises `InvalidQuery` naming `field`.

    `;` and percent-encoded `#`, `?` and `%` belong to the path; a bare `#` or `?` ends it.
    """
    match = _FILE_URI.match(uri)
    if match is None:
        raise InvalidQuery(field, f"{uri!r} is not an absolute file URI")
    host = (match["host"] or "").lower()
    path = os.fsdecode(unquote_to_bytes(match["path"]))
    if "\0" in path:
        raise InvalidQuery(field, f"{uri!r} holds a NUL character")
    if is_windows:
        drive = _DRIVE.match(path)
        path = f"{drive[1].upper()}:{path[3:] or '/'}" if drive else path
        if host not in ("", "localhost"):
            path = f"//{host}{path}"
        return Path(path.replace("/", "\\"))
    if host not in ("", "localhost"):
        raise InvalidQuery(field, f"{uri!r} names another machine")
    return Path(path)


class Places:
    """Paths and URIs as one client writes them.

    The core knows a folder by its real path. A client that opened it through a symbolic link must be answered with the
    link's path, or its editor would open every file twice. Any thread may call.
    """

    def __init__(self) -> None:
        self._links: dict[Path, Path] = {}

    def open(self, root: Path) -> None:
        """Remember how the client names a folder; looks at the disk."""
        real = Path(os.path.realpath(root))
        if real != root:
            self._links = {**self._links, root: real}

    def close(self, root: Path) -> None:
        """Forget a folder."""
        self._links = {link: real for link, real in self._links.items() if link != root}

    def uri(self, path: Path) -> str:
        """Return the URI of a path of the core."""
        for link, real in self._links.items():
            if path.is_relative_to(real):
                return to_uri(link / path.relative_to(real))
        return to_uri(path)

    def path(self, uri: str, field: str = "uri") -> Path:
        """Return the path of a URI of the client. Raises `InvalidQuery` naming `field`."""
        path = to_path(uri, field)
        for link, real in self._links.items():
            if path.is_relative_to(link):
                return real / path.relative_to(link)
        return path

    def document(self, uri: str, field: str) -> Path | None:
        """Return the path of a document, or None where the user is in a buffer that is no file (`untitled:1`).

        Raises `InvalidQuery` naming `field` for what is no URI.
        """
        try:
            return self.path(uri, field)
        except InvalidQuery:
            if _SCHEME.match(uri):
                return None
            raise

    def paths(self, uris: Iterable[str]) -> Iterator[Path]:
        """Yield the path of each URI that has one; a buffer that is no file (`untitled:`) is nothing we know."""
        for uri in uris:
            with suppress(InvalidQuery):
                yield self.path(uri)


def to_character(line: bytes, column: int, encoding: str) -> int:
    """Return the client's offset of a UTF-8 column; a column inside a character gives the character's start."""
    if encoding == PositionEncodingKind.Utf8:
        return column
    text = line[:column].decode("utf-8", "ignore")
    return len(text) if encoding == PositionEncodingKind.Utf32 else len(text.encode("utf-16-le")) // 2


def to_column(line: bytes, character: int, encoding: str) -> int:
    """Return the UTF-8 column of a client's offset, at most the line's length."""
    if encoding == PositionEncodingKind.Utf8:
        return min(character, len(line))
    if line.isascii():
        return min(character, len(line))
    text = line[: 4 * character].decode("utf-8", "replace")[:character]  # no character has more bytes, or fewer units
    if encoding == PositionEncodingKind.Utf32:
        return len(text.encode("utf-8"))
    units = text.encode("utf-16-le")[: 2 * character]
    return len(units.decode("utf-16-le", "ignore").encode("utf-8"))


class Converter:
    """Converts the places of one answer, with the files as they are now. It may read them: use it on the executor."""

    def __init__(self, encoding: str, places: Places, lines: Lines) -> None:
        self._encoding = encoding
        self._places = places
        self._lines = lines
        self._known: dict[Path, Sequence[bytes]] = {}

    def location(self, path: Path, span: Span, *, is_ascii: bool) -> Location:
        """Return where a span is, for the client."""
        return Location(self._places.uri(path), self.range(path, span, is_ascii=is_ascii))

    def range(self, path: Path, span: Span, *, is_ascii: bool) -> Range:
        """Return a span as a range; an ASCII file needs no look at its text."""
        convert = self._same if is_ascii or self._encoding == PositionEncodingKind.Utf8 else self._to_wire
        return Range(convert(path, span.start), convert(path, span.end))

    def span(self, path: Path, wire: Range) -> Span:
        """Return a client's range as a span; one that was selected backwards is turned round."""
        return Span(*min(ends := [self.position(path, end) for end in (wire.start, wire.end)]), *max(ends))

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
