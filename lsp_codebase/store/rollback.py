"""Going back to the last versions of the tables that can be read, so that what is damaged does not cost the rest."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import tables
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS

logger = logging.getLogger(__name__)

_TABLES = {"files": FILES, "chunks": CHUNKS, "symbols": SYMBOLS}
_MOST_STEPS = 12  # versions of one table; a commit makes two or three
_HINT = "latest_version_hint.json"
_VERSIONS = 1 << 64  # Lance counts names down from here, so that the latest is listed first


def go_back(directory: Path) -> int:
    """Drop the latest versions of tables that cannot be read; return how many.

    The tables need not fit together afterwards: `Store.sweep` sees to that.

    Raises:
        IndexUnavailable: if none can be read of what there was.
    """
    return sum(drop_unreadable(directory, name, schema) for name, schema in _TABLES.items())


def drop_unreadable(directory: Path, name: str, schema: pa.Schema) -> int:
    """Drop the latest versions of one table as long as it cannot be read; return how many.

    Raises:
        IndexUnavailable: if none can be read.
    """
    versions = sorted(_manifests(directory, name))
    if not versions:  # it was being made
        shutil.rmtree(_folder(directory, name), ignore_errors=True)
    for dropped in range(_MOST_STEPS):
        if _is_readable(directory, name, schema):
            return dropped
        if len(versions) < 2:
            break
        version, path = versions.pop()
        logger.warning("dropping version %d of table %s in %s", version, name, directory)
        path.unlink()
        path.with_name(_HINT).unlink(missing_ok=True)
    raise IndexUnavailable(f"no version of table {name} can be read", "the index is built again")


def is_readable(directory: Path) -> bool:
    """Whether every row of every table can be read. A table that was never made lacks none."""
    return all(_is_readable(directory, name, schema) for name, schema in _TABLES.items())


def _is_readable(directory: Path, name: str, schema: pa.Schema) -> bool:
    if not _folder(directory, name).is_dir():
        return True
    try:
        table = tables.open_table(tables.connect(directory), name, schema, create=False)
        for _ in table.search().to_batches():
            pass
    except Exception as error:  # LanceDB raises RuntimeError, ValueError, OSError and more
        logger.info("table %s cannot be read: %s", name, error)
        return False
    return True


def _folder(directory: Path, name: str) -> Path:
    return tables.location(directory) / f"{name}.lance"


def _manifests(directory: Path, name: str) -> Iterator[tuple[int, Path]]:
    for path in (_folder(directory, name) / "_versions").glob("*.manifest"):
        if path.stem.isdecimal():
            number = int(path.stem)
            yield (_VERSIONS - 1 - number if number >= _VERSIONS // 2 else number), path
