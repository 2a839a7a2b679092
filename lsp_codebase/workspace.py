"""The folders of one client, and which codebase a path or a request belongs to."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable, InvalidQuery, UnknownRoot
from lsp_codebase.folder_answers import merge_counts, merge_hits, merge_symbols, nothing_open
from lsp_codebase.index import IndexListener, SilentListener, WorkerPool
from lsp_codebase.model import (
    CancelToken,
    Check,
    Document,
    IndexStatus,
    Mode,
    Pack,
    Phase,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    Symbol,
    SymbolAnswer,
    bounds,
)
from lsp_codebase.parse import detect_language
from lsp_codebase.scan import Redactor, Watcher
from lsp_codebase.search import (
    as_symbol,
    check_languages,
    read_cursor,
    validate,
)
from lsp_codebase.texts import FileTexts, refuse_private
from lsp_codebase.tree import DirectoryTree, FileList, FileText, Page, TreeAnswer, TreeQuery

ASKED = "?"
"""Begins a symbol query that asks for meaning, not for a name."""
_TREE_FRESH_S = 10.0  # a kept tree is used this long where nobody tells of changes


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder as the client named it."""

    name: str
    codebase: Codebase


class Workspace:
    """Every folder open in one client. Methods may block, except `mark_changed`; any thread may call them."""

    def __init__(self, settings: Settings, listener: IndexListener | None = None) -> None:
        self._settings = settings
        self._redactor = Redactor(is_on=not settings.secrets_show)
        self._listener = listener or SilentListener()
        self._pool = WorkerPool(settings.index_workers)
        self._folders: dict[Path, Folder] = {}
        self._documents: dict[Path, Document] = {}
        self._texts = FileTexts()
        self._tree = DirectoryTree(texts=self._texts)
        self._tree_checked = 0.0
        self._lock = threading.Lock()
        self._started = False
        self._client_watches: bool | None = None
        self._watchers: dict[Path, Watcher] = {}

    # -- folders

    @property
    def roots(self) -> tuple[Path, ...]:
        """The roots in the client's order."""
        return tuple(self._folders)

    def add_folder(self, root: Path, name: str = "") -> None:
        """Open a folder; its indexing begins at once if the workspace has started."""
        root = _canonical(root)
        with self._lock:
            if root in self._folders:
                return
            codebase = Codebase(root, self._settings, self._pool, self._listener, self._texts)
            self._set_folders({**self._folders, root: Folder(name or root.name, codebase)})
            self._follow_documents(root, codebase)
            if self._started:
                codebase.start()
            self._watch(root)

    def remove_folder(self, root: Path) -> None:
        """Close a folder; its index stays on disk."""
        with self._lock:
            folders = dict(self._folders)
            folder = folders.pop(_canonical(root), None)
            self._set_folders(folders)
            watcher = self._watchers.pop(_canonical(root), None)
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
        """Apply new settings: every folder is opened again with them, and answers meanwhile as it was."""
        if settings == self._settings:
            return
        self._settings = settings
        self._redactor = Redactor(is_on=not settings.secrets_show)
        for root, folder in self._folders.items():
            folder.codebase.close()
            codebase = Codebase(root, settings, self._pool, self._listener, self._texts)
            with self._lock:
                if root not in self._folders:  # removed meanwhile
                    continue
                self._set_folders({**self._folders, root: Folder(folder.name, codebase)})
                self._follow_documents(root, codebase)
                if self._started:
                    codebase.start()
                self._watch(root)

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

    def find(self, path: Path) -> Codebase:
        """Return the codebase of the innermost folder that contains `path`, after resolving links.

        Raises:
            UnknownRoot: if no folder does.
        """
        resolved = _canonical(path)
        holding = [root for root in self._folders if resolved.is_relative_to(root)]
        if not holding:
            raise UnknownRoot(str(path))
        return self._folders[max(holding, key=lambda root: len(root.parts))].codebase

    # -- requests

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folder that `query.folder` lies in, or all of them, merged by score.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        validate(query)
        if query.folder is not None:
            codebase, directory = self.find(query.folder), _canonical(query.folder)
            if not directory.is_dir():
                raise InvalidQuery("folder", 'is no directory that exists; a single file is named in "include"')
            return codebase.search(replace(query, folder=directory), cancel)
        folders = list(self._folders.values())
        if not folders:
            return SearchAnswer((), Mode.HYBRID if query.mode is Mode.AUTO else query.mode, nothing_open())
        if len(folders) == 1:
            return folders[0].codebase.search(query, cancel)
        # Every folder gives all hits up to the end of this page: which of them are on it shows only together.
        offset = read_cursor(query.cursor)
        whole = replace(query, cursor=None, limit=min(offset + query.limit, bounds.HITS.most))
        return merge_hits([folder.codebase.search(whole, cancel) for folder in folders], offset, query.limit)

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folder that a file lies in for code like some of its lines.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        bounds.HITS.check("limit", query.limit)
        path = _canonical(query.path)
        codebase = self.find(path)
        refuse_private(query.path, codebase.root, path.relative_to(codebase.root).as_posix())
        return codebase.similar(replace(query, path=path), cancel)

    def symbols(self, pattern: str, cancel: CancelToken, active_path: Path | None = None) -> SymbolAnswer:
        """Return the symbols of all folders that match what was typed, best first.

        What follows a question mark is searched for by words and meaning, and the hits are given as symbols: for
        editors that show nothing else.
        """
        if pattern.startswith(ASKED):
            return self._asked(pattern.removeprefix(ASKED), cancel, active_path)
        answers = [folder.codebase.symbols(pattern, cancel, active_path) for folder in self._folders.values()]
        if not answers:
            return SymbolAnswer((), nothing_open())
        return merge_symbols(answers, self._settings.symbols_max_results)

    def _asked(self, text: str, cancel: CancelToken, active_path: Path | None) -> SymbolAnswer:
        if not text.strip():  # nothing typed yet
            return SymbolAnswer(
                (), next((folder.codebase.status() for folder in self._folders.values()), nothing_open())
            )
        limit = min(self._settings.symbols_max_results, bounds.HITS.most)
        found = self.search(SearchQuery(text, limit=limit, active_path=active_path, pack=Pack.NONE), cancel)
        return SymbolAnswer(tuple(map(as_symbol, found.hits)), found.status)

    def symbols_in(self, path: Path, cancel: CancelToken) -> Sequence[Symbol]:
        """Return the symbols of one file, or of the document that is open in its place, in file order.

        Raises:
            UnknownRoot: if no folder holds the file.
        """
        return self.find(path).symbols_in(_canonical(path), cancel)

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """Return the tree of a directory, or of every folder in the client's order.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: anything else is an empty tree with `stats.error`.
        """
        now = time.monotonic()
        if now - self._tree_checked > _TREE_FRESH_S and not self._is_followed():
            self._tree_checked = now
            self._tree.invalidate()
        return self._tree.render(
            path,
            query,
            symbols_of=lambda file: self.find(file).symbols_in(file, cancel),
            relevance=merge_counts({root: folder.codebase.symbols_below for root, folder in self._folders.items()}),
            generation=sum(folder.codebase.serial for folder in self._folders.values()),
            cancel=cancel,
        )

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of a directory's entries."""
        return self._tree.list_directory(path, page, page_size)

    def list_files(
        self,
        path: Path | None,
        max_results: int,
        cancel: CancelToken,
        *,
        languages: Sequence[str] = (),
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
    ) -> FileList:
        """Return files below a directory or all folders, files before sub-directories, ignored ones left out."""
        check_languages(languages, "languages")
        allowed = frozenset(languages)
        accepts = (lambda file: detect_language(file) in allowed) if allowed else None
        return self._tree.list_files(
            path, max_results, include=include, exclude=exclude, accepts=accepts, cancel=cancel
        )

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """Return the text of a file as it is open or on disk, or of a span of it, unless it may hold secrets."""
        document = self._documents.get(_lexical(path))
        return self._tree.read_file(path, span, max_chars, document.text() if document else None, self._redactor)

    def status(self, root: Path | None = None) -> list[IndexStatus]:
        """Return the full status of one folder or of all, in the client's order."""
        if root is not None:
            return [self.find(root).full_status()]
        return [folder.codebase.full_status() for folder in self._folders.values()]

    def reindex(self, root: Path | None = None) -> None:
        """Throw the index of one folder, or of all, away and build it again in the background.

        Raises:
            UnknownRoot, IndexUnavailable: the latter for what cannot be built anew here; all others are begun.
        """
        refused = None
        for codebase in self._some(root):
            try:
                codebase.reindex()
            except IndexUnavailable as error:
                refused = refused or error
        if refused is not None:
            raise refused

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """Check the index of one folder, or of all, and put right what is wrong if asked to.

        Raises:
            UnknownRoot, Cancelled: see their docstrings.
        """
        return [check for codebase in self._some(root) for check in codebase.doctor(cancel, repair=repair)]

    def cancel_indexing(self, root: Path) -> None:
        """Stop the indexing of a folder; what is done stays."""
        self.find(root).cancel_indexing()

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files looked at soon; paths outside every folder are ignored. Returns at once."""
        changed = list(map(_lexical, paths))
        self._tree.invalidate(changed)
        for lexical in changed:
            for codebase in self._holding(lexical):
                codebase.mark_changed([lexical])
                codebase.document_changed(lexical)

    # -- open documents; these return at once

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from a document where it differs from its file, in every folder that holds it, now or later."""
        path = _lexical(path)
        self._documents[path] = document
        for codebase in self._holding(path):
            codebase.open_document(path, document)

    def document_changed(self, path: Path) -> None:
        """Tell that an open document was edited."""
        path = _lexical(path)
        for codebase in self._holding(path):
            codebase.document_changed(path)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from the file again."""
        path = _lexical(path)
        if self._documents.get(path) is document:
            del self._documents[path]
        for codebase in self._holding(path):
            codebase.close_document(path, document)

    def lines(self, path: Path) -> Sequence[bytes]:
        """Return the lines of a file as UTF-8 without line ends, for column conversion."""
        return self.find(path).lines(_canonical(path))

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

    def _follow_documents(self, root: Path, codebase: Codebase) -> None:
        for path, document in list(self._documents.items()):
            if path.is_relative_to(root):
                codebase.open_document(path, document)

    def _holding(self, path: Path) -> list[Codebase]:
        return [folder.codebase for root, folder in self._folders.items() if path.is_relative_to(root)]

    def _set_folders(self, folders: dict[Path, Folder]) -> None:
        self._folders = folders
        self._tree.folders = tuple(folders)

    def _some(self, root: Path | None) -> list[Codebase]:
        return [self.find(root)] if root else [folder.codebase for folder in self._folders.values()]


def _lexical(path: Path) -> Path:
    """Return a path without `..`, as URIs are read; the disk is not looked at."""
    return Path(os.path.abspath(path))


def _canonical(path: Path) -> Path:
    return Path(os.path.realpath(path))
