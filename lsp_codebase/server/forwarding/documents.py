"""The texts of the open documents of a client, kept for another server.

They are edited just as a server does it. A message that a server refuses changes nothing here either.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from lsp_codebase.model import Document, Position, Span
from lsp_codebase.server.encodings import to_column
from lsp_codebase.uris import place_of


@dataclass(slots=True)
class _Open:
    uri: str
    language: Any
    version: Any
    document: Document


class OpenTexts:
    """The open documents of one client, by the file that each stands for."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        """Of the positions that the client sends."""
        self._open: dict[PurePath | str, _Open] = {}

    def note_open(self, params: Any) -> None:
        """Take the params of `textDocument/didOpen`."""
        item = params["textDocument"]
        document = Document(item["text"])
        self._open[place_of(item["uri"])] = _Open(item["uri"], item["languageId"], item["version"], document)

    def note_change(self, params: Any) -> None:
        """Take the params of `textDocument/didChange`."""
        known = self._open[place_of(params["textDocument"]["uri"])]
        version = params["textDocument"]["version"]
        changes = [(_places(change.get("range")), str(change["text"])) for change in params["contentChanges"]]
        known.version = version
        for places, text in changes:
            if places is None:
                known.document.replace(text)
            else:
                start, end = (self._position(known.document, *place) for place in places)
                known.document.edit(Span(*start, *end), text)
        known.document.forget(known.document.serial)

    def note_close(self, params: Any) -> None:
        """Take the params of `textDocument/didClose`."""
        self._open.pop(place_of(params["textDocument"]["uri"]), None)

    def as_opened(self) -> list[dict[str, Any]]:
        """Return the params of `textDocument/didOpen` that give another server the present documents."""
        return [
            {
                "textDocument": {
                    "uri": known.uri,
                    "languageId": known.language,
                    "version": known.version,
                    "text": known.document.text().data.decode("utf-8"),
                }
            }
            for known in self._open.values()
        ]

    def _position(self, document: Document, line: int, character: int) -> Position:
        return Position(line, to_column(document.line(line), character, self.encoding))


def _places(span: Any) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return start and end of a range; raises the errors of a malformed range."""
    if span is None:
        return None
    start, end = ((int(place["line"]), int(place["character"])) for place in (span["start"], span["end"]))
    return start, end
