"""Tracked files in directories that rules leave out: no walk enters them, so they are to be watched by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.scan.files import is_below, is_inside
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.scan.walk import is_ruled_out, names_listed, tracked_listing


@dataclass(frozen=True, slots=True)
class Tracked:
    """Absolute paths: the files, and their directories with those on the way from an entered one.

    They are spelled as the system reports them. `names` changes with the tracked files, wherever they lie, `source`
    with everything that may change the rest.
    """

    names: int = 0
    source: int | None = None
    files: frozenset[str] = frozenset()
    directories: frozenset[str] = frozenset()

    def directories_in(self, path: str) -> list[str]:
        """Return the directories that are a path or lie below it."""
        return [directory for directory in self.directories if f"{directory}{os.sep}".startswith(f"{path}{os.sep}")]


def list_tracked(
    root: Path,
    repository: str,
    exclude: IgnoreRules,
    is_entered: Callable[[str], bool],
    directories: Collection[str],
    before: Tracked,
    until: float,
) -> Tracked:
    """Ask git about the repository around a directory.

    The result `before` under the same rules, with the same `directories` entered, is returned where git lists the
    same, as most changes of an index are of the contents or times of files, and where it is too slow to tell.

    `exclude` are the rules of the caller alone. `is_entered` tells whether a walk comes to a directory. Relative
    paths are relative to the root.
    """
    listing = tracked_listing(root, repository, until)
    if listing is None:
        return before
    source = hash((listing, *directories))
    if source == before.source:
        return before
    names = names_listed(listing, repository)
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
    return Tracked(hash(tuple(names)), source, _below(root, files), _below(root, behind))


def together(found: Collection[Tracked]) -> Tracked:
    """Return the tracked files of several repositories."""
    return Tracked(
        hash(tuple(one.names for one in found)),
        None,
        frozenset().union(*(one.files for one in found)),
        frozenset().union(*(one.directories for one in found)),
    )


def _below(root: Path, names: Iterable[str]) -> frozenset[str]:
    return frozenset(os.path.join(root, name.replace("/", os.sep)) for name in names)
