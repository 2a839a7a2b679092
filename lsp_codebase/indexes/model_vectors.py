"""The vectors of one model: the table that keeps them, and the arrays derived from it that answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.embed import Embedder
from lsp_codebase.indexes.resident_vectors import ResidentVectors
from lsp_codebase.store import Coded, VectorTable, coded

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Answering:
    """A model and the vectors it made; only together are they of use."""

    embedder: Embedder
    vectors: ResidentVectors


class ModelVectors:
    """Keeps what answers in step with the table. One thread changes it; `answering` is one state of it."""

    def __init__(self, table: VectorTable, resident: ResidentVectors | None = None) -> None:
        """`resident`: those of the table, or of an earlier version of it, where they are known."""
        self.table = table
        if resident is None:
            self.answering = ResidentVectors.of(_columns(rows) for rows in table.rows() if rows.num_rows)
        else:
            self.answering = resident
            self._take_changes(table.files - resident.files, resident.files - table.files)

    def add(self, rows: pa.Table) -> None:
        """Store the vectors of whole files (`store.schema.vectors`), and answer with them."""
        self.table.add(rows)
        self._take(rows)

    def sweep(self, live: Collection[int]) -> None:
        """Delete the vectors of files that are not live."""
        dead = self.table.sweep(live)
        if dead:
            self.answering = self.answering.without(dead)

    def follow(self) -> bool:
        """Load what the writer process did since; return whether anything changed."""
        new, gone = self.table.follow()
        self._take_changes(new, gone)
        return bool(new or gone)

    def _take_changes(self, new: Collection[int], gone: Collection[int]) -> None:
        if gone:
            self.answering = self.answering.without(gone)
        if new:
            self._take(self.table.rows_of(new))

    def _take(self, rows: pa.Table) -> None:
        if rows.num_rows:
            self.answering = self.answering.with_added(*_columns(rows))


def _columns(rows: pa.Table) -> tuple[Ids, Coded]:
    return rows["chunk_id"].to_numpy(), coded(rows)
