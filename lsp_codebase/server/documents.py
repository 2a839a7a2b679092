"""The documents that the client has open: its edits, applied on the loop thread, and nothing else.

pygls' own documents copy the whole text for each change and end lines where LSP does not; they are not used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import Document, Position, Span
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.encodings import to_column
from lsp_codebase.server.session import Session
from lsp_codebase.server.uris import PathMap

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Open:
    """A document under the URI of the client; `path` is None for a buffer that is no file."""

    document: Document
    version: int
    path: Path | None


class Documents:
    """Every open document of one client, by its URI. Called on the loop thread."""

    def __init__(self, connection: Connection, paths: PathMap, session: Session) -> None:
        self._connection = connection
        self._paths = paths
        self._session = session
        self._open: dict[str, _Open] = {}
        self._standing: dict[Path, Document] = {}  # for files: one may be open by several URIs
        self.active: Path | None = None
        """The file of the document that was opened or edited last."""

    def open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take the text of a document; one that is open already begins anew."""
        item = params.text_document
        if item.uri in self._open:
            logger.warning("%s was opened twice; the later text counts", item.uri)
            self._release(self._open.pop(item.uri))
        try:
            path = self._paths.to_path(item.uri)
        except InvalidQuery as error:
            logger.debug("a document without a file is not searched: %s", error)
            path = None
        known = self._open[item.uri] = _Open(Document(item.text), item.version, path)
        if path is not None:
            self.active = path
            self._stand(path, known.document)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply edits in the order they came, whatever their versions say: the stream keeps its order."""
        uri, version = params.text_document.uri, params.text_document.version
        known = self._open.get(uri)
        if known is None:
            logger.warning("ignoring a change of %s, which is not open", uri)
            return
        if version <= known.version:
            logger.warning(
                "%s went from version %d to %d; its edits are applied as they came", uri, known.version, version
            )
        known.version = version
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                known.document.edit(self._span(known.document, change.range), change.text)
            else:
                known.document.replace(change.text)
        if known.path is not None:
            self.active = known.path
            self._stand(known.path, known.document)
            self._session.document_changed(known.path)

    def close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document."""
        known = self._open.pop(params.text_document.uri, None)
        if known is None:
            logger.warning("ignoring the closing of %s, which is not open", params.text_document.uri)
        else:
            self._release(known)

    def follow_links(self) -> None:
        """Have each document stand for the file that its URI means by now: it may be open before its folder is."""
        for uri, known in self._open.items():
            before = known.path
            if before is not None and (path := self._paths.to_path(uri)) != before:
                self.active = path if self.active == before else self.active
                known.path = path
                self._fall(before, known.document)
                self._stand(path, known.document)

    def _release(self, known: _Open) -> None:
        if known.path is not None:
            self.active = None if self.active == known.path else self.active
            self._fall(known.path, known.document)

    def _stand(self, path: Path, document: Document) -> None:
        """Have a document stand for its file: of several, the one that was opened or edited last."""
        if self._standing.get(path) is not document:
            self._standing[path] = document
            self._session.open_document(path, document)

    def _fall(self, path: Path, document: Document) -> None:
        """Have another document of the file, or the file itself, give the answers again."""
        self._session.close_document(path, document)
        if self._standing.get(path) is document:
            del self._standing[path]
            others = (one.document for one in reversed(self._open.values()) if one.path == path)
            if (other := next(others, None)) is not None:
                self._stand(path, other)

    def _span(self, document: Document, wire: types.Range) -> Span:
        start, end = (self._place(document, place) for place in (wire.start, wire.end))
        return Span(*start, *end)

    def _place(self, document: Document, wire: types.Position) -> Position:
        return Position(wire.line, to_column(document.line(wire.line), wire.character, self._connection.encoding))
