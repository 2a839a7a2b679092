"""Files whose end is missing: what a power cut, a full disk or a careless copy leaves. Reads a few bytes of each."""

from __future__ import annotations

import os
from pathlib import Path

from lsp_codebase.store import tables

_MAGIC = b"LANC"  # the last bytes of whatever Lance has written to its end


def torn_index_files(directory: Path, table: str) -> list[Path]:
    """Return the files of the search indexes of a table that were never finished or have lost their end."""
    indexes = tables.location(directory) / f"{table}.lance" / "_indices"
    return [path for path in indexes.rglob("*.lance") if not _ends_well(path)]


def _ends_well(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            file.seek(-len(_MAGIC), os.SEEK_END)
            return file.read() == _MAGIC
    except OSError:  # shorter than that, or gone meanwhile
        return False
