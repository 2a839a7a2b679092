"""What git is doing to a work tree right now, told from the few files of its directory that say so."""

from __future__ import annotations

import time
from pathlib import Path

from lsp_codebase.scan.git_excludes import find_repository

_STALE_LOCK_S = 10.0  # a git that was killed leaves its lock behind


class GitState:
    """The repository around a root, if there is one. Linked work trees and submodules have a directory elsewhere."""

    def __init__(self, root: Path) -> None:
        repository = find_repository(root)
        self.directory = repository.directory if repository else None
        self.exclude_file = repository.exclude_file if repository else None

    @property
    def watched(self) -> tuple[Path, ...]:
        """The directories whose entries (not those below) tell of checkouts and of changed rules."""
        if self.directory is None or self.exclude_file is None:
            return ()
        return tuple(path for path in (self.directory, self.exclude_file.parent) if path.is_dir())

    def is_busy(self) -> bool:
        """Whether git is changing the work tree: it holds the lock of its index."""
        if self.directory is None:
            return False
        try:
            locked_at = (self.directory / "index.lock").stat().st_mtime
        except OSError:
            return False
        return abs(time.time() - locked_at) < _STALE_LOCK_S

    def head(self) -> str:
        """Return what is checked out: the commit, or the branch and its commit; "" without a repository."""
        if self.directory is None or self.exclude_file is None:
            return ""
        head = _read(self.directory / "HEAD")
        if head.startswith("ref: "):
            head += _read(self.exclude_file.parent.parent / head[5:].strip())
        return head


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""
