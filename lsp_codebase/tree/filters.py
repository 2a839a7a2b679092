"""Which files are shown or listed at all: by type and by size."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, bounds
from lsp_codebase.tree.folder import Folder


@dataclass(frozen=True, slots=True)
class FileFilter:
    """Conditions on a file; None means no restriction. `accepts` is asked about names, sizes are in bytes."""

    accepts: Callable[[str], bool] | None = None
    min_bytes: int | None = None
    max_bytes: int | None = None

    def check(self) -> None:
        """Raise `InvalidQuery` on sizes that make no sense."""
        for field, value in (("minBytes", self.min_bytes), ("maxBytes", self.max_bytes)):
            if value is not None:
                bounds.FILE_BYTES.check(field, value)
        if self.min_bytes is not None and self.max_bytes is not None and self.min_bytes > self.max_bytes:
            raise InvalidQuery("minBytes", f"must not be larger than maxBytes ({self.max_bytes})")

    def __bool__(self) -> bool:
        return any(one is not None for one in (self.accepts, self.min_bytes, self.max_bytes))

    def passes(self, path: str, name: str) -> bool:
        """Whether a file passes; its size is looked at last, and one that is gone has none."""
        if self.accepts is not None and not self.accepts(name):
            return False
        if self.min_bytes is None and self.max_bytes is None:
            return True
        try:
            return self.fits(os.lstat(path).st_size)
        except OSError:
            return False

    def fits(self, size: int) -> bool:
        """Whether a file of so many bytes passes."""
        return (self.min_bytes or 0) <= size and (self.max_bytes is None or size <= self.max_bytes)


NO_FILTER = FileFilter()


def filtered(top: Folder, wanted: FileFilter, cancel: CancelToken) -> Folder:
    """Return a walk with the files that pass, and the directories that hold any or could not be read.

    A link is no file, and nothing is known of a closed directory: both are left out.
    """
    copies: dict[Folder, Folder] = {}
    for folder in reversed([*top.walk()]):  # children before parents
        cancel.check()
        copy = copies[folder] = Folder(folder.name, folder.path)
        prefix = folder.path.rstrip("/") + "/"
        files = [name for name in folder.files if name not in folder.links and wanted.passes(prefix + name, name)]
        copy.joined = "".join([name + "/" for name in files])
        copy.own_files = len(files)
        copy.error = folder.error
        below = [copies.pop(inner) for inner in folder.folders]
        copy.folders = [inner for inner in below if inner.file_count or inner.error]
        copy.count()
    return copies[top]
