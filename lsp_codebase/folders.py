"""The folders of one client: opened, closed, configured, watched, indexed again; and its news of their files."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import ROOT_FILES, Applies, Settings, touched
from lsp_codebase.errors import IndexUnavailable, UnknownRoot
from lsp_codebase.index import IndexListener, SilentListener, written_below
from lsp_codebase.model import CancelToken, Check, Document
from lsp_codebase.open_roots import Member, OpenRoots
from lsp_codebase.paths import canonical, innermost, lexical
from lsp_codebase.view import View

if TYPE_CHECKING:
    from lsp_codebase.tree import DirectoryTree

SettingsOf = Callable[[Path], Settings]
"""Returns the settings of a root; reads the root's own file for that. Any thread may call."""
_WRITTEN_S = 0.2
"""A file of settings is read so long after it changed: by then its writer is done, and one reading is enough."""


class Folders:
    """Every folder open in one client, and the documents that are open in them. Any thread may call.

    News from the client (`mark_changed`, and the methods about documents) returns at once and looks at no file.
    Methods that open and close folders may block.
    """

    def __init__(
        self, settings: Settings, listener: IndexListener | None = None, roots: OpenRoots | None = None
    ) -> None:
        """`roots` are shared with other clients of this process; without them this client has its own."""
        self._settings = settings
        self._settings_of: SettingsOf = lambda _: self._settings
        self._listener = listener or SilentListener()
        self._owns_roots = roots is None
        self._roots = OpenRoots(settings.index_workers) if roots is None else roots
        self._folders: dict[Path, Member] = {}
        self._documents: dict[Path, Document] = {}  # of this client
        self._lock = threading.Lock()
        self._configuring = threading.Lock()
        self._waiting = threading.Lock()  # never held for long
        self._to_configure: set[Path] = set()  # their file of settings changed, and is not read yet
        self._started = False
        self._client_watches: bool | None = None

    @property
    def roots(self) -> tuple[Path, ...]:
        """The roots in the client's order."""
        return tuple(self._folders)

    @property
    def codebases(self) -> dict[Path, Codebase]:
        """The codebases by their roots, whatever has become of these on disk, in the client's order."""
        return {root: member.codebase for root, member in self._folders.items()}

    @property
    def opened_indexes(self) -> tuple[Path, ...]:
        """The directories of the indexes that are opened for the folders."""
        directories = (member.codebase.opened_index for member in self._folders.values())
        return tuple(directory for directory in directories if directory is not None)

    @property
    def unmet_settings(self) -> tuple[str, ...]:
        """A sentence for each setting of this client that does not hold, since another client opened an index first."""
        return tuple(sentence for member in self._folders.values() for sentence in member.unmet)

    def find(self, path: Path) -> Codebase:
        """Return the codebase of the innermost folder that contains `path`, after resolving links.

        Raises:
            UnknownRoot: if no folder does.
        """
        return self._member(path).codebase

    def view(self, path: Path) -> View:
        """Return this client's view of the innermost folder that contains `path`; see `find`."""
        return self._member(path).view

    def _member(self, path: Path) -> Member:
        folders = self._folders  # once: a folder may be closed meanwhile
        root = innermost(canonical(path), folders)
        if root is None:
            raise UnknownRoot(str(path))
        return folders[root]

    @cached_property
    def _tree(self) -> DirectoryTree:
        """The drawer of directories: loaded at the first request for one."""
        from lsp_codebase.tree import DirectoryTree

        tree = DirectoryTree(texts=self._roots.texts, left_out=lambda folder: written_below(folder, self._settings))
        tree.folders = self.roots
        return tree

    def _views(self, root: Path | None) -> list[View]:
        return [self.view(root)] if root else [member.view for member in self._folders.values()]

    def _codebases(self, root: Path | None) -> list[Codebase]:
        return [self.find(root)] if root else [member.codebase for member in self._folders.values()]

    # -- folders

    def configure_each(self, settings_of: SettingsOf) -> None:
        """Give each folder that is opened from now on settings of its own, which follow the file of its root."""
        self._settings_of = settings_of

    def add_folder(self, root: Path) -> None:
        """Open a folder; its indexing begins at once if the folders have started."""
        root = canonical(root)
        with self._lock:
            if root in self._folders:
                return
            changed = partial(self._note_changed, root)
            member = self._roots.open(root, self._settings_of(root), self._listener, changed, self._documents)
            self._set_folders({**self._folders, root: member})
            if self._started:
                member.start()
            if self._client_watches is not None:
                member.watch(client_watches=self._client_watches)

    def remove_folder(self, root: Path) -> None:
        """Close a folder; its index stays on disk."""
        with self._lock:
            folders = dict(self._folders)
            root = root if root in folders else canonical(root)  # a link may stand in its place by now
            member = folders.pop(root, None)
            self._set_folders(folders)
        if member is not None:
            self._roots.leave([member])

    def start(self) -> None:
        """Begin indexing every folder."""
        with self._lock:
            self._started = True
            for member in self._folders.values():
                member.start()

    def watch(self, *, client_watches: bool) -> None:
        """Follow the disk from now on: all of it, or git alone where a client reports changes."""
        with self._lock:
            self._client_watches = client_watches
            for member in self._folders.values():
                member.watch(client_watches=client_watches)

    def configure(self, settings: Settings) -> None:
        """Apply new settings; a folder that must be opened again for them answers as before meanwhile."""
        with self._configuring:
            before, self._settings = self._settings, settings
            if Applies.TO_WORKERS in touched(before, settings):
                self._roots.pool.resize(settings.index_workers)
            for root in self.roots:
                self._configure(root)

    def close(self) -> None:
        """Stop all work within about two seconds; folders that other clients have open go on, without our documents."""
        with self._lock:
            folders, documents = self._folders, dict(self._documents)
            self._set_folders({})
            self._documents.clear()
        if self._owns_roots:
            self._roots.close()
            return
        for path, document in documents.items():
            self._roots.close_document(path, document)
        self._roots.leave(folders.values())

    # -- indexes

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> None:
        """Build the index of one folder, or of all, again in the background: from nothing, or from the present one.

        Raises:
            UnknownRoot, IndexUnavailable: the latter for an index that cannot be built here; all others are begun.
        """
        self._for_each(root, lambda codebase: codebase.reindex(resume=resume))

    def clear(self, root: Path | None, cancel: CancelToken) -> None:
        """Delete the index of one folder, or of all; nothing is indexed before `reindex`, or the next start.

        Raises:
            UnknownRoot, IndexUnavailable: the latter for an index that cannot be deleted here; all others are.
            Cancelled: if asked to stop.
        """
        self._for_each(root, lambda codebase: codebase.clear(cancel))

    def _for_each(self, root: Path | None, change: Callable[[Codebase], None]) -> None:
        """Change one folder or all; raise the first refusal once the others are done."""
        refused = None
        for codebase in self._codebases(root):
            try:
                change(codebase)
            except IndexUnavailable as error:
                refused = refused or error
        if refused is not None:
            raise refused

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """Check the index of one folder, or of all, and repair it if asked to.

        Raises:
            UnknownRoot, Cancelled: see their docstrings.
        """
        return [check for codebase in self._codebases(root) for check in codebase.doctor(cancel, repair=repair)]

    def cancel_indexing(self, root: Path) -> None:
        """Stop the indexing of a folder; finished work stays."""
        self.find(root).cancel_indexing()

    # -- news from the client

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files that changed on disk looked at soon; paths outside every folder are ignored."""
        self._roots.mark_changed(map(lexical, paths))

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from a document where it differs from its file, in every folder that holds it, now or later."""
        path = lexical(path)
        earlier, self._documents[path] = self._documents.get(path), document
        self._roots.open_document(path, document)
        if earlier is not None:  # the same file by another name
            self._roots.close_document(path, earlier)

    def document_changed(self, path: Path) -> None:
        """Tell that the user edited an open document."""
        self._roots.document_changed(lexical(path))

    def document_saved(self, path: Path) -> None:
        """Tell that the user wrote a document to its file."""
        self.mark_changed([path])
        self.document_changed(path)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from another client's document of the file, or from the file, again."""
        path = lexical(path)
        if self._documents.get(path) is document:
            del self._documents[path]
        self._roots.close_document(path, document)

    def _note_changed(self, root: Path, paths: Sequence[Path] | None) -> None:
        """Have the followers of the disk look again at these changed entries of a root; None for anything."""
        self._forget_drawn(paths)
        if paths is None or any(path.name in ROOT_FILES and path.parent == root for path in paths):
            self._configure_soon(root)

    def _forget_drawn(self, paths: Sequence[Path] | None) -> None:
        if "_tree" in self.__dict__:  # else no tree is kept
            self._tree.invalidate(paths)

    def _configure(self, root: Path) -> None:
        """Apply the present settings of a folder. Holds `_configuring`."""
        member = self._folders.get(root)
        if member is not None:
            settings = self._settings_of(root)
            if touched(member.settings, settings):
                member.configure(settings)
                self._forget_drawn(None)

    def _configure_soon(self, root: Path) -> None:
        """Have the file of a root read again; returns at once."""
        with self._waiting:
            if root in self._to_configure:
                return
            self._to_configure.add(root)
        threading.Thread(target=self._configure_again, args=(root,), name="settings", daemon=True).start()

    def _configure_again(self, root: Path) -> None:
        time.sleep(_WRITTEN_S)
        with self._configuring:
            with self._waiting:
                self._to_configure.discard(root)  # later changes start another reading
            self._configure(root)

    def _is_followed(self) -> bool:
        """Whether every change on disk is reported: by a client, or by working watchers of ours."""
        return all(member.is_followed for member in self._folders.values())

    def _set_folders(self, folders: dict[Path, Member]) -> None:
        self._folders = folders
        if "_tree" in self.__dict__:  # else it is made with them
            self._tree.folders = self.roots
