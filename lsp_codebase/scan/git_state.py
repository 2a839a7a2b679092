"""The work of git on a work tree right now, told from a few files of its directory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

from lsp_codebase.paths import canonical
from lsp_codebase.scan.files import is_inside, read_file, read_rules
from lsp_codebase.scan.git_excludes import Repository, find_repository, repository_at

_STALE_LOCK_S = 10.0  # a git that was killed leaves its lock behind
_MOST_INNER, _DEEPEST_SUBMODULE = 64, 64  # each folder on the way to a submodule is looked at
_HEAD_BYTES = 4_096  # of a file that names a commit, or a branch by a path
_IN_TABLES = "ref: refs/heads/.invalid"  # stands where branches are in tables of their own (`git init --ref-format`)


def _stamp_of(file: Path) -> str:
    """Return a value that changes when a file does; "" where there is none."""
    try:
        info = os.stat(file)
    except (OSError, ValueError):
        return ""
    return f"{info.st_size} {info.st_mtime_ns}"


class GitState:
    """The repository around a root, if there is one. Linked work trees and submodules have a directory elsewhere.

    Where there is none it is looked for each time: a folder may be put under git while it is open.
    """

    def __init__(self, root: Path | None) -> None:
        self._root = root
        self._found: Repository | None = None
        repository = self._repository
        self.exclude_file = canonical(repository.exclude_file) if repository else None
        self.index_file = canonical(repository.directory) / "index" if repository else None

    @property
    def _repository(self) -> Repository | None:
        if self._found is None and self._root is not None:
            self._found = find_repository(self._root)
        return self._found

    @property
    def watched(self) -> tuple[Path, ...]:
        """The directories whose entries (not those below) tell of checkouts and of changed rules, without links.

        The systems' reports of changes use these names. Directories from the top of the work tree to the root have
        rules for the root.
        """
        repository = self._repository
        if repository is None or self._root is None:
            return ()
        above = [path for path in self._root.parents if path.is_relative_to(repository.top)]
        directories = (canonical(repository.directory), canonical(repository.exclude_file.parent), *above)
        return tuple(path for path in directories if os.path.isdir(path))

    def submodules(self) -> tuple[Path, ...]:
        """Return the tops of the cloned submodules below the root, the first that the work tree names."""
        repository = self._repository
        if repository is None or self._root is None:
            return ()
        top = repository.top
        lines = (line.partition("=") for line in read_rules(top / ".gitmodules", follow=False).splitlines())
        paths = (value.strip().strip('"') for key, _, value in lines if key.strip().lower() == "path")
        named = (path for path in dict.fromkeys(paths) if path.count("/") < _DEEPEST_SUBMODULE)
        inside = (top / path for path in islice(named, _MOST_INNER) if is_inside(top, f"{path}/.git"))
        below = (path for path in inside if path.is_relative_to(self._root))
        return tuple(path for path in below if repository_at(path) is not None)

    def inner(self, directories: Iterable[str]) -> tuple[Path, ...]:
        """Return the tops of repositories below the root: of submodules, and of clones in these directories; the first.

        None of them is asked anything but its checked-out commit, and no program of its configuration is run.
        """
        clones = (Path(path) for path in directories if os.path.lexists(os.path.join(path, ".git")))
        tops = (path for path in clones if path != self._root and repository_at(path) is not None)
        return tuple(islice(dict.fromkeys(chain(self.submodules(), tops)), _MOST_INNER))

    def is_busy(self) -> bool:
        """Whether git is changing the work tree: it holds the lock of its index."""
        repository = self._repository
        if repository is None:
            return False
        try:
            locked_at = os.stat(repository.directory / "index.lock").st_mtime
        except (OSError, ValueError):
            return False
        return abs(time.time() - locked_at) < _STALE_LOCK_S

    def head(self) -> str:
        """Return the checked-out commit, or the branch and its commit, or a value that changes with these; "" without a
        repository.
        """
        repository = self._repository
        if repository is None:
            return ""
        head = read_rules(repository.directory / "HEAD", most_bytes=_HEAD_BYTES)
        if head.startswith(_IN_TABLES):
            directories = dict.fromkeys((repository.directory, repository.common_directory))
            return head + "".join(_stamp_of(one / "reftable" / "tables.list") for one in directories)
        if head.startswith("ref: "):
            head += _commit(repository.common_directory, head[5:].strip())
        return head


def _commit(directory: Path, branch: str) -> str:
    """Return the commit of a branch; where it has no file of its own, the stamp of the file of packed ones."""
    try:
        return read_file(directory, branch, _HEAD_BYTES).decode("ascii", "replace")
    except (OSError, ValueError):
        return _stamp_of(directory / "packed-refs")
