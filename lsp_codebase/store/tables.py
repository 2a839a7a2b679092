"""Opening LanceDB and its tables. Everything else in this room goes through here."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path
from traceback import walk_tb
from typing import Any

import pyarrow as pa

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store.lean_import import import_lancedb
from lsp_codebase.store.memory import share_heaps

Table = Any  # LanceDB's own annotations leave out half of what its tables can do

_DIRECTORY = "tables"
_INDEXED = ("chunk_id", "file_id")
_INDEX_CACHE_BYTES = 256 << 20  # LanceDB's own bounds are gigabytes
_METADATA_CACHE_BYTES = 64 << 20
KEEP_VERSIONS = timedelta(seconds=15)  # a reader in another process may still be using them


def connect(directory: Path) -> Any:
    """Return a LanceDB connection to the tables of the index in `directory`."""
    os.environ.setdefault("LANCE_LOG", "error")  # a warning for each query otherwise; read once, at import
    share_heaps()
    lancedb = import_lancedb()
    session = lancedb.Session(
        index_cache_size_bytes=_INDEX_CACHE_BYTES, metadata_cache_size_bytes=_METADATA_CACHE_BYTES
    )
    return lancedb.connect(directory / _DIRECTORY, session=session)


def location(directory: Path) -> Path:
    """Return where the tables of the index in `directory` lie, and what is derived from them."""
    return directory / _DIRECTORY


def drop_all(directory: Path) -> None:
    """Delete every table, readable or not."""
    shutil.rmtree(directory / _DIRECTORY, ignore_errors=True)


def open_table(connection: Any, name: str, schema: pa.Schema, *, create: bool) -> Table:
    """Return a table, created if need be.

    Raises:
        IndexUnavailable: if it is missing and must not be created, or unreadable, or has another schema.
    """
    try:
        if name in connection.list_tables().tables:
            table = connection.open_table(name)
            if table.schema.names != schema.names:
                raise IndexUnavailable(f"table {name} has another schema", "rebuild the index")
            return table
        if create:
            return connection.create_table(name, schema=schema)
    except IndexUnavailable:
        raise
    except Exception as error:  # LanceDB raises RuntimeError, ValueError, OSError and more for one broken file
        raise IndexUnavailable(f"table {name} cannot be opened: {error}", "rebuild the index") from error
    raise IndexUnavailable(f"table {name} does not exist yet", "wait for the process that builds the index")


def index_rows(chunks: Table) -> None:
    """Build the indexes that find rows of the chunk table by id, from nothing."""
    from lancedb.index import BTree

    for column in _INDEXED:
        chunks.create_index(column, config=BTree(), replace=True)


def drop_indexes(table: Table) -> None:
    """Do without the indexes of a table; what they found is then found by reading rows."""
    for index in table.list_indices():
        table.drop_index(index.name)


def unindexed_rows(chunks: Table) -> tuple[int, bool]:
    """Return how many chunks no index finds by id, and whether there is one at all."""
    names = {index.name for index in chunks.list_indices()}
    if not all(f"{column}_idx" in names for column in _INDEXED):
        return chunks.count_rows(), False
    stats = chunks.index_stats(f"{_INDEXED[0]}_idx")
    return (stats.num_unindexed_rows if stats else chunks.count_rows()), True


def tidy(table: Table) -> None:
    """Merge small files, bring indexes up to date and drop versions that no reader can still be using."""
    table.optimize(cleanup_older_than=KEEP_VERSIONS)


def is_of_store(error: Exception) -> bool:
    """Whether an error is about files of an index that cannot be read.

    LanceDB has no class of its own for that, and what it says of a damaged page need not name it: what went through
    its code counts.
    """
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__))
    return isinstance(error, OSError) or any(module.partition(".")[0] == "lancedb" for module in modules)


def quote(value: str) -> str:
    """Return `value` as an SQL string literal."""
    return "'" + value.replace("'", "''") + "'"
