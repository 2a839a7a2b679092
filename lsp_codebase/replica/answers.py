"""`Answers` from published indexes: the contract of a workspace, without files to look at and nothing to write."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NoReturn

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable, InvalidQuery, UnknownRoot
from lsp_codebase.model import (
    CancelToken,
    Check,
    EntryKind,
    FileList,
    FilesQuery,
    FileText,
    Page,
    Span,
    TreeAnswer,
    TreeQuery,
    bounds,
)
from lsp_codebase.paths import innermost
from lsp_codebase.replica.names import Names, below
from lsp_codebase.replica.shard import Shard
from lsp_codebase.scan import Redactor
from lsp_codebase.texts import refuse_private
from lsp_codebase.tree import DirectoryTree, FileFilter, check_files_query
from lsp_codebase.view import View, once_open
from lsp_codebase.workspace import FILE_BY_PATH, Workspace, accepted

_FOLLOWED_S = 1.0  # an index put in the place of another is seen this soon


class Replica(Workspace):
    """A workspace's answers from published indexes. Any thread may ask; any number of processes may run.

    Several indexes may be of one root, each of other files: their hits are merged by score.
    """

    def __init__(self, settings: Settings, directories: Sequence[Path]) -> None:
        """Open the index in each folder.

        Raises:
            IndexUnavailable: for a folder without one.
        """
        super().__init__(settings)
        self._is_over = threading.Event()
        self._shards: list[Shard] = []
        self._names: dict[Path, tuple[int, Names]] = {}
        try:
            for number, directory in enumerate(directories):
                part = str(number) if number else ""
                self._shards.append(Shard(directory, settings, self._roots.pool, part))
        except BaseException:
            self.close()
            raise
        self._follower = threading.Thread(target=self._follow, name="replica", daemon=True)
        self._follower.start()

    @property
    def roots(self) -> tuple[Path, ...]:
        """The roots by their names where the indexes were made."""
        return tuple(dict.fromkeys(shard.codebase.root for shard in self._shards))

    def directory_of(self, root: Path) -> Path:
        """Return the folder of an index of a root."""
        return next(shard.directory for shard in self._shards if shard.codebase.root == root)

    def find(self, path: Path) -> Codebase:
        """Return the index that holds a file, else the first of its root.

        Raises:
            UnknownRoot: for a path below no root.
        """
        return self._holder(path).codebase

    def view(self, path: Path) -> View:
        """Return the view of the index that `find` returns."""
        return self._holder(path).view

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """Return the tree of the indexed files."""
        if query.min_bytes is not None or query.max_bytes is not None:
            field = "minBytes" if query.min_bytes is not None else "maxBytes"
            raise InvalidQuery(field, "needs the files, which are not here; leave it out")
        if path is not None:
            self._names_of(path).require_directory(self._below(path))
        for root in self.roots:
            self._names_of(root)
        self._tree.folders = self.roots
        return super().tree(path, query, cancel)

    def kind_of(self, path: Path) -> EntryKind | None:
        """Return whether a path names an indexed file, or a directory of some; None for any other."""
        return self._names_of(path).kind_of(self._below(path))

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of the indexed entries of a directory."""
        bounds.PAGES.check("page", page)
        bounds.PAGE_SIZE.check("pageSize", page_size)
        return self._names_of(path).page(self._below(path), page, page_size)

    def list_files(self, path: Path | None, query: FilesQuery, cancel: CancelToken) -> FileList:
        """Return the indexed files, with any preset."""
        include, exclude, most = query.include, query.exclude, query.max_results
        check_files_query(most, include, exclude)
        wanted = FileFilter(accepted(query.languages), query.min_bytes, query.max_bytes)
        wanted.check()
        if path is not None:
            self._names_of(path).require_directory(self._below(path))
        found: list[Path] = []
        for root in self.roots if path is None else (path,):
            cancel.check()
            part = self._names_of(root).listed(self._below(root), most - len(found), include, exclude, wanted)
            found += part.paths
            if part.truncated:
                return FileList(tuple(found), truncated=True)
        return FileList(tuple(found), truncated=False)

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """Return the text of a file as it was indexed.

        Raises:
            InvalidQuery: for a file that is not indexed.
        """
        shard = self._holder(path)
        relative = below(shard.codebase.root, path)
        refuse_private(path, shard.codebase.root, relative)
        state = shard.codebase.published
        if relative not in state.files.by_path:
            raise InvalidQuery("uri", f"{path} is not in the published index, and no other file is here")
        with shard.codebase.reading(state):
            lines = state.stored_lines(relative)
        utf8 = [line.encode("utf-8", "replace") for line in lines or [""]]
        return self._tree.read_file(path, span, max_chars, utf8, Redactor(is_on=not self._settings.secrets_show))

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> NoReturn:
        """Refuse.

        Raises:
            IndexUnavailable: always.
        """
        raise _only_read()

    def clear(self, root: Path | None, cancel: CancelToken) -> NoReturn:
        """Refuse; see `reindex`."""
        raise _only_read()

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """Refuse; see `reindex`."""
        raise _only_read()

    def close(self) -> None:
        """Let go of all indexes within about two seconds."""
        self._is_over.set()
        for shard in self._shards:
            shard.codebase.stop()
        for shard in self._shards:
            shard.close()
        super().close()

    @cached_property
    def _tree(self) -> DirectoryTree:
        return DirectoryTree(self.roots, names_in=self._names_in)

    def _real(self, path: Path) -> Path:
        return Path(os.path.normpath(path))  # by its name where the index was made: no disk is asked

    def _is_followed(self) -> bool:
        return False  # nobody follows: a tree is drawn anew after some seconds

    def _directory(self, folder: Path) -> Path:
        names = self._names_of(folder)
        directory = self._below(folder)
        if directory and not any(names.in_directory(directory)):
            raise InvalidQuery("folder", f"is no directory that is indexed; {FILE_BY_PATH}")
        return names.root / directory

    def _views(self, root: Path | None) -> list[View]:
        return [shard.view for shard in self._of(root)]

    def _codebases(self, root: Path | None) -> list[Codebase]:
        return [shard.codebase for shard in self._of(root)]

    def _of(self, path: Path | None) -> list[Shard]:
        """Return all parts of the innermost root that a path lies in."""
        if path is None:
            return self._shards
        root = innermost(self._real(path), (shard.codebase.root for shard in self._shards))
        if root is None:
            raise UnknownRoot(str(path))
        return [shard for shard in self._shards if shard.codebase.root == root]

    def _open_parts(self, path: Path) -> list[Shard]:
        """Return the parts as `_of` does, once all can be read, or after a few seconds all the same."""
        shards = self._of(path)
        return once_open((shard.codebase for shard in shards), CancelToken(), lambda: shards)

    def _holder(self, path: Path) -> Shard:
        shards = self._open_parts(path)
        relative = below(shards[0].codebase.root, path)
        holding = (shard for shard in shards if shard.codebase.published.files.by_path.get(relative))
        return next(holding, shards[0])

    def _names_of(self, path: Path) -> Names:
        shards = self._open_parts(path)
        root, serial = shards[0].codebase.root, sum(shard.codebase.serial for shard in shards)
        known = self._names.get(root)
        if known is None or known[0] != serial:
            known = serial, Names(root, [shard.codebase.published.files.by_path for shard in shards])
            self._names[root] = known
        return known[1]

    def _names_in(self, directory: str) -> tuple[Sequence[str], Sequence[str]]:
        root = innermost(Path(directory), self._names)
        assert root is not None
        return self._names[root][1].in_directory(directory[len(root.as_posix()) + 1 :])

    def _below(self, path: Path) -> str:
        return below(self._of(path)[0].codebase.root, path)

    def _follow(self) -> None:
        while not self._is_over.wait(_FOLLOWED_S):
            for shard in self._shards:
                shard.follow()


def _only_read() -> IndexUnavailable:
    return IndexUnavailable("published indexes are only read here", "do it where they are made, and publish again")
