"""Globs of a request, tested against paths below one directory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.tree.folder import Folder


class Globs:
    """A set of globs in the language of a `.gitignore` at `root`: the last one that matches decides."""

    def __init__(self, root: str, globs: Sequence[str]) -> None:
        self._root = root.rstrip("/") + "/"
        self._rules = IgnoreRules(Path(root), respect_gitignore=False, exclude=globs) if globs else None

    def has(self, path: str, *, is_directory: bool) -> bool:
        """Whether a glob matches the path, relative to the root, itself."""
        return self._rules is not None and self._rules.is_ignored(path, is_directory=is_directory)

    def has_folder(self, folder: Folder) -> bool:
        """Whether a glob matches the directory itself."""
        if self._rules is None:
            return False
        path = folder.path.removeprefix(self._root)
        return self.has(path.replace(os.sep, "/"), is_directory=True)
