"""The vectors of the chunks on disk, one table for each embedding model, so that no model mixes with another."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import schema
from lsp_codebase.store.conditions import in_parts, is_in
from lsp_codebase.store.held_files import delete_tree
from lsp_codebase.store.rollback import drop_unreadable
from lsp_codebase.store.store_errors import FROM_FILES, StoreUnreadable
from lsp_codebase.store.tables import Database, Table, location
from lsp_codebase.store.vector_codes import VectorCodes

logger = logging.getLogger(__name__)

VECTORS = "vectors_"
"""The beginning of the names of these tables."""
_LOADED_ROWS = 16_384  # at a time: halves the cost of loading
_COLUMNS = ["chunk_id", *VectorCodes._fields]
_NEAR = 4  # files are read as one range if it has no more numbers for each


class VectorTable:
    """Vectors of one model at a time; empty until `use` names the model. One thread changes it, any thread asks."""

    def __init__(self, database: Database, *, writable: bool) -> None:
        self._database = database
        self._writable = writable
        self._table: Table | None = None
        self.model: str | None = None
        self.files: set[int] = set()

    def use(self, model: str | None, dimension: int = 0) -> None:
        """Switch to the vectors of `model` (None: no vectors). Those that cannot be read are made again.

        Raises:
            IndexUnavailable: if there are none and this process only reads.
            StoreBlocked: if they cannot be read, or made, at the moment.
        """
        if model == self.model:
            return
        self._table = None
        self.files = set()
        self.model = None
        if model is not None:
            try:
                self._open(model, dimension)
            except (IndexUnavailable, *FROM_FILES) as error:
                if not self._writable:
                    raise IndexUnavailable(f"no vectors of {model}", "wait for the process that makes them") from error
                if isinstance(error, OSError):  # the present vectors are good
                    raise
                logger.warning("some vectors cannot be read: %s", error)
                self._repair(model, dimension)
        self.model = model

    def exist(self, model: str) -> bool:
        """Whether there is a table for the vectors of a model."""
        return table_name(model) in self._database.names()

    def drop_others(self, kept: Collection[str]) -> None:
        """Delete the vectors of all models but this one and those `kept`."""
        wanted = {table_name(model) for model in (self.model, *kept) if model}
        for name in self._database.names() - wanted:
            if name.startswith(VECTORS):
                self._database.drop(name)

    def discard(self, model: str) -> None:
        """Delete the vectors of a model, readable or not, before they are used."""
        with suppress(*FROM_FILES):  # there is none, or one that cannot be read
            self._database.drop(table_name(model))
        delete_tree(location(self._database.directory) / f"{table_name(model)}.lance")

    def add(self, rows: pa.Table) -> None:
        """Append the vectors of whole files (`schema.vectors`)."""
        if self._table is not None and rows.num_rows:
            self._table.append(rows)
            self.files.update(rows["file_id"].to_pylist())

    def __len__(self) -> int:
        return self._table.count() if self._table is not None else 0

    @property
    def table_name(self) -> str | None:
        """The name of the table of the model in use."""
        return table_name(self.model) if self.model else None

    @property
    def dimension(self) -> int:
        """The number of coordinates of a vector."""
        return int(self._table.schema.field("codes").type.list_size) if self._table is not None else 0

    def rows(self) -> Iterator[pa.Table]:
        """Yield all vectors with the ids of their chunks, some thousand at a time."""
        if self._table is not None:
            for batch in self._table.batches(_COLUMNS, _LOADED_ROWS):
                yield pa.Table.from_batches([batch])

    def rows_of(self, file_ids: Collection[int]) -> pa.Table:
        """Return the vectors of some files with the ids of their chunks."""
        assert self._table is not None
        ids = np.unique([*file_ids])
        if ids[-1] - ids[0] < _NEAR * len(ids):  # ids of new files follow each other
            rows = self._table.rows([*_COLUMNS, "file_id"], f"file_id BETWEEN {ids[0]} AND {ids[-1]}")
            return rows.filter(pa.array(np.isin(rows["file_id"].to_numpy(), ids)))
        return pa.concat_tables(self._table.rows(_COLUMNS, is_in("file_id", part)) for part in in_parts(ids.tolist()))

    def text_hashes(self) -> set[int]:
        """Return the hashes of all texts that have vectors."""
        if self._table is None:
            return set()
        return set(self._table.rows(["text_hash"])["text_hash"].to_pylist())

    def known(self, text_hashes: Collection[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors already there of texts with these hashes."""
        if self._table is None or not text_hashes or not self._table.count():
            return {}
        rows = self._table.rows(["text_hash", *VectorCodes._fields], is_in("text_hash", text_hashes))
        return dict(zip(rows["text_hash"].to_pylist(), coded(rows).vectors, strict=True))

    def sweep(self, *wanted: Mapping[int, object]) -> None:
        """Delete the vectors of files that are not `wanted`, by id; later than their chunks, since equal texts take
        them over.
        """
        dead = sorted(self.files.difference(*wanted))
        if self._table is not None and dead:
            self._table.delete(is_in("file_id", dead))
            self.files.difference_update(dead)

    def tidy(self, *, whole: bool) -> None:
        """Merge small files where it pays, or as a whole."""
        if self._table is not None and self._table.count():
            self._table.tidy(whole=whole)

    def follow(self) -> tuple[set[int], set[int]]:
        """Load the writer process's commits; return the files whose vectors came, and those whose went."""
        if self._table is None or not self._table.follow():
            return set(), set()
        before = self.files
        self.files = self._present()
        return self.files - before, before - self.files

    def _open(self, model: str, dimension: int) -> None:
        table = self._database.ensure_table if self._writable else self._database.table
        self._table = table(table_name(model), schema.vectors(dimension))
        self.files = self._present()

    def _repair(self, model: str, dimension: int) -> None:
        """Open the latest version that can be read; without any, all vectors are made again."""
        try:
            drop_unreadable(self._database.directory, table_name(model), schema.vectors(dimension))
            self._open(model, dimension)
        except (IndexUnavailable, StoreUnreadable) as error:
            logger.warning("making all vectors again: %s", error)
            self.discard(model)
            self._open(model, dimension)

    def _present(self) -> set[int]:
        assert self._table is not None
        return {*np.unique(self._table.rows(["file_id"])["file_id"].to_numpy()).tolist()}


def table_name(model: str) -> str:
    """Return the name of the table that holds the vectors of `model`."""
    return VECTORS + hashlib.sha256(model.encode()).hexdigest()[:16]


def coded(rows: pa.Table) -> VectorCodes:
    """Return the vectors of rows of such a table."""
    column = rows["codes"].combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], rows.schema.field("codes").type)
    codes = column.flatten().to_numpy().reshape(rows.num_rows, column.type.list_size)
    return VectorCodes(codes, rows["largest"].to_numpy())
