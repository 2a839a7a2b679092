"""Keeping requests inside the workspace folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery, UnknownRoot


def folder_of(path: Path, folders: Sequence[Path]) -> tuple[Path, Path]:
    """Return a path without `..` and the innermost workspace folder it lies in.

    Links are resolved before the test, so that one cannot lead outside; the path returned keeps its own spelling
    where that is inside as it stands. Raises `UnknownRoot`, and `InvalidQuery` for what is no path.
    """
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise InvalidQuery("uri", "is not the path of a file or directory") from error
    best: tuple[Path, Path] | None = None
    for folder in folders:
        real = folder.resolve()
        if resolved == real or real in resolved.parents:
            spelled = path if ".." not in path.parts and (path == folder or folder in path.parents) else None
            inside = spelled or folder / resolved.relative_to(real)
            if best is None or len(folder.parts) > len(best[1].parts):
                best = inside, folder
    if best is None:
        raise UnknownRoot(str(path))
    return best


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
