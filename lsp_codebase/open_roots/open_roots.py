"""Every root that is open in this process, and everything they share: worker processes, texts, documents."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import Doorkeeper, IndexListener, WorkerPool
from lsp_codebase.model import Document
from lsp_codebase.open_roots.open_root import Member, OnChanged, OpenRoot
from lsp_codebase.open_roots.shared_documents import SharedDocuments
from lsp_codebase.texts import FileTexts


class OpenRoots:
    """The codebases open in this process, each root once. Any thread may call.

    Roots are real paths, those of files and documents are without `..`. News from clients returns at once and looks at
    no file; opening and leaving may block.
    """

    def __init__(self, workers: int, door: Doorkeeper | None = None) -> None:
        """`workers` as in the setting `index.workers`; `door` lets other processes ask, too."""
        self.pool = WorkerPool(workers)
        self.texts = FileTexts()
        self._door = door
        self._told = SharedDocuments()
        self._lock = threading.Lock()
        self._roots: dict[Path, OpenRoot] = {}
        self._is_closed = False

    def open(
        self,
        root: Path,
        settings: Settings,
        listener: IndexListener,
        on_changed: OnChanged,
        documents: Mapping[Path, Document],
    ) -> Member:
        """Let a client into a root, which is opened if nobody has it open; the client gives it back by `leave`.

        `on_changed` is told which files of the root changed, None where any may have; it must return quickly.
        `documents` are those that the client has open at any time: its answers come from these.

        Raises:
            IndexUnavailable: once this is closed.
        """
        member = None
        while member is None:  # at most once for each client that leaves meanwhile
            open_root = self._open_root(root)
            member = open_root.join(settings, listener, on_changed, lambda: self._told.overruled(documents))
        if self._is_closed:
            self.leave([member])
            raise IndexUnavailable(f"{root} cannot be opened: this process is ending", "ask again in a moment")
        return member

    def leave(self, members: Iterable[Member]) -> None:
        """Give roots back; those that nobody else has open are closed within about two seconds."""
        left = [*members]
        for member in left:
            member.leave()  # all at once, before waiting for the first
        for member in left:
            member.close()
        with self._lock:
            self._roots = {path: root for path, root in self._roots.items() if not root.is_over}

    def _open_root(self, path: Path) -> OpenRoot:
        with self._lock:
            found = self._roots.get(path)
            if found is None or found.is_over:
                found = OpenRoot(path, self.pool, self.texts, self._told, self._door)
                self._roots = {**self._roots, path: found}
            return found

    def close(self) -> None:
        """Stop all work within about two seconds."""
        with self._lock:
            self._is_closed = True
        roots = [*self._roots.values()]
        for root in roots:
            root.leave_all()
        self.pool.close()
        for root in roots:
            root.close_left()

    # -- news from clients

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files that changed on disk looked at soon; paths outside every root are ignored."""
        changed = [*paths]
        for root in self._roots.values():
            root.mark_changed(changed)

    def document(self, path: Path) -> Document | None:
        """Return the document of a file that was edited last, of any client."""
        return self._told.document(path)

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from a document where it differs from its file, in every root that holds it, now or later."""
        self._told.open_document(path, document)

    def document_changed(self, path: Path) -> None:
        """Hear that a user edited or saved an open document."""
        self._told.document_changed(path)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from another client's document of the file, or from the file, again."""
        self._told.close_document(path, document)
