"""The version of each table on disk, told by the file that makes it one: LanceDB is not needed for it."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

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
    """Return the files (relative paths) of the tables that the latest version of each does not need.

    A version names its data files in its last section, whose place stands before the end, and its indexes, by the 16
    bytes of their ids, somewhere (Lance 13, LanceDB 0.40).
    """
    found: set[Path] = set()
    for folder in location(directory).glob("*.lance"):
        versions = dict(manifests(directory, folder.stem))
        latest = max(versions, default=0)
        content = versions[latest].read_bytes() if versions else b""
        fragments = content[int.from_bytes(content[-16:-8], "little") :]
        found.update(path for number, path in versions.items() if number < latest)
        found.update(path for path in folder.glob("data/*.lance") if path.name.encode() not in fragments)
        for index in folder.glob("_indices/*"):
            found.update(index.iterdir() if UUID(index.name).bytes not in content else ())
        # A transaction is named by the version that it changed.
        changed = (path for path in folder.glob("_transactions/*.txn") if path.name.split("-")[0] != str(latest - 1))
        found.update(changed)
    return {path.relative_to(directory).as_posix() for path in found}
