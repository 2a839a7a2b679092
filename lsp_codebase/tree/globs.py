"""Globs of a request, matched against directories of a walk."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.globs import compiled
from lsp_codebase.tree.folder import Folder


class FolderGlobs:
    """Globs relative to the path `root`."""

    def __init__(self, root: str, globs: Sequence[str]) -> None:
        self._root = root.rstrip("/") + "/"
        self._globs = compiled(tuple(globs))

    def has(self, folder: Folder) -> bool:
        """Whether a glob matches the directory itself."""
        path = folder.path.removeprefix(self._root) if self._globs else ""
        return self._globs.has(path, is_directory=True)
