"""Documents of clients, handed to every open codebase that holds them: each file has one that stands for it.

The document that was edited last stands for its file; of those that nobody edited, the one that was opened last. When
it is closed the next one stands again. Each is edited by its own client alone, which is answered from it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.model import Document
from lsp_codebase.paths import is_within


@dataclass(slots=True)
class _Known:
    """A document, and the known number of its edits."""

    document: Document
    serial: int
    is_edited: bool = False


class SharedDocuments:
    """The documents of all clients, and the codebases that hear of them. Any thread may call; no call takes long."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # a document is opened before or after a codebase
        self._documents: dict[Path, list[_Known]] = {}  # the last one stands
        self._contested: frozenset[Path] = frozenset()  # the files with several documents
        self._codebases: dict[Path, Codebase] = {}

    def begin(self, codebase: Codebase) -> None:
        """Keep a codebase told from now on, in place of an earlier one of its root; first of the open documents."""
        with self._lock:
            self._codebases = {**self._codebases, codebase.root: codebase}
            for path, known in self._documents.items():
                if is_within(path, codebase.root):
                    codebase.open_document(path, known[-1].document)

    def end(self, codebase: Codebase) -> None:
        """Tell a codebase nothing more."""
        with self._lock:
            self._codebases = {root: one for root, one in self._codebases.items() if one is not codebase}

    def document(self, path: Path) -> Document | None:
        """Return the document that stands for a file."""
        with self._lock:
            known = self._documents.get(path)
            return known[-1].document if known else None

    def overruled(self, own: Mapping[Path, Document]) -> dict[Path, Document]:
        """Return a client's documents whose files others stand for: none, as a rule."""
        found = ((path, own.get(path)) for path in self._contested)
        return {path: one for path, one in found if one is not None and one is not self.document(path)}

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from a document where it differs from its file, in every codebase that holds it, now or later."""
        with self._lock:
            all_known = self._documents.setdefault(path, [])
            edited = next((at for at, known in enumerate(all_known) if known.is_edited), len(all_known))
            all_known.insert(edited, _Known(document, document.serial))
            if len(all_known) > 1:
                self._contested |= {path}
            if edited == len(all_known) - 1:
                self._show(path, document)

    def document_changed(self, path: Path) -> None:
        """Hear that a user edited or saved a document; the one that was edited stands for its file from now on."""
        with self._lock:
            all_known = self._documents.get(path, [])
            before = all_known[-1] if all_known else None
            for known in [one for one in all_known if one.serial != one.document.serial]:
                known.serial, known.is_edited = known.document.serial, True
                all_known.remove(known)
                all_known.append(known)
            if all_known and all_known[-1] is not before:
                self._show(path, all_known[-1].document)
            for codebase in self._holding(path):
                codebase.document_changed(path)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from another client's document of the file, or from the file, again."""
        with self._lock:
            all_known = self._documents.get(path, [])
            kept = [known for known in all_known if known.document is not document]
            if kept:
                self._documents[path] = kept
            else:
                self._documents.pop(path, None)
            if len(kept) < 2:
                self._contested -= {path}
            if not all_known or all_known[-1].document is not document:
                return
            if kept:
                self._show(path, kept[-1].document)
                return
            for codebase in self._holding(path):
                codebase.close_document(path, document)

    def _show(self, path: Path, document: Document) -> None:
        for codebase in self._holding(path):
            codebase.open_document(path, document)

    def _holding(self, path: Path) -> list[Codebase]:
        return [codebase for root, codebase in self._codebases.items() if is_within(path, root)]
