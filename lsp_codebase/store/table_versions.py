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


def superseded(directory: Path) -> set[str]:
    """Return the files (relative paths) of the tables that only tell of versions before the latest."""
    found: set[Path] = set()
    for folder in location(directory).glob("*.lance"):
        versions = dict(manifests(directory, folder.stem))
        latest = max(versions, default=0)
        found.update(path for number, path in versions.items() if number < latest)
        # A transaction is named by the version that it changed.
        for path in (folder / "_transactions").glob("*.txn"):
            if path.name.partition("-")[0] != str(latest - 1):
                found.add(path)
    return {path.relative_to(directory).as_posix() for path in found}
