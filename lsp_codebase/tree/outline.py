"""A plan of a tree: chosen by a preset, then written as text or returned as nodes.

Text and nodes come from the same plan, so they always say the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model import EntryKind, Symbol, TreeNode, TreeSymbol
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.quoting import natural

SymbolsOf = Callable[[Path], Sequence[Symbol]]


@dataclass(slots=True)
class File:
    """A file or link that is shown, with those of its symbols that are."""

    name: str
    is_link: bool
    symbols: tuple[Symbol, ...] = ()
    more_symbols: int = 0


@dataclass(slots=True)
class Run:
    """Similar entries shown as one line: a glob and the names it stands for. Not shown one by one, so omitted."""

    glob: str
    names: list[str]
    are_folders: bool = False

    @property
    def count(self) -> int:
        """How many entries the line stands for."""
        return len(self.names)


@dataclass(slots=True)
class Branch:
    """A directory that is shown, and its shown parts: whole entries, runs, and the rest as a count.

    Not `opened`: its line is all there is. `note` is a last line in words about omissions.
    """

    folder: Folder
    opened: bool = False
    branches: Sequence[Branch] = ()
    files: Sequence[File] = ()
    runs: Sequence[Run] = ()
    note: str = ""

    @property
    def more_folders(self) -> int:
        """Sub-directories of an opened branch that no line stands for."""
        in_runs = sum([run.count for run in self.runs if run.are_folders]) if self.runs else 0
        return len(self.folder.folders) - len(self.branches) - in_runs

    @property
    def more_files(self) -> int:
        """Files of an opened branch that no line stands for."""
        in_runs = sum([run.count for run in self.runs if not run.are_folders]) if self.runs else 0
        return self.folder.own_files - len(self.files) - in_runs

    @property
    def omitted(self) -> int:
        """Entries below, at any depth, that are in none of the branches shown."""
        if not self.opened:
            return self.folder.entry_count
        below = sum(1 + branch.folder.entry_count for branch in self.branches)
        return self.folder.entry_count - below - len(self.files)

    def walk(self) -> Iterator[tuple[int, Branch]]:
        """Yield this branch and all below it with their depths, parents first."""
        pending = [(0, self)]
        while pending:
            depth, branch = pending.pop()
            yield depth, branch
            if branch.branches:
                pending += [(depth + 1, below) for below in reversed(branch.branches)]


def sorted_folders(folder: Folder) -> list[Folder]:
    """Return the sub-directories in the order they are shown in."""
    if len(folder.folders) < 2:
        return list(folder.folders)
    return sorted(folder.folders, key=lambda below: natural(below.name))


def sorted_files(folder: Folder) -> list[File]:
    """Return the files and links in the order they are shown in."""
    return [File(name, name in folder.links) for name in sorted(folder.files, key=natural)]


def symbols_below(folder: Folder, file: File, symbols_of: SymbolsOf) -> list[Symbol]:
    """Return the top-level symbols of a file in file order, one for each name."""
    if file.is_link:
        return []
    found = {s.name: s for s in reversed(symbols_of(Path(folder.path, file.name))) if not s.container}
    return sorted(found.values(), key=lambda symbol: symbol.span.start)


def as_node(branch: Branch) -> TreeNode:
    """Return the node of a branch with everything shown below it."""
    folder = branch.folder
    children = [as_node(below) for below in branch.branches]
    children += [_file_node(folder, file) for file in branch.files]
    return TreeNode(
        name=folder.name,
        path=Path(folder.path),
        kind=EntryKind.DIRECTORY,
        children=tuple(children) if branch.opened else None,
        omitted=branch.omitted,
        excluded=folder.closed,
        error=folder.error,
    )


def _file_node(folder: Folder, file: File) -> TreeNode:
    path = Path(folder.path, file.name)
    kind = EntryKind.SYMLINK if file.is_link else EntryKind.FILE
    symbols = tuple(TreeSymbol(one.name, one.kind, one.name_span.start_line) for one in file.symbols)
    return TreeNode(file.name, path, kind, size=_size(path, file.is_link), symbols=symbols)


def _size(path: Path, is_link: bool) -> int | None:
    try:
        return None if is_link else os.lstat(path).st_size
    except OSError:
        return None
