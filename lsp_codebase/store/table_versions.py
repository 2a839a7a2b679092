"""Which version of each table lies on disk, told by the file that makes it one: LanceDB is not needed for it."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.store.rollback import manifests
from lsp_codebase.store.tables import location

Versions = dict[str, list[int]]


def table_versions(directory: Path) -> Versions:
    """Return for each table the number of its latest version, and the size and time of its file.

    A number alone may come again, after the table went back to an earlier version.

    Raises:
        OSError: if that cannot be told.
    """
    found = {}
    for folder in location(directory).glob("*.lance"):
        number, path = max(manifests(directory, folder.stem), default=(0, folder))
        info = path.stat()
        found[folder.stem] = [number, info.st_size, info.st_mtime_ns]
    return found
