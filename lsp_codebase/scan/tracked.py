"""What git tracks in directories that rules leave out: no walk enters them, so they are to be watched by name."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.scan.files import is_below, is_inside
from lsp_codebase.scan.git import LISTING_S
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.scan.walk import is_ruled_out, names_listed, tracked_listing, tracked_names


@dataclass(frozen=True, slots=True)
class Tracked:
    """Absolute paths: the files, and their directories with those on the way from one that is entered.

    `names` changes with what the repository of the root tracks, wherever it lies, `source` with all that may change
    the rest.
    """

    names: int = 0
    source: int | None = None
    files: frozenset[str] = frozenset()
    directories: frozenset[str] = frozenset()

    def directories_in(self, path: str) -> list[str]:
        """Return the directories that are a path or lie below it."""
        return [directory for directory in self.directories if f"{directory}{os.sep}".startswith(f"{path}{os.sep}")]


def list_tracked(
    root: Path, exclude: IgnoreRules, is_entered: Callable[[str], bool], directories: Collection[str], before: Tracked
) -> Tracked:
    """Ask git; nothing is found where it does not answer. `exclude` are the rules of the caller alone.

    What was found `before` under the same rules is returned where git lists the same: most changes of an index are of
    the contents or times of files.

    `is_entered` tells whether a walk comes to a directory (relative to the root). Some of these `directories` hold
    repositories of their own.
    """
    until = time.monotonic() + LISTING_S
    listing = tracked_listing(root, "", until)
    source = hash((listing, *directories))
    if source == before.source:
        return before
    own = names_listed(listing, "")
    inner = [path for path in directories if path != str(root) and os.path.lexists(os.path.join(path, ".git"))]
    names = [*own, *(name for path in inner for name in tracked_names(root, os.path.relpath(path, root), until))]
    left_out: dict[str, bool] = {"": False}
    files: list[str] = []
    for name in names:
        directory = name.rpartition("/")[0]
        if directory not in left_out:
            left_out[directory] = is_below(name) and not is_entered(directory) and is_inside(root, name)
        if left_out[directory] and not is_ruled_out(exclude, name):
            files.append(name)
    behind: set[str] = set()
    for directory in {name.rpartition("/")[0] for name in files}:
        while directory and directory not in behind and not is_entered(directory):
            behind.add(directory)
            directory = directory.rpartition("/")[0]
    return Tracked(hash(tuple(own)), source, _below(root, files), _below(root, behind))


def _below(root: Path, names: Iterable[str]) -> frozenset[str]:
    return frozenset(os.path.join(root, name) for name in names)
