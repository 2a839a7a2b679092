"""Commits of one index: the rows of files that were read, and those of files that are gone. One thread calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.workers.extract import Extracted, merge
from lsp_codebase.indexes import Indexes
from lsp_codebase.store import Batch


class Commits:
    """Writes to the store and shows that to questions. `check` raises where nothing may be written any more."""

    def __init__(self, indexes: Indexes, models: Models, check: Callable[[], None]) -> None:
        self._indexes = indexes
        self._store = indexes.store
        self._models = models
        self._check = check
        self._keeps = False  # whether replaced rows may come back: git changes the files

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep replaced rows, including those that saves replace meanwhile."""
        before, self._keeps = self._keeps, True
        try:
            yield
        finally:
            self._keeps = before

    def add(self, waiting: list[Extracted]) -> Collection[str]:
        """Commit and forget what waits; return the files to be looked at again, since their rows are deleted."""
        if not waiting:
            return ()
        self._check()
        extracted = merge(waiting)
        waiting.clear()
        batch, lost = self._without_lost(extracted.batch)
        vectors = self._models.vectors
        if extracted.vectors is not None and vectors is not None:
            vectors.add(extracted.vectors)  # before the files that they belong to: both are shown at once
        if batch.files.num_rows:
            self._indexes.commit(batch, extracted.words, self._models.answering, keeps=self._keeps)
            self._store.upkeep.index_new_rows()
            self._indexes.map_large(vectors)
        return lost

    def remove(self, paths: Sequence[str]) -> None:
        """Forget files that are gone."""
        if paths:
            self._check()
            self._indexes.remove(paths, keeps=self._keeps)

    def _without_lost(self, batch: Batch) -> tuple[Batch, Collection[str]]:
        """Leave out, and return, files that keep an id whose rows are deleted: a save overtook them."""
        known, fresh = self._store.files, set(pc.unique(batch.chunks["file_id"]).to_pylist())
        rows = batch.files.select(["path", "file_id", "chunks"]).to_pylist()
        lost = [
            row["chunks"] > 0
            and row["file_id"] not in fresh
            and row["file_id"] not in self._store.kept
            and (row["path"] not in known or known[row["path"]].file_id != row["file_id"])
            for row in rows
        ]
        if not any(lost):
            return batch, ()
        left = replace(batch, files=batch.files.filter(pc.invert(pa.array(lost, pa.bool_()))))
        return left, [row["path"] for row, is_lost in zip(rows, lost, strict=True) if is_lost]
