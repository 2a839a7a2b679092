"""The vectors of the chunks, one table for each embedding model, so that another model never mixes with this one."""

from __future__ import annotations

import hashlib
import logging
import shutil
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import schema, tables
from lsp_codebase.store.earlier import drop_unreadable
from lsp_codebase.store.resident import ResidentVectors
from lsp_codebase.store.tables import Table

logger = logging.getLogger(__name__)

_PREFIX = "vectors_"
# Vectors held in memory, 350 MB at 256 dimensions: the code of some 170,000 files. Beyond, LanceDB with an index, which
# takes eight times as long for half as many.
_MOST_RESIDENT = 1_048_576
_LOADED_ROWS = 16_384  # at a time: halves what loading takes


class VectorTable:
    """Vectors of one model at a time; empty until `use` names the model."""

    def __init__(self, connection: Any, *, writable: bool) -> None:
        self._connection = connection
        self._writable = writable
        self._table: Table | None = None
        self._resident: ResidentVectors | None = None
        self.model: str | None = None
        self.files: set[int] = set()

    def use(self, model: str | None, dimension: int = 0) -> None:
        """Switch to the vectors of `model` (None: no vectors). Those that cannot be read are made again.

        Raises:
            IndexUnavailable: if there are none and this process only reads.
        """
        if model == self.model:
            return
        self._table = self._resident = None
        self.files = set()
        self.model = None
        if model is not None:
            try:
                self._open(model, dimension)
            except Exception as error:  # LanceDB raises RuntimeError, ValueError, OSError and more
                if not self._writable:
                    raise IndexUnavailable(f"no vectors of {model}", "wait for the process that makes them") from error
                logger.warning("some vectors cannot be read: %s", error)
                self._repair(model, dimension)
        self.model = model

    def drop_others(self, kept: Collection[str]) -> None:
        """Delete the vectors of all models but this one and those `kept`."""
        wanted = {table_name(model) for model in (self.model, *kept) if model}
        for name in self._connection.list_tables().tables:
            if name.startswith(_PREFIX) and name not in wanted:
                self._connection.drop_table(name)

    def discard(self, model: str) -> None:
        """Delete the vectors of a model, readable or not, before they are used."""
        with suppress(Exception):  # whatever LanceDB makes of what is left there
            self._connection.drop_table(table_name(model))
        shutil.rmtree(Path(self._connection.uri) / f"{table_name(model)}.lance", ignore_errors=True)

    def add(self, rows: pa.Table) -> None:
        """Append the vectors of whole files (`schema.vectors`)."""
        if self._table is not None and rows.num_rows:
            self._table.add(rows)
            self.files.update(rows["file_id"].to_pylist())
            if self._resident is not None:
                self._keep(rows)

    def text_hashes(self) -> set[int]:
        """Return the hashes of all texts whose vectors are there."""
        if self._table is None:
            return set()
        return set(self._table.search().select(["text_hash"]).to_arrow()["text_hash"].to_pylist())

    def known(self, text_hashes: Collection[int]) -> dict[int, NDArray[np.float16]]:
        """Return the vectors already there of texts with these hashes."""
        if self._table is None or not text_hashes or not self._table.count_rows():
            return {}
        where = f"text_hash IN ({', '.join(map(str, text_hashes))})"
        rows = self._table.search().where(where).select(["text_hash", "vector"]).to_arrow()
        return dict(zip(rows["text_hash"].to_pylist(), matrix(rows["vector"]), strict=True))

    def search(
        self, vector: NDArray[np.float32], limit: int, where: str | None, among: NDArray[np.int64] | None
    ) -> pa.Table:
        """Return `chunk_id`, `file_id` and `similarity` (dot product) of the nearest chunks, best first.

        `where` and `among` say which, in SQL and as ascending ids: one is for LanceDB, the other for vectors in memory.
        """
        if self._resident is not None:
            chunks, files, products = self._resident.nearest(vector, limit, among)
            return pa.table({"chunk_id": chunks, "file_id": files, "similarity": products})
        if self._table is None:
            return pa.table({"chunk_id": np.empty(0, int), "file_id": np.empty(0, int), "similarity": np.empty(0)})
        query = self._table.search(vector.astype(np.float16), vector_column_name="vector").distance_type("dot")
        if where:
            query = query.where(where, prefilter=True)
        rows = query.select(["chunk_id", "file_id", "_distance"]).limit(limit).to_arrow()
        similarity = 1.0 - rows["_distance"].to_numpy()  # Lance's dot distance is 1 - the product
        return rows.select(["chunk_id", "file_id"]).append_column("similarity", pa.array(similarity))

    def similarities(self, vector: NDArray[np.float32], chunk_ids: Collection[int]) -> dict[int, float]:
        """Return the dot products of `vector` with the vectors of these chunks, of those that have one."""
        if self._table is None or not chunk_ids:
            return {}
        if self._resident is not None:
            return self._resident.products(vector, chunk_ids)
        where = f"chunk_id IN ({', '.join(map(str, chunk_ids))})"
        rows = self._table.search().where(where).select(["chunk_id", "vector"]).limit(len(chunk_ids)).to_arrow()
        if not rows.num_rows:
            return {}
        products = matrix(rows["vector"]).astype(np.float32) @ vector
        return dict(zip(rows["chunk_id"].to_pylist(), products.tolist(), strict=True))

    def sweep(self, live: Collection[int]) -> None:
        """Delete the vectors of files not in `live`; later than their chunks, since equal texts take them over."""
        dead = sorted(self.files.difference(live))
        if self._table is not None and dead:
            self._table.delete(f"file_id IN ({', '.join(map(str, dead))})")
            self.files.difference_update(dead)
            if self._resident is not None:
                self._resident.drop(dead)

    def maintain(self) -> None:
        """Merge small files; build or refresh the approximate index of a large table."""
        if self._table is None:
            return
        rows = self._table.count_rows()
        if rows > _MOST_RESIDENT and not self._table.list_indices():
            from lancedb.index import BTree, IvfSq

            self._table.create_index("vector", config=IvfSq(distance_type="dot"), replace=True)
            self._table.create_index("chunk_id", config=BTree(), replace=True)
        if rows:
            tables.tidy(self._table)

    def follow(self) -> None:
        """Load what the writer process added since."""
        if self._table is not None:
            version = self._table.version
            self._table.checkout_latest()
            if self._table.version != version:
                self._load_changes()

    def _open(self, model: str, dimension: int) -> None:
        self._table = tables.open_table(
            self._connection, table_name(model), schema.vectors(dimension), create=self._writable
        )
        self._load()

    def _repair(self, model: str, dimension: int) -> None:
        """Open the latest version that can be read; without any, all vectors are made again."""
        try:
            drop_unreadable(Path(self._connection.uri).parent, table_name(model), schema.vectors(dimension))
            self._open(model, dimension)
        except Exception as error:
            logger.warning("making all vectors again: %s", error)
            self.discard(model)
            self._open(model, dimension)

    def _load(self) -> None:
        assert self._table is not None
        self.files = set(self._table.search().select(["file_id"]).to_arrow()["file_id"].to_pylist())
        self._resident = None
        if self._table.count_rows() <= _MOST_RESIDENT:
            self._resident = ResidentVectors(self._table.schema.field("vector").type.list_size)
            query = self._table.search().select(["chunk_id", "file_id", "vector"])
            batches = (pa.Table.from_batches([batch]) for batch in query.to_batches(_LOADED_ROWS))
            self._resident.fill(_columns(batch) for batch in batches if batch.num_rows)

    def _load_changes(self) -> None:
        """Take in the vectors of files that are new in the table, and forget those of files that are gone."""
        assert self._table is not None
        present = set(self._table.search().select(["file_id"]).to_arrow()["file_id"].to_pylist())
        new, gone = present - self.files, self.files - present
        self.files = present
        if self._resident is None or not (new or gone):
            return
        self._resident.drop(gone)
        if new:  # ids only grow, so that these are few
            query = self._table.search().where(f"file_id >= {min(new)}").select(["chunk_id", "file_id", "vector"])
            rows = query.to_arrow()
            self._keep(rows.filter(pc.is_in(rows["file_id"], pa.array(new, pa.int64()))))

    def _keep(self, rows: pa.Table) -> None:
        assert self._resident is not None
        if len(self._resident) + rows.num_rows > _MOST_RESIDENT:
            self._resident = None
        elif rows.num_rows:
            self._resident.add(*_columns(rows))


def _columns(rows: pa.Table) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float16]]:
    return rows["chunk_id"].to_numpy(), rows["file_id"].to_numpy(), matrix(rows["vector"])


def table_name(model: str) -> str:
    """Return the name of the table that holds the vectors of `model`."""
    return _PREFIX + hashlib.sha256(model.encode()).hexdigest()[:16]


def matrix(column: pa.ChunkedArray) -> NDArray[np.float16]:
    """Return a fixed-size-list column as a matrix, (rows, dimension)."""
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], column.type)
    flat: NDArray[np.float16] = array.flatten().to_numpy(zero_copy_only=False)
    return flat.reshape(len(array), -1) if len(array) else flat.reshape(0, 0)
