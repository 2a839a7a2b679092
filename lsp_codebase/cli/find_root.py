"""The folder of a command: found upwards from the current one, so that no sub-folder gets an index of its own.

The first of these that exists:

1. the folder named by `--root`;
2. the nearest folder upwards with an `lsp-codebase.toml`, or a `pyproject.toml` with a table `[tool.lsp-codebase]`;
3. the nearest folder upwards with a `.git`, a directory or the file of a work tree or submodule, or with a `.hg`, `.jj`
   or `.svn`;
4. the nearest folder upwards that has an index already;
5. the place itself.

The home folder and its parents are never found in this way, even with such files: one might stand there by
chance, and indexing them would read everything.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from lsp_codebase.config import OWN_FILE, PYTHON_FILE
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.paths import canonical, is_within

_CHECKOUTS = (".git", ".hg", ".jj", ".svn")
_TABLE = re.compile(rb"^[ \t]*\[tool\.(?:lsp-codebase|\"lsp-codebase\")[\].]", re.MULTILINE)
_MOST_BYTES = 1_000_000  # of a pyproject.toml that is read

HasIndex = Callable[[Path], bool]


def find_root(place: Path, has_index: HasIndex) -> Path | None:
    """Return the root that a file or folder belongs to by something that marks it, None if nothing does.

    Raises:
        InvalidQuery: where we have no right to look.
    """
    nearest, *_ = folders = _upwards(place)
    check_readable(nearest, "--root", nearest)
    upwards = [folder for folder in folders if not _is_too_wide(folder)]
    for is_root in (_is_configured, _is_checkout, has_index):
        found = next(filter(is_root, upwards), None)
        if found is not None:
            return found
    return None


def check_links(path: Path, has_index: HasIndex) -> None:
    """Raise `InvalidQuery` for a typed path that a link in a root leads out of it: whoever made the root made the link.

    A link that stands in no root is the user's own.
    """
    typed = Path.cwd() / path
    for link in filter(os.path.islink, (typed, *typed.parents)):
        root = find_root(link.parent, has_index)
        if root is not None and not is_within(canonical(path), root):
            raise InvalidQuery("PATH", f"{path} leads out of {root} by a link; name the place itself")


def unmarked_root(place: Path) -> Path:
    """Return the root of a file or folder that nothing marks: that folder.

    Raises:
        InvalidQuery: where it is the home folder or one around it.
    """
    folder = _upwards(place)[0]
    if _is_too_wide(folder):
        raise InvalidQuery("--root", f"{folder} holds more than one codebase; go into one, or name it with --root DIR")
    return folder


def check_readable(path: Path, option: str, typed: Path) -> None:
    """Raise `InvalidQuery` for a file or folder that we have no right to read; `typed` is how it was named."""
    rights = os.R_OK | os.X_OK if os.path.isdir(path) else os.R_OK
    if is_there(path) and not os.access(path, rights):
        raise InvalidQuery(option, f"{typed} cannot be read: permission denied")


def is_there(path: Path | str) -> bool:
    """Whether there is such a file or folder; raises `PermissionError` where we have no right to look."""
    try:
        os.stat(path)
    except PermissionError:
        raise
    except (OSError, ValueError):
        return False
    return True


def _upwards(place: Path) -> list[Path]:
    place = canonical(place)
    return [*([place] if os.path.isdir(place) or place == place.parent else []), *place.parents]


def _is_too_wide(folder: Path) -> bool:
    return folder == folder.parent or canonical(Path.home()).is_relative_to(folder)


def _is_configured(folder: Path) -> bool:
    return (folder / OWN_FILE).is_file() or _has_table(folder / PYTHON_FILE)


def _is_checkout(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in _CHECKOUTS)


def _has_table(file: Path) -> bool:
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe would be waited for
            return False
        with file.open("rb") as content:
            return _TABLE.search(content.read(_MOST_BYTES)) is not None
    except OSError:
        return False
