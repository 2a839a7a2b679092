"""Going back to the last versions of the tables that can be read, so that what is damaged does not cost the rest."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.store import tables
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS

logger = logging.getLogger(__name__)

_MOST_STEPS = 12  # versions of one table; a commit makes two or three
_HINT = "latest_version_hint.json"
_VERSIONS = 1 << 64  # Lance counts names down from here, so that the latest is listed first


def go_back(directory: Path) -> bool:
    """Drop the latest versions of tables that cannot be read; return whether all of them can be now.

    The tables need not fit together afterwards: `Store.sweep` sees to that.
    """
    return all(_go_back(directory, name) for name in ("files", "chunks", "symbols"))


def can_be_read(directory: Path, name: str) -> bool:
    """Whether every row of the latest version of a table can be read, by a connection that remembers nothing."""
    schema = {"files": FILES, "chunks": CHUNKS, "symbols": SYMBOLS}[name]
    try:
        table = tables.open_table(tables.connect(directory), name, schema, create=False)
        for _ in table.search().to_batches():
            pass
    except Exception as error:  # LanceDB raises RuntimeError, ValueError, OSError and more
        logger.info("table %s cannot be read: %s", name, error)
        return False
    return True


def _go_back(directory: Path, name: str) -> bool:
    versions = sorted(_manifests(directory, name))
    for _ in range(_MOST_STEPS):
        if can_be_read(directory, name):
            return True
        if len(versions) < 2:
            break
        version, path = versions.pop()
        logger.warning("dropping version %d of table %s in %s", version, name, directory)
        path.unlink()
        path.with_name(_HINT).unlink(missing_ok=True)
    return False


def _manifests(directory: Path, name: str) -> Iterator[tuple[int, Path]]:
    for path in (tables.location(directory) / f"{name}.lance" / "_versions").glob("*.manifest"):
        if path.stem.isdecimal():
            number = int(path.stem)
            yield (_VERSIONS - 1 - number if number >= _VERSIONS // 2 else number), path
