"""Gives chunks the vectors that they did not get when their file was read. Runs on the thread that commits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder
from lsp_codebase.index.embed_job import Embedded, EmbedJob, hashes_of, heads_of, vector_rows
from lsp_codebase.index.work_counters import Work
from lsp_codebase.index.workers.pool import WorkerPool
from lsp_codebase.indexes import ModelVectors
from lsp_codebase.model import CancelToken
from lsp_codebase.store import FileRecord, Store, by_chunks

_COLUMNS = ("chunk_id", "file_id", "path", "text", "breadcrumb", "names")
_BATCH_CHUNKS = 2_000
_BATCH_CHUNKS_SLOW = 200  # of a transformer: saved files are looked at after each batch
SECONDS_PER_CHUNK = 2.0  # a large transformer on a slow core; past that the worker hangs


@dataclass(frozen=True, slots=True)
class _Task:
    """The chunks of a group of files; `missing` has a position of each text whose vector is not in `found`."""

    rows: pa.Table
    heads: list[str]
    hashes: list[int]
    found: dict[int, NDArray[np.float32]]
    missing: dict[int, int]
    files: int
    path: str

    def job(self, settings: Settings) -> EmbedJob:
        texts = self.rows["text"].to_pylist()
        chosen = self.missing.values()
        return EmbedJob(settings, tuple(texts[i] for i in chosen), tuple(self.heads[i] for i in chosen))

    def with_vectors(self, made: Embedded | None) -> pa.Table:
        """Return the rows for the table of vectors."""
        if made is not None:
            self.found.update(zip(self.missing, made.vectors, strict=True))
        return vector_rows(self.rows, self.hashes, np.stack([self.found[number] for number in self.hashes]))


def vectorize(
    files: Sequence[FileRecord],
    settings: Settings,
    embedder: Embedder,
    store: Store,
    vectors: ModelVectors,
    pool: WorkerPool,
    cancel: CancelToken,
    after_each: Callable[[int, int, str], None],
    work: Work,
) -> None:
    """Give the chunks of files that wait for them their vectors, a few thousand at a time.

    `after_each` of these groups is called with the finished files, all files, and the path of the latest.

    Raises:
        Cancelled: finished groups are stored.
        ModelUnavailable: the worker could not load the model.
    """
    groups = list(by_chunks(files, _BATCH_CHUNKS_SLOW if embedder.is_heavy else _BATCH_CHUNKS))
    is_bulk = len(groups) > 1
    # The store looks through all rows each time: for many groups it is asked only for its hashes.
    known = store.vectors.text_hashes() if is_bulk else None
    tasks = (task for group in groups for task in _tasks(group, store, known))
    most = None if is_bulk and not embedder.is_heavy else 1
    done = 0
    for task, future in pool.map(tasks, lambda task: _start(task, settings, pool, bulk=is_bulk), most, cancel):
        made: Embedded | None = future.result()
        work.embedded += made.computed if made else 0
        vectors.add(task.with_vectors(made))
        if known is not None:
            known.update(task.hashes)
        done += task.files
        after_each(done, len(files), task.path)
        cancel.check()
    store.check_written()


def _tasks(group: Sequence[FileRecord], store: Store, known: set[int] | None) -> Iterator[_Task]:
    for rows in store.file_chunks([record.file_id for record in group], _COLUMNS):
        if not rows.num_rows:  # these files have changed meanwhile
            continue
        heads = heads_of(rows)
        hashes = hashes_of(rows, heads)
        found = store.vectors.known(set(hashes) if known is None else known.intersection(hashes))
        missing = {number: position for position, number in enumerate(hashes) if number not in found}
        yield _Task(rows, heads, hashes, found, missing, len(group), group[-1].path)


def _start(task: _Task, settings: Settings, pool: WorkerPool, *, bulk: bool) -> Future[Embedded | None]:
    if task.missing:
        return pool.submit(task.job(settings), SECONDS_PER_CHUNK * len(task.missing), bulk=bulk)
    nothing_to_do: Future[Embedded | None] = Future()
    nothing_to_do.set_result(None)
    return nothing_to_do
