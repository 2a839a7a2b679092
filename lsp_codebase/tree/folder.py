"""The contents of a directory on disk: one walk, kept as one `Folder` for each directory. No budgets here."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from lsp_codebase.model import UNCANCELLED, CancelToken
from lsp_codebase.scan import Chain, IgnoreRules, Listing, TrackedNames, is_directory, is_link

# finds, among names of directories, those that are not to be entered
FindClosed = Callable[[Sequence[str]], Collection[str]]
# lists a directory, given its absolute path, in place of the disk: the names of files and of sub-directories
NamesIn = Callable[[str], tuple[Sequence[str], Sequence[str]]]
_Dropped: TypeAlias = "tuple[Folder, set[str], set[str]]"

# directories whose names are searched together: enough to share the work, few enough for the processor's cache
_BATCH = 64
# bytes from `scandir`, decoded for a directory at once: decoding each name and path takes a tenth of a bare walk
_CODEC = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()


class Folder:
    """A directory and the names in it that are not ignored, in no order.

    `files` holds everything that is not a directory; `links` those of them that are symbolic links, which are never
    followed; `joined` holds the names of `files` as one text, a "/" behind each. A `closed` folder was not read
    on purpose, one with an `error` could not be read, and one that `is_left_out` by rules holds only paths that git
    tracks all the same. `own_files` counts the files in the directory itself, `file_count` and `folder_count` all
    below. The class has no objects per file, and its defaults are true of most directories, so that a walk costs
    little more than `scandir` itself and 80,000 files stay small.
    """

    folders: Sequence[Folder] = ()
    links: frozenset[str] = frozenset()
    closed = False
    is_left_out = False
    error = ""
    own_files = file_count = folder_count = 0
    joined = ""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    @property
    def files(self) -> list[str]:
        """The names, split each time: most folders of a large walk are counted and never shown."""
        return self.joined.split("/")[:-1]

    def count(self) -> None:
        """Count everything below, from the entries of the directory and the counts of its sub-directories."""
        self.file_count, self.folder_count = self.own_files, len(self.folders)
        for below in self.folders:
            self.file_count += below.file_count
            self.folder_count += below.folder_count

    @property
    def entry_count(self) -> int:
        """All entries below, without the folder itself."""
        return self.file_count + self.folder_count

    def walk(self, without: Collection[str] = ()) -> Iterator[Folder]:
        """Yield this folder and all below it, parents first, except those of certain names and all in them."""
        pending = [self]
        while pending:
            folder = pending.pop()
            yield folder
            pending += [below for below in folder.folders if below.name not in without] if without else folder.folders


def scan(
    root: Path,
    rules: IgnoreRules,
    path: str = "",
    closed_names: FindClosed | None = None,
    cancel: CancelToken = UNCANCELLED,
    *,
    lists_git: bool = False,
    names_in: NamesIn | None = None,
    tracked: TrackedNames | None = None,
) -> Folder:
    """Walk the directory `path` (relative to `root`, the root of `rules`) and count what is below each directory.

    The directories that `closed_names` finds among names are noted and not entered; so is `.git`, which the rules leave
    out, if `lists_git`. `tracked` paths are there though the rules leave them out. An unreadable directory gets an
    `error`; nothing is raised but `Cancelled`. With `names_in` the disk is not read.
    """
    start = Path(root, path).as_posix()  # as the paths below it, and as it is shown
    top = Folder(os.path.basename(start) or start, start)
    read = _read if names_in is None else partial(_named, names_in)
    listings = read([top], cancel)
    parents, of_git = [top], _with_git([top], listings) if lists_git else []
    kept = [rules.kept_at(path, listings[0])]
    dropped = [*_dropped([top], listings, kept)] if tracked is not None else []
    pending = _fill([top], kept, closed_names)
    while pending:
        chain, folders = pending.pop()
        if len(folders) > _BATCH:
            pending.append((chain, folders[_BATCH:]))
            del folders[_BATCH:]
        listings = read(folders, cancel)
        kept = rules.kept_below(chain, listings)
        dropped += _dropped(folders, listings, kept) if tracked is not None else ()
        pending += _fill(folders, kept, closed_names)
        parents += [folder for folder in folders if folder.folders]
        of_git += _with_git(folders, listings) if lists_git else []
    if tracked is not None:
        parents += _add_tracked(dropped, tracked, str(rules.root), closed_names)
    for folder in of_git:
        _list_git(folder)
    parents += [folder for folder in of_git if len(folder.folders) == 1]
    for folder in reversed(parents):  # children before parents
        folder.count()
    return top


def _read(folders: Sequence[Folder], cancel: CancelToken) -> list[Listing]:
    """Return all that is in each of the directories; note links and errors."""
    listings: list[Listing] = []
    for folder in folders:
        cancel.check()
        files: list[bytes] = []
        others: list[os.DirEntry[bytes]] = []
        try:
            for entry in os.scandir(folder.path.encode(*_CODEC)):
                if entry.is_file(follow_symlinks=False):
                    files.append(entry.name)
                else:
                    others.append(entry)
            directories = [entry.name.decode(*_CODEC) for entry in others if is_directory(entry)]
        except OSError as error:
            folder.error = (error.strerror or "unreadable").lower()
            files, directories, others = [], [], []
        if len(directories) < len(others):
            _note_special(folder, others, files)
        listings.append((folder.path, b"/".join(files).decode(*_CODEC) + "/" if files else "", directories))
    return listings


def _named(names_in: NamesIn, folders: Sequence[Folder], cancel: CancelToken) -> list[Listing]:
    """Return the listings of `_read`, from names that are known."""
    listings: list[Listing] = []
    for folder in folders:
        cancel.check()
        files, directories = names_in(folder.path)
        listings.append((folder.path, "".join([name + "/" for name in files]), [*directories]))
    return listings


def _dropped(
    folders: Sequence[Folder], listings: Sequence[Listing], kept: Sequence[tuple[Chain, Listing]]
) -> Iterator[_Dropped]:
    """Yield the directories with entries that rules leave out, and the names of these files and directories."""
    for folder, (_, files, directories), (_, (_, own_files, own)) in zip(folders, listings, kept, strict=True):
        if len(files) > len(own_files) or len(directories) > len(own):
            yield folder, {*files.split("/")}.difference(own_files.split("/")), {*directories}.difference(own)


def _add_tracked(
    dropped: Iterable[_Dropped], tracked: TrackedNames, root: str, closed_names: FindClosed | None
) -> list[Folder]:
    """Give folders the tracked entries that they dropped; return the folders that may gain sub-directories by that."""
    below_of: dict[Folder, dict[str, Folder]] = {}  # parents first
    files_of: defaultdict[Folder, list[str]] = defaultdict(list)
    for top, files, directories in dropped:
        above = top.path[len(root.rstrip("/")) + 1 :]
        for path in tracked.among(above, files, directories):
            folder = top
            *names, last = path[len(above) + 1 if above else 0 :].split("/")
            for inner in names:
                below = below_of.get(folder)
                if below is None:
                    below = below_of[folder] = {one.name: one for one in folder.folders}
                if inner not in below:
                    added = below[inner] = Folder(inner, f"{folder.path.rstrip('/')}/{inner}")
                    added.is_left_out = True
                    added.closed = closed_names is not None and inner in closed_names([inner])
                folder = below[inner]
                if folder.closed:
                    break
            else:
                files_of[folder].append(last + "/")
    for folder, named in files_of.items():
        folder.joined += "".join(named)
        folder.own_files += len(named)
        folder.file_count = folder.own_files
    for folder, below in below_of.items():
        folder.folders = [*below.values()]
    return [*below_of]


def _with_git(folders: Sequence[Folder], listings: Sequence[Listing]) -> list[Folder]:
    return [folder for folder, (_, _, directories) in zip(folders, listings, strict=True) if ".git" in directories]


def _list_git(folder: Folder) -> None:
    git = Folder(".git", folder.path.rstrip("/") + "/.git")
    git.closed = True
    folder.folders = [*folder.folders, git]


def _note_special(folder: Folder, others: Sequence[os.DirEntry[bytes]], files: list[bytes]) -> None:
    """Add entries that are neither regular files nor directories to `files`."""
    special = [entry for entry in others if not is_directory(entry)]
    files += [entry.name for entry in special]
    folder.links = frozenset([entry.name.decode(*_CODEC) for entry in special if is_link(entry)])


def _fill(
    folders: Sequence[Folder], kept: Sequence[tuple[Chain, Listing]], closed_names: FindClosed | None
) -> list[tuple[Chain, list[Folder]]]:
    """Give each folder its entries; return the new folders to look into, by the rules that hold for them."""
    closed: Collection[str] = ()
    if closed_names is not None:
        closed = closed_names([name for _, (_, _, directories) in kept for name in directories])
    pending: dict[Chain, list[Folder]] = {}
    for folder, (chain, (path, files, directories)) in zip(folders, kept, strict=True):
        if files:
            folder.joined = files
            folder.own_files = folder.file_count = files.count("/")
        if not directories:
            continue
        prefix = path.rstrip("/") + "/"
        folder.folders = below = [Folder(name, prefix + name) for name in directories]
        if closed:
            for inner in below:
                inner.closed = inner.name in closed
            below = [inner for inner in below if not inner.closed]
        pending.setdefault(chain, []).extend(below)
    return list(pending.items())
