"""What is on disk below a directory: one walk, kept as one `Folder` for each directory. No budgets here."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.ignore import Chain, IgnoreRules


class Folder:
    """A directory and the names in it that are not ignored, in no order.

    `files` holds everything that is not a directory; `links` those of them that are symbolic links, which are never
    followed. A `closed` folder was not looked into on purpose, one with an `error` could not be. `own_files` counts
    the files in the directory itself, `file_count` and `folder_count` everything below. A class without per-file
    objects, whose fields stand for most directories as they are here, so that a walk costs little more than `scandir`
    itself and 80,000 files stay small.
    """

    folders: Sequence[Folder] = ()
    links: frozenset[str] = frozenset()
    closed = False
    error = ""
    own_files = file_count = folder_count = 0
    _joined = ""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    @property
    def files(self) -> list[str]:
        """The names, split from one string each time: most folders of a large walk are counted and never shown."""
        return self._joined.split("/") if self._joined else []

    @files.setter
    def files(self, names: Sequence[str]) -> None:
        self._joined = "/".join(names)
        self.own_files = self.file_count = len(names)

    @property
    def joined(self) -> str:
        """The names of `files` as one text, a "/" behind each, to look through many at once."""
        return self._joined + "/" if self._joined else ""

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
    at_root = len(str(root).rstrip("/")) + 1
    parents: list[Folder] = []
    pending: list[tuple[Folder, Chain | None]] = [(top, None)]
    while pending:
        if cancel is not None:
            cancel.check()
        folder, chain = pending.pop()
        try:
            listed = list(os.scandir(folder.path))
        except OSError as error:
            folder.error = (error.strerror or "unreadable").lower()
            continue
        files = [entry.name for entry in listed if entry.is_file(follow_symlinks=False)]
        inner = _note_special(folder, listed, files) if len(files) < len(listed) else []
        if chain is None:
            scope = rules.scope(path, files + inner)
            chain = scope.chain
            files, inner = scope.kept(files, inner)
        else:
            chain, files, inner = rules.kept_below(chain, folder.path[at_root:] + "/", files, inner)
        folder.files = files
        if inner:
            prefix = folder.path.rstrip("/") + "/"
            folders = [Folder(name, prefix + name) for name in inner]
            folder.folders = folders
            parents.append(folder)
            if is_closed is None:
                pending += [(below, chain) for below in folders]
                continue
            for below in folders:
                below.closed = is_closed(below.name)
                if not below.closed:
                    pending.append((below, chain))
    _count(parents)
    return top


def _note_special(folder: Folder, listed: Sequence[os.DirEntry[str]], files: list[str]) -> list[str]:
    """Add what is neither a regular file nor a directory to `files`; return the names of the directories."""
    inner = [entry.name for entry in listed if entry.is_dir(follow_symlinks=False)]
    if len(files) + len(inner) < len(listed):
        known = {*files, *inner}
        special = [entry for entry in listed if entry.name not in known]
        files += [entry.name for entry in special]
        folder.links = frozenset([entry.name for entry in special if entry.is_symlink()])
    return inner


def _count(parents: list[Folder]) -> None:
    """Add up totals, children before parents."""
    for folder in reversed(parents):
        folder.folder_count = len(folder.folders)
        for below in folder.folders:
            folder.file_count += below.file_count
            folder.folder_count += below.folder_count
