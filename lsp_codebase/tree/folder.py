"""What is on disk below a directory: one walk, kept as one `Folder` for each directory. No budgets here."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.ignore import IgnoreRules, Listing

# directories whose names are looked through together: enough to share the work, few enough for the processor's cache
_BATCH = 64


class Folder:
    """A directory and the names in it that are not ignored, in no order.

    `files` holds everything that is not a directory; `links` those of them that are symbolic links, which are never
    followed; `joined` holds their names as one text, a "/" behind each. A `closed` folder was not looked into on purpose, one with an `error` could not be. `own_files` counts
    the files in the directory itself, `file_count` and `folder_count` everything below. A class without per-file
    objects, whose fields stand for most directories as they are here, so that a walk costs little more than `scandir`
    itself and 80,000 files stay small.
    """

    folders: Sequence[Folder] = ()
    links: frozenset[str] = frozenset()
    closed = False
    error = ""
    own_files = file_count = folder_count = 0
    joined = ""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    @property
    def files(self) -> list[str]:
        """The names, split each time: most folders of a large walk are counted and never shown."""
        return self.joined[:-1].split("/") if self.joined else []

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
    _, files, directories = _read(top)
    scope = rules.scope(path, files + directories)
    parents = [top]
    pending = [(list(_fill(top, *scope.kept(files, directories), is_closed)), scope.chain)]
    while pending:
        if cancel is not None:
            cancel.check()
        folders, chain = pending[-1]
        batch = folders[-_BATCH:]
        if not batch:
            pending.pop()
            continue
        del folders[-_BATCH:]
        for folder, (own_chain, listing) in zip(batch, rules.kept_below(chain, list(map(_read, batch)))):
            below = _fill(folder, listing[1], listing[2], is_closed)
            if folder.folders:
                parents.append(folder)
                if own_chain is chain:
                    folders += below
                else:
                    pending.append((list(below), own_chain))
    _count(parents)
    return top


def _read(folder: Folder) -> Listing:
    """Return everything in a directory, with what is no directory as files; note links and an error."""
    files: list[str] = []
    others: list[os.DirEntry[str]] = []
    try:
        for entry in os.scandir(folder.path):
            if entry.is_file(follow_symlinks=False):
                files.append(entry.name)
            else:
                others.append(entry)
    except OSError as error:
        folder.error = (error.strerror or "unreadable").lower()
        return folder.path, [], []
    directories = [entry.name for entry in others if entry.is_dir(follow_symlinks=False)]
    if len(directories) < len(others):
        special = [entry for entry in others if not entry.is_dir(follow_symlinks=False)]
        files += [entry.name for entry in special]
        folder.links = frozenset([entry.name for entry in special if entry.is_symlink()])
    return folder.path, files, directories


def _fill(
    folder: Folder, files: list[str], directories: list[str], is_closed: Callable[[str], bool] | None
) -> Sequence[Folder]:
    """Give a folder its names; return the sub-directories to look into."""
    if files:
        folder.joined = "/".join(files) + "/"
        folder.own_files = folder.file_count = len(files)
    if not directories:
        return []
    prefix = folder.path.rstrip("/") + "/"
    folder.folders = below = [Folder(name, prefix + name) for name in directories]
    if is_closed is None:
        return below
    for inner in below:
        inner.closed = is_closed(inner.name)
    return [inner for inner in below if not inner.closed]


def _count(parents: list[Folder]) -> None:
    """Add up totals, children before parents."""
    for folder in reversed(parents):
        folder.folder_count = len(folder.folders)
        for below in folder.folders:
            folder.file_count += below.file_count
            folder.folder_count += below.folder_count
