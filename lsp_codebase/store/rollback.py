"""Going back to the last versions of the tables that can be read, so that damage does not cost the rest.

LanceDB goes back only from a version that it can read. So this deletes the file of the latest version, a manifest in
`_versions`, by the names that Lance 13 (LanceDB 0.40) gives them, which is tested
(`test_lance_files.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store.held_files import delete, delete_tree, remove
from lsp_codebase.store.schema import TABLES
from lsp_codebase.store.store_errors import StoreUnreadable
from lsp_codebase.store.tables import Database, location

logger = logging.getLogger(__name__)

_MOST_STEPS = 12  # versions of one table; a commit makes two or three
VERSION_HINT = "latest_version_hint.json"
_VERSIONS = 1 << 64  # Lance counts names down from here, so that the latest is listed first


def has_unmade(directory: Path) -> bool:
    """Whether there are remains of tables whose first version was never written; going back deletes them."""
    return any(_folder(directory, name).is_dir() and not any(manifests(directory, name)) for name in TABLES)


def go_back(directory: Path) -> int:
    """Drop the latest versions of tables that cannot be read; return how many.

    The tables need not fit together afterwards: `Store.sweep` sees to that.

    Raises:
        StoreUnreadable: if no version of a table can be read.
        StoreBlocked: if that cannot be told.
    """
    return sum(drop_unreadable(directory, name, schema) for name, schema in TABLES.items())


def drop_unreadable(directory: Path, name: str, schema: pa.Schema) -> int:
    """Drop the latest versions of one table as long as it cannot be read; return how many.

    Raises:
        StoreUnreadable: if no version can be read.
        StoreBlocked: if that cannot be told.
    """
    versions = sorted(manifests(directory, name))
    if not versions:  # it was being made
        delete_tree(_folder(directory, name))
    for dropped in range(_MOST_STEPS):
        if _is_readable(directory, name, schema):
            return dropped
        if len(versions) < 2:
            break
        version, path = versions.pop()
        logger.warning("dropping version %d of table %s in %s", version, name, directory)
        remove(path)
        delete(path.with_name(VERSION_HINT))
    raise StoreUnreadable(f"no version of table {name} can be read")


def is_readable(directory: Path) -> bool:
    """Whether every row of every table can be read. A table that was never made lacks none."""
    return all(_is_readable(directory, name, schema) for name, schema in TABLES.items())


def _is_readable(directory: Path, name: str, schema: pa.Schema) -> bool:
    if not _folder(directory, name).is_dir():
        return True
    try:
        for _ in Database(directory).table(name, schema).batches():  # a connection of its own: its caches are empty
            pass
    except (IndexUnavailable, StoreUnreadable) as error:
        logger.info("table %s cannot be read: %s", name, error)
        return False
    return True


def _folder(directory: Path, name: str) -> Path:
    return location(directory) / f"{name}.lance"


def manifests(directory: Path, name: str) -> Iterator[tuple[int, Path]]:
    """Yield the versions of a table that are on disk, each with the file that makes it one."""
    for path in (_folder(directory, name) / "_versions").glob("*.manifest"):
        if path.stem.isdecimal():
            number = int(path.stem)
            yield (_VERSIONS - 1 - number if number >= _VERSIONS // 2 else number), path
