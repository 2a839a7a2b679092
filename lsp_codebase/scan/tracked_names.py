"""Tracked files that rules leave out, for a walk that shows names: git is asked where an entry is left out."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from lsp_codebase.scan.files import is_below
from lsp_codebase.scan.git import ANSWER_S, path_told
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.scan.walk import NEVER_ENTERED, is_ruled_out, is_there, tracked_listing


class TrackedNames:
    """The names of all repositories of a root, as git has them now; each is listed once, if something is left out."""

    def __init__(self, root: Path, exclude: Sequence[str]) -> None:
        """`exclude` are globs of paths that are not to be found though git tracks them."""
        self._root = root
        self._exclude = IgnoreRules(root, respect_gitignore=False, exclude=exclude)
        self._left_s = ANSWER_S  # for all repositories: there may be thousands
        self._listings: dict[str, list[bytes]] = {}
        self._repositories: dict[str, str] = {}

    def among(self, directory: str, files: Set[str], directories: Set[str]) -> list[str]:
        """Return the existing files that git tracks among some entries of a directory, or below them.

        Paths are relative to the root, with "/".
        """
        directories = directories - NEVER_ENTERED
        if not files and not directories:
            return []
        repository = self._repository(directory)
        prefix = repository + "/" if repository else ""
        names = self._listing(repository)
        base = os.fsencode(f"{directory}/"[len(prefix) :]) if directory else b""
        own = [name for name in (base + os.fsencode(file) for file in files) if _holds(names, name)]
        for inner in directories:
            own += _below(names, base + os.fsencode(inner) + b"/")
        tracked = [prefix + path_told(name) for name in dict.fromkeys(own)]
        tracked = [name for name in tracked if is_below(name) and not is_ruled_out(self._exclude, name)]
        return [name for name in tracked if is_there(self._root, name)]

    def _repository(self, directory: str) -> str:
        """Return the innermost repository around a directory, "" for that around the root."""
        if directory not in self._repositories:
            top = directory
            while top and not os.path.lexists(self._root / top / ".git"):
                top = top.rpartition("/")[0]
            self._repositories[directory] = top
        return self._repositories[directory]

    def _listing(self, repository: str) -> list[bytes]:
        """Return the names in the index of a repository, in the order of their bytes, as git lists them."""
        if repository not in self._listings:
            began = time.monotonic()
            listing = tracked_listing(self._root, repository, began + self._left_s) or b""
            self._left_s -= time.monotonic() - began
            self._listings[repository] = listing.removesuffix(b"\0").split(b"\0")
        return self._listings[repository]


def _holds(names: Sequence[bytes], name: bytes) -> bool:
    at = bisect_left(names, name)
    return at < len(names) and names[at] == name


def _below(names: Sequence[bytes], directory: bytes) -> Iterator[bytes]:
    """Yield the names below a directory."""
    at = bisect_left(names, directory)
    while at < len(names) and names[at].startswith(directory):
        yield names[at]
        at += 1
