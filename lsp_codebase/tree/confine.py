"""Keeping requests inside the workspace folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.paths import canonical, innermost


def place_of(path: Path, folders: Sequence[Path]) -> tuple[Path, str]:
    """Return the innermost workspace folder of a path, and the path relative to that, with "/".

    Links are resolved, so that none can lead outside. Raises `UnknownRoot`, and `InvalidQuery` for a bad path.
    """
    try:
        resolved = canonical(path)
    except (OSError, RuntimeError, ValueError) as error:
        raise InvalidQuery("uri", "is not the path of a file or directory") from error
    by_real = {canonical(folder): folder for folder in folders}
    real = innermost(resolved, by_real)
    if real is None:
        raise UnknownRoot(str(path))
    return by_real[real], relative(resolved, real)


def folder_of(path: Path, folders: Sequence[Path]) -> tuple[Path, Path]:
    """Return a path without `..` and the innermost workspace folder it lies in.

    It keeps its own spelling where that is inside as it stands. Raises the errors of `place_of`.
    """
    folder, below = place_of(path, folders)
    is_spelled_inside = ".." not in path.parts and (path == folder or folder in path.parents)
    return path if is_spelled_inside else folder / below, folder


def relative(path: Path, folder: Path) -> str:
    """Return the path below `folder` with "/", "" for the folder itself."""
    below = path.relative_to(folder).as_posix()
    return "" if below == "." else below


def require_directory(path: Path) -> None:
    """Raise `InvalidQuery` unless `path` is a directory."""
    if not os.path.lexists(path):
        raise InvalidQuery("uri", f"{path} does not exist")
    if not path.is_dir():
        raise InvalidQuery("uri", f"{path} is not a directory; ask for the directory it is in")
