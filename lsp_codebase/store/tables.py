"""LanceDB, wrapped once: no other module calls its methods, and every error of it is one of `store_errors`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.store.held_files import delete_tree
from lsp_codebase.store.lean_import import import_lancedb
from lsp_codebase.store.memory import keep_heaps_small, keep_no_pool
from lsp_codebase.store.store_errors import NotBegun, StoreUnreadable, typed

_DIRECTORY = "tables"
_INDEX_CACHE_BYTES = 256 << 20  # LanceDB's own bounds are gigabytes
_METADATA_CACHE_BYTES = 64 << 20
_MANY_PARTS = 16  # a table is merged once it has so many small files: each merging writes the larger ones again
_MUCH_GONE = 0.1  # or this share of its rows has been deleted
KEEP_VERSIONS = timedelta(seconds=15)  # a reader in another process may still be using them

# LanceDB ends a reading by an exception that refers to itself. With Python 3.13 it keeps every frame of the thread that
# read, and everything that these hold, until garbage is collected; so a reading has a thread that holds nothing else.
_READINGS = ThreadPoolExecutor(8, thread_name_prefix="store-reading")


class Database:
    """The tables of one index. Any thread may call it."""

    def __init__(self, directory: Path) -> None:
        """Connect to the tables of the index in `directory`; the caches of a connection are its own."""
        os.environ.setdefault("LANCE_LOG", "error")  # a warning for each query otherwise; read once, at import
        keep_no_pool()
        keep_heaps_small()
        lancedb = import_lancedb()
        self.directory = directory
        with typed("all", writes=True):
            session = lancedb.Session(
                index_cache_size_bytes=_INDEX_CACHE_BYTES, metadata_cache_size_bytes=_METADATA_CACHE_BYTES
            )
            self._connection: Any = lancedb.connect(location(directory), session=session)

    def names(self) -> AbstractSet[str]:
        """Return the names of all tables, readable or not."""
        with typed("all"):
            return frozenset(self._connection.list_tables().tables)

    def table(self, name: str, schema: pa.Schema | None = None) -> Table:
        """Return a table whose columns are those of `schema`.

        Raises:
            NotBegun: if there is none.
        """
        if name not in self.names():
            raise NotBegun(f"table {name} does not exist yet", "wait for the process that builds the index")
        with typed(name):
            table = Table(self._connection.open_table(name), self._data(name))
        if schema is not None and table.schema.names != schema.names:
            raise StoreUnreadable(f"table {name} has another schema")
        return table

    def ensure_table(self, name: str, schema: pa.Schema) -> Table:
        """Return a table, created if need be."""
        if name in self.names():
            return self.table(name, schema)
        with typed(name, writes=True):
            return Table(self._connection.create_table(name, schema=schema), self._data(name))

    def _data(self, name: str) -> Path:
        return location(self.directory) / f"{name}.lance" / "data"

    def drop(self, name: str) -> None:
        """Delete a table."""
        with typed(name, writes=True):
            self._connection.drop_table(name)


class Table:
    """One table, in one version of it until something is written or `follow` is called. Any thread may ask."""

    def __init__(self, table: Any, data: Path) -> None:
        """`data` is the folder of its rows."""
        self._table = table
        self._data = data
        self._name: str = table.name
        self._rows = 0  # at the last merging, or at the first look
        self._has_old_versions: bool | None = None  # not known until the first tidying

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        with typed(self._name):
            return self._table.schema

    @property
    def version(self) -> int:
        """A number that grows with each change."""
        with typed(self._name):
            return int(self._table.version)

    def follow(self) -> bool:
        """See the rows of another process; return whether there are any."""
        before = self.version
        with typed(self._name):
            self._table.checkout_latest()
        return self.version != before

    # -- rows

    def count(self) -> int:
        """Return how many rows there are."""
        with typed(self._name):
            return int(self._table.count_rows())

    def rows(
        self, columns: Sequence[str] | None = None, where: str | None = None, limit: int | None = None
    ) -> pa.Table:
        """Return the rows that fulfil an SQL condition, in no particular order."""
        with typed(self._name):
            query = _selected(self._table.search(), columns, where)
            query = query if limit is None else query.limit(limit)
            return _READINGS.submit(query.to_arrow).result()

    def batches(self, columns: Sequence[str] | None = None, size: int | None = None) -> Iterator[pa.RecordBatch]:
        """Yield all rows, at most `size` at a time."""
        with typed(self._name):
            reader = _selected(self._table.search(), columns, None).to_batches(size)
            while (batch := _READINGS.submit(next, reader, None).result()) is not None:
                yield batch

    def append(self, rows: pa.Table) -> None:
        """Add rows in one step."""
        with typed(self._name, writes=True):
            self._table.add(rows)

    def delete(self, where: str) -> None:
        """Delete the rows that fulfil an SQL condition, in one step."""
        with typed(self._name, writes=True):
            self._table.delete(where)

    # -- indexes and upkeep

    def index_ids(self, *columns: str) -> None:
        """Build the indexes that find rows by a number in one of these columns, from nothing."""
        from lancedb.index import BTree

        with typed(self._name, writes=True):
            for column in columns:
                self._table.create_index(column, config=BTree(), replace=True)

    def indexed_columns(self) -> AbstractSet[str]:
        """Return the columns that have an index."""
        with typed(self._name):
            return {column for index in self._table.list_indices() for column in index.columns}

    def unindexed_rows(self, column: str) -> int:
        """Return how many rows the index of a column does not find."""
        name = f"{column}_idx"  # LanceDB's own name for it
        with typed(self._name):
            stats = self._table.index_stats(name)
        return int(stats.num_unindexed_rows) if stats else self.count()

    def drop_indexes(self) -> None:
        """Drop all indexes; their rows are then found by reading."""
        with typed(self._name, writes=True):
            for index in self._table.list_indices():
                self._table.drop_index(index.name)

    def tidy(self, *, whole: bool = False) -> None:
        """Merge small files, bring indexes up to date and drop versions that no reader can still be using.

        Nothing is done where it does not pay yet, unless it is asked for as a `whole`. The next call drops the versions
        before.
        """
        with typed(self._name, writes=True):
            rows, stats = int(self._table.count_rows()), self._table.stats()
            self._rows = max(self._rows, rows)
            if self._has_old_versions is None:  # the last process may have left no time for that
                kept = os.scandir(self._data) if self._data.is_dir() else ()  # there is no folder before the first row
                on_disk = sum(entry.stat().st_size for entry in kept)
                self._has_old_versions = on_disk > (1 + _MUCH_GONE) * stats["total_bytes"]
            parts = int(stats["fragment_stats"]["num_small_fragments"])
            pays = whole or parts >= _MANY_PARTS or self._rows - rows > _MUCH_GONE * self._rows
            if pays or self._has_old_versions:
                self._table.optimize(cleanup_older_than=KEEP_VERSIONS)
                self._has_old_versions, self._rows = pays, rows


def location(directory: Path) -> Path:
    """Return the place of the tables of the index in `directory`, and of the files derived from them."""
    return directory / _DIRECTORY


def has_tables(directory: Path) -> bool:
    """Whether any table was begun there, readable or not."""
    return any(location(directory).glob("*.lance"))


def drop_all(directory: Path) -> None:
    """Delete every table, readable or not."""
    delete_tree(location(directory))


def _selected(query: Any, columns: Sequence[str] | None, where: str | None) -> Any:
    query = query.where(where) if where else query
    return query if columns is None else query.select(list(columns))
