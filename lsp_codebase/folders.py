"""The folders of one client: opened, closed, configured and watched; and what the client tells about their files."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Applies, Settings, touched
from lsp_codebase.errors import UnknownRoot
from lsp_codebase.index import Doorkeeper, IndexListener, SilentListener, WorkerPool
from lsp_codebase.model import Document, Phase
from lsp_codebase.scan import Watcher
from lsp_codebase.texts import FileTexts

if TYPE_CHECKING:
    from lsp_codebase.tree import DirectoryTree


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder as the client named it."""

    name: str
    codebase: Codebase


class Folders:
    """Every folder open in one client, and the documents that are open in them. Any thread may call.

    What the client tells (`mark_changed`, and the methods about documents) returns at once and looks at no file. What
    opens and closes folders may block.
    """

    def __init__(
        self, settings: Settings, listener: IndexListener | None = None, door: Doorkeeper | None = None
    ) -> None:
        self._settings = settings
        self._listener = listener or SilentListener()
        self._door = door
        self._pool = WorkerPool(settings.index_workers)
        self._folders: dict[Path, Folder] = {}
        self._documents: dict[Path, Document] = {}
        self._texts = FileTexts()
        self._lock = threading.Lock()
        self._telling = threading.Lock()  # never held for long: a document is opened before or after a folder
        self._started = False
        self._client_watches: bool | None = None
        self._watchers: dict[Path, Watcher] = {}

    @property
    def roots(self) -> tuple[Path, ...]:
        """The roots in the client's order."""
        return tuple(self._folders)

    def find(self, path: Path) -> Codebase:
        """Return the codebase of the innermost folder that contains `path`, after resolving links.

        Raises:
            UnknownRoot: if no folder does.
        """
        resolved = canonical(path)
        holding = [root for root in self._folders if resolved.is_relative_to(root)]
        if not holding:
            raise UnknownRoot(str(path))
        return self._folders[max(holding, key=lambda root: len(root.parts))].codebase

    @cached_property
    def _tree(self) -> DirectoryTree:
        """What draws directories: loaded with the first that is asked for, or that changes."""
        from lsp_codebase.tree import DirectoryTree

        tree = DirectoryTree(texts=self._texts)
        tree.folders = self.roots
        return tree

    # -- folders

    def add_folder(self, root: Path, name: str = "") -> None:
        """Open a folder; its indexing begins at once if the folders have started."""
        root = canonical(root)
        with self._lock:
            if root not in self._folders:
                self._open(root, name or root.name)

    def remove_folder(self, root: Path) -> None:
        """Close a folder; its index stays on disk."""
        root = canonical(root)
        with self._lock:
            folders = dict(self._folders)
            folder = folders.pop(root, None)
            self._set_folders(folders)
            watcher = self._watchers.pop(root, None)
        if watcher is not None:
            watcher.close()
        if folder is not None:
            folder.codebase.close()

    def start(self) -> None:
        """Begin indexing every folder."""
        with self._lock:
            self._started = True
            for folder in self._folders.values():
                folder.codebase.start()

    def watch(self, *, client_watches: bool) -> None:
        """Follow the disk from now on: all of it, or git alone where the client tells what changes."""
        self._pool.stays_warm = True
        with self._lock:
            self._client_watches = client_watches
            for root in self._folders:
                self._watch(root)

    def configure(self, settings: Settings) -> None:
        """Apply new settings; a folder that must be opened again for them answers meanwhile as it was."""
        applies = touched(self._settings, settings)
        self._settings = settings
        if Applies.TO_WORKERS in applies:
            self._pool.resize(settings.index_workers)
        for root, folder in self._folders.items():
            if Applies.ON_OPENING in applies:
                folder.codebase.close()
                with self._lock:
                    if root in self._folders:  # not removed meanwhile
                        self._open(root, folder.name)
            else:
                folder.codebase.configure(settings)
        if applies:
            self._tree.invalidate()

    def close(self) -> None:
        """Stop all work within about two seconds."""
        with self._lock:
            folders, watchers = self._folders, self._watchers
            self._set_folders({})
            self._watchers = {}
        for folder in folders.values():
            folder.codebase.stop()  # all at once, before the first is waited for
        for watcher in watchers.values():
            watcher.close()
        self._pool.close()
        for folder in folders.values():
            folder.codebase.close()

    # -- what the client tells

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files that changed on disk looked at soon; paths outside every folder are ignored."""
        changed = list(map(lexical, paths))
        self._tree.invalidate(changed)
        for root, folder in self._folders.items():
            if below := [path for path in changed if path.is_relative_to(root)]:
                folder.codebase.mark_changed(below)

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from a document where it differs from its file, in every folder that holds it, now or later."""
        path = lexical(path)
        with self._telling:
            self._documents[path] = document
            for codebase in self._holding(path):
                codebase.open_document(path, document)

    def document_changed(self, path: Path) -> None:
        """Tell that the user edited an open document."""
        path = lexical(path)
        for codebase in self._holding(path):
            codebase.document_changed(path)

    def document_saved(self, path: Path) -> None:
        """Tell that the user wrote a document to its file."""
        self.mark_changed([path])
        self.document_changed(path)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from the file again."""
        path = lexical(path)
        with self._telling:
            if self._documents.get(path) is document:
                del self._documents[path]
            for codebase in self._holding(path):
                codebase.close_document(path, document)

    def _open(self, root: Path, name: str) -> None:
        """Open a folder, or open it again in place of its codebase before. Holds `_lock`."""
        codebase = Codebase(root, self._settings, self._pool, self._listener, self._texts, self._door)
        with self._telling:
            self._set_folders({**self._folders, root: Folder(name, codebase)})
            for path, document in self._documents.items():
                if path.is_relative_to(root):
                    codebase.open_document(path, document)
        if self._started:
            codebase.start()
        self._watch(root)

    def _watch(self, root: Path) -> None:
        """Start following a folder, or follow it in another way. Holds `_lock`."""
        if self._client_watches is None:
            return
        earlier, codebase = self._watchers.get(root), self._folders[root].codebase
        self._watchers[root] = Watcher(
            root,
            self.mark_changed,
            lambda: self._doubt(root),
            files=not self._client_watches,
            respect_gitignore=self._settings.index_respect_gitignore,
            exclude=self._settings.index_exclude,
            # listing many directories would hold up what is asked first: the names of the index
            may_begin=lambda: codebase.status().phase is not Phase.STARTING,
        )
        self._watchers[root].start()
        if earlier is not None:
            earlier.close(0)

    def _doubt(self, root: Path) -> None:
        """Anything below `root` may have changed."""
        self._tree.invalidate()
        folder = self._folders.get(root)
        if folder is not None:
            folder.codebase.look_again()

    def _is_followed(self) -> bool:
        """Whether every change on disk is told: by the client, or by watchers of ours that stand."""
        return bool(self._client_watches) or all(
            root in self._watchers and self._watchers[root].is_live for root in self._folders
        )

    def _holding(self, path: Path) -> list[Codebase]:
        return [folder.codebase for root, folder in self._folders.items() if path.is_relative_to(root)]

    def _set_folders(self, folders: dict[Path, Folder]) -> None:
        self._folders = folders
        if "_tree" in self.__dict__:  # else it is made with them
            self._tree.folders = self.roots


def lexical(path: Path) -> Path:
    """Return a path without `..`, as URIs are read; the disk is not looked at."""
    absolute = os.path.abspath(path)
    return path if absolute == str(path) else Path(absolute)  # reading it again takes a third of telling of many


def canonical(path: Path) -> Path:
    """Return a path without links; looks at the disk."""
    return Path(os.path.realpath(path))
