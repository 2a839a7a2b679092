"""What is on disk below a directory: one walk, kept as one `Folder` for each directory. No budgets here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.ignore import IgnoreRules, Scope


class Folder:
    """A directory and the names in it that are not ignored, in no order.

    `files` holds everything that is not a directory; `links` those of them that are symbolic links, which are never
    followed. A `closed` folder was not looked into on purpose, one with an `error` could not be. `file_count` and
    `folder_count` count everything below. A class without per-file objects, so that a walk costs little more than
    `scandir` itself and 80,000 files stay small.
    """

    __slots__ = ("closed", "error", "file_count", "files", "folder_count", "folders", "links", "name", "path")

    files: Sequence[str]
    folders: Sequence[Folder]

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.files = self.folders = ()
        self.links: frozenset[str] = frozenset()
        self.closed = False
        self.error = ""
        self.file_count = self.folder_count = 0

    @property
    def entry_count(self) -> int:
        """All entries below, without the folder itself."""
        return self.file_count + self.folder_count

    def walk(self) -> Iterator[Folder]:
        """Yield this folder and all below it, parents first."""
        pending = [self]
        while pending:
            folder = pending.pop()
            yield folder
            pending += folder.folders


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
        names = [entry.name for entry in listed]
        special = [entry for entry in listed if not entry.is_file(follow_symlinks=False)]
        inner = [entry.name for entry in special if entry.is_dir(follow_symlinks=False)]
        scope = rules.scope(path, names) if outer is None else outer.enter(folder.name, names)
        if inner:
            directories = set(inner)
            names = [name for name in names if name not in directories]
        ignored = scope.ignored(names, are_directories=False)
        folder.files = [name for name in names if name not in ignored] if ignored else names
        if len(special) > len(inner):
            folder.links = frozenset(entry.name for entry in special if entry.is_symlink())
        if inner:
            ignored = scope.ignored(inner, are_directories=True)
            prefix = folder.path.rstrip("/") + "/"
            folder.folders = [Folder(name, prefix + name) for name in inner if name not in ignored]
            found += folder.folders
            for below in folder.folders:
                if is_closed is not None and is_closed(below.name):
                    below.closed = True
                else:
                    pending.append((below, scope))
    _count(found)
    return top


def _count(found: list[Folder]) -> None:
    """Add up totals, children before parents."""
    for folder in reversed(found):
        folder.file_count = len(folder.files)
        if folder.folders:
            folder.folder_count = len(folder.folders)
            for below in folder.folders:
                folder.file_count += below.file_count
                folder.folder_count += below.folder_count
