"""The names of indexed files, by directory: in place of a disk that does not have them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import compiled
from lsp_codebase.model import EntryKind, FileList, Page, PageEntry
from lsp_codebase.paths import relative_to
from lsp_codebase.store import FileRecord
from lsp_codebase.tree import FileFilter, natural

Entries = tuple[Sequence[str], Sequence[str]]
"""The names of the files and of the sub-directories of a directory, in order."""


class Names:
    """The files below one root at one moment."""

    def __init__(self, root: Path, files: Iterable[Mapping[str, FileRecord]]) -> None:
        """`files` are those of each part of the root."""
        self.root = root
        self._records = {path: record for part in files for path, record in part.items()}
        self._entries: dict[str, tuple[list[str], list[str]]] = {"": ([], [])}
        for path in self._records:
            directory, _, name = path.rpartition("/")
            self._enter(directory)[0].append(name)
        for entries in self._entries.values():
            for names in entries:
                names.sort(key=natural)

    def in_directory(self, directory: str) -> Entries:
        """Return the entries of a directory, named as below the root with "/"; nothing if it is no directory."""
        return self._entries.get(directory, ((), ()))

    def kind_of(self, path: str) -> EntryKind | None:
        """Return whether a path below the root is a directory or an indexed file; None for neither."""
        if path in self._entries:
            return EntryKind.DIRECTORY
        return EntryKind.FILE if path in self._records else None

    def require_directory(self, directory: str) -> None:
        """Raise `InvalidQuery` unless files are indexed below a directory."""
        if directory not in self._entries:
            raise InvalidQuery("uri", f"{directory} is no directory of the published index of {self.root}")

    def page(self, directory: str, page: int, page_size: int) -> Page:
        """Return a page of a directory, directories first."""
        if directory not in self._entries:
            return Page(None)
        files, directories = self._entries[directory]
        found = [*((name, True) for name in directories), *((name, False) for name in files)]
        here = self.root / directory
        return Page.of(found, page, page_size, lambda one: PageEntry(one[0], here / one[0], one[1], False))

    def listed(
        self, below: str, most: int, include: Sequence[str], exclude: Sequence[str], wanted: FileFilter
    ) -> FileList:
        """Return files below a directory in reading order."""
        kept, left_out = compiled(tuple(include)), compiled(tuple(exclude))
        found: list[Path] = []
        pending = [below]
        while pending:
            directory = pending.pop()
            files, directories = self.in_directory(directory)
            prefix = directory + "/" if directory else ""
            for name in files:
                path = prefix + name
                if (kept and not kept.covers(path)) or (left_out and left_out.covers(path)):
                    continue
                if (wanted.accepts and not wanted.accepts(name)) or not wanted.fits(self._records[path].size):
                    continue
                if len(found) == most:
                    return FileList(tuple(found), truncated=True)
                found.append(self.root / path)
            pending += [prefix + name for name in reversed(directories)]
        return FileList(tuple(found), truncated=False)

    def _enter(self, directory: str) -> tuple[list[str], list[str]]:
        if directory not in self._entries:
            parent, _, name = directory.rpartition("/")
            self._enter(parent)[1].append(name)
            self._entries[directory] = ([], [])
        return self._entries[directory]


def below(root: Path, path: Path) -> str:
    """Return the place of a path below a root, "" for the root itself; of the root's spelling, no disk is asked."""
    relative = relative_to(Path(os.path.normpath(path)), root)
    return "" if relative == "." else relative
