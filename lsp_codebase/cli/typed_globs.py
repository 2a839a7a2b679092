"""Globs among typed paths, written out as a shell does: those of Windows leave that to each program."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lsp_codebase.globs import Globs

_WILD = re.compile(r"[*?\[]")
_DEEP = "**"


def written_out(paths: Iterable[Path]) -> list[Path]:
    """Return paths with the files and folders that each glob names in its place; one that names nothing stays."""
    return [path for typed in paths for path in (_named_by(typed) or [typed])]


def _named_by(typed: Path) -> list[Path]:
    if os.path.lexists(typed) or not _WILD.search(str(typed)):
        return []
    found = [Path(typed.anchor)]
    for part in typed.relative_to(typed.anchor).parts:
        if part == _DEEP:
            found = [Path(folder) for one in found for folder, _, _ in os.walk(one)]
        elif _WILD.search(part):
            of_part = Globs([f"/{part}"])
            found = [one / name for one in found for name in _names(one) if of_part.has(name, is_directory=False)]
        else:
            found = [one / part for one in found if os.path.lexists(one / part)]
    return found


def _names(folder: Path) -> list[str]:
    with suppress(OSError):
        return sorted(os.listdir(folder))
    return []
