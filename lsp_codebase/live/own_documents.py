"""Documents of one client for whose files another's stand: the client's answers come from its own.

Two clients seldom have one file open. Only then the document that was edited earlier is read, at a question of its
client, and kept until it is gone. It is found by words and names, not by meaning.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

from lsp_codebase.index import WorkerPool
from lsp_codebase.indexes import LiveFile, State, unread_file
from lsp_codebase.live.stored import StoredFiles
from lsp_codebase.model import Document, Text

logger = logging.getLogger(__name__)


class OwnDocuments:
    """Reads the documents of one root. Any thread may call."""

    def __init__(self, files: StoredFiles, pool: WorkerPool) -> None:
        self._files = files
        self._pool = pool
        self._read: WeakKeyDictionary[Document, tuple[int, LiveFile]] = WeakKeyDictionary()

    def in_front(self, state: State, own: Mapping[str, Document]) -> State:
        """Return a state with these documents in front of their files, by path."""
        documents = state.documents
        for named, document in own.items():
            path, text = self._files.real_path(named), document.text()
            if self._files.is_searched(path, text.data):
                is_stored = self._files.says(path, text.data) and self._files.is_indexed(path)
                file = None if is_stored else self._file(path, document, text)
                documents = documents.with_own(path, file, (document, text.serial))
        return replace(state, documents=documents)

    def _file(self, path: str, document: Document, text: Text) -> LiveFile:
        from lsp_codebase.live.reading import read_alone  # loads everything that reads files

        serial, file = self._read.get(document, (-1, None))
        if file is None or serial != text.serial:
            try:
                file = read_alone(self._pool, self._files.settings, path, text.data)
            except Exception as error:  # a worker died: the written text is known all the same
                logger.warning("a document of %s is answered from without its definitions: %s", path, error)
                file = unread_file(path, text, State(), ())
            self._read[document] = text.serial, file
        return file
