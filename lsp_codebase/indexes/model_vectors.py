"""The vectors of one model: the table that keeps them, and the arrays derived from it that answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.embed import Embedder
from lsp_codebase.indexes.resident_vectors import ResidentVectors
from lsp_codebase.store import VectorCodes, VectorTable, coded

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Answering:
    """A model and the vectors it made; only together are they of use."""

    embedder: Embedder
    vectors: ResidentVectors


class ModelVectors:
    """Keeps the answering vectors in step with the table. One thread changes them; `answering` is one state of them."""

    def __init__(self, table: VectorTable, live: Mapping[int, object], resident: ResidentVectors | None = None) -> None:
        """`live`: the files that answer, by id; `resident`: vectors of the table, or of an earlier version of it."""
        self.table = table
        self._hidden = table.files.difference(live)  # files of the table whose vectors do not answer
        if resident is None:
            every = ResidentVectors.of(_columns(rows) for rows in table.rows() if rows.num_rows)
            self.answering = every.without(self._hidden)
        else:
            self.answering, shown = resident, table.files - self._hidden
            self._take_changes(shown - resident.files, resident.files - shown)

    def add(self, rows: pa.Table) -> None:
        """Store the vectors of whole files (`store.schema.vectors`), and answer with them."""
        self.table.add(rows)
        self._take(rows)

    def show(self, live: Mapping[int, object]) -> None:
        """Answer with the vectors of live files alone, by id; those that were not live are read again."""
        gone = self.table.files.difference(live)
        self._take_changes(self._hidden - gone, gone - self._hidden)
        self._hidden = gone

    def sweep(self, live: Mapping[int, object], kept: Mapping[int, object]) -> None:
        """Answer with the vectors of live files alone, and delete those of files that are not kept either."""
        self.show(live)
        self.table.sweep(live, kept)
        self._hidden &= self.table.files

    def follow(self) -> bool:
        """Load the changes of the writer process since; return whether anything changed."""
        new, gone = self.table.follow()
        self._take_changes(new, gone)
        self._hidden -= gone
        return bool(new or gone)

    def _take_changes(self, new: Collection[int], gone: Collection[int]) -> None:
        if gone:
            self.answering = self.answering.without(gone)
        if new:
            self._take(self.table.rows_of(new))

    def _take(self, rows: pa.Table) -> None:
        if rows.num_rows:
            self.answering = self.answering.with_added(*_columns(rows))


def _columns(rows: pa.Table) -> tuple[Ids, VectorCodes]:
    return rows["chunk_id"].to_numpy(), coded(rows)
