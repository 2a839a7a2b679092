"""What is on disk below a directory: one walk, kept as one `Folder` for each directory. No budgets here."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.ignore import IgnoreRules, Scope


class Folder:
    """A directory and the names in it that are not ignored, in no order.

    `files` holds everything that is not a directory; `links` those of them that are symbolic links, which are never
    followed. A `closed` folder was not looked into on purpose, one with an `error` could not be. `own_files` counts
    the files in the directory itself, `file_count` and `folder_count` everything below. A class without per-file
    objects, so that a walk costs little more than `scandir` itself and 80,000 files stay small.
    """

    __slots__ = (
        "_joined", "closed", "error", "file_count", "folder_count", "folders", "links", "name", "own_files", "path",
    )  # fmt: skip

    folders: Sequence[Folder]

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self._joined = ""
        self.folders = ()
        self.links: frozenset[str] = frozenset()
        self.closed = False
        self.error = ""
        self.own_files = self.file_count = self.folder_count = 0

    @property
    def files(self) -> list[str]:
        """The names, split from one string each time: most folders of a large walk are counted and never shown."""
        return self._joined.split("/") if self._joined else []

    @files.setter
    def files(self, names: Sequence[str]) -> None:
        self._joined = "/".join(names)
        self.own_files = self.file_count = len(names)

    @property
    def names_length(self) -> int:
        """The characters of the names of `files`, with one more for each."""
        return len(self._joined) + 1 if self._joined else 0

    @property
    def entry_count(self) -> int:
        """All entries below, without the folder itself."""
        return self.file_count + self.folder_count

    def walk(self, without: Collection[str] = ()) -> Iterator[Folder]:
        """Yield this folder and all below it, parents first, but those of certain names with all that is in them."""
        pending = [self]
        while pending:
            folder = pending.pop()
            yield folder
            pending += [below for below in folder.folders if below.name not in without] if without else folder.folders


def scan(
    root: Path,
    rules: IgnoreRules,
    path: str = "",
    is_closed: Callable[[str], bool] | None = None,
    cancel: CancelToken | None = None,
) -> Folder:
    """Walk the directory `path` (relative to `root`, the root of `rules`) and count what is below each directory.

    A directory whose name `is_closed` is noted and not entered; the first one never is. An unreadable directory gets
    an `error`; nothing is raised but `Cancelled`.
    """
    start = os.path.join(root, path) if path else str(root)
    top = Folder(os.path.basename(start) or start, start)
    found = [top]
    pending: list[tuple[Folder, Scope | None]] = [(top, None)]
    while pending:
        if cancel is not None:
            cancel.check()
        folder, outer = pending.pop()
        try:
            listed = list(os.scandir(folder.path))
        except OSError as error:
            folder.error = (error.strerror or "unreadable").lower()
            continue
        files = [entry.name for entry in listed if entry.is_file(follow_symlinks=False)]
        inner: list[str] = []
        if len(files) < len(listed):
            inner = _note_special(folder, listed, files)
        listing = files + inner if inner else files
        scope = rules.scope(path, listing) if outer is None else outer.enter(folder.name, listing)
        folder.files, inner = scope.kept(files, inner)
        if inner:
            prefix = folder.path.rstrip("/") + "/"
            folders = [Folder(name, prefix + name) for name in inner]
            folder.folders = folders
            folder.folder_count = len(folders)
            found += folders
            if is_closed is None:
                pending += [(below, scope) for below in folders]
                continue
            for below in folders:
                below.closed = is_closed(below.name)
                if not below.closed:
                    pending.append((below, scope))
    _count(found)
    return top


def _note_special(folder: Folder, listed: Sequence[os.DirEntry[str]], files: list[str]) -> list[str]:
    """Add what is neither a regular file nor a directory to `files`; return the names of the directories."""
    inner: list[str] = []
    links: list[str] = []
    for entry in listed:
        if entry.is_dir(follow_symlinks=False):
            inner.append(entry.name)
        elif not entry.is_file(follow_symlinks=False):
            files.append(entry.name)
            if entry.is_symlink():
                links.append(entry.name)
    if links:
        folder.links = frozenset(links)
    return inner


def _count(found: list[Folder]) -> None:
    """Add up totals, children before parents."""
    for folder in reversed(found):
        for below in folder.folders:
            folder.file_count += below.file_count
            folder.folder_count += below.folder_count
