"""From a document's text to its searched form: parsed in a worker process, embedded where texts are new."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.config import Settings
from lsp_codebase.index import SECONDS_PER_CHUNK, Embedded, EmbedJob, Indexer, TextJob, TextRows, WorkerPool
from lsp_codebase.indexes import LiveFile, new_file_id
from lsp_codebase.parse import PARSE_TIMEOUT_MS

Vectors = Mapping[int, NDArray[np.float32]]  # by the hash of the embedded text


def parsing(pool: WorkerPool, settings: Settings, path: str, data: bytes) -> Future[TextRows]:
    """Have a worker parse the text of a file, whose chunks get ids that no stored file has: below 0."""
    return pool.submit(TextJob(path, new_file_id(), settings, data), PARSE_TIMEOUT_MS / 1_000)


def live_file(data: bytes, rows: TextRows) -> LiveFile:
    """Return a text that was parsed, without vectors."""
    return LiveFile(rows.file, data, rows.chunks, rows.symbols, rows.segment)


@dataclass(frozen=True, slots=True)
class Embedding:
    """Vectors that a worker is making for the texts of a document with these hashes."""

    file: LiveFile
    rows: TextRows
    missing: tuple[int, ...]
    made: Future[Embedded]


def read_alone(pool: WorkerPool, settings: Settings, path: str, data: bytes) -> LiveFile:
    """Parse a text, without vectors. Raises the worker's error, or `WorkerDied`."""
    return live_file(data, parsing(pool, settings, path, data).result())


class Reader:
    """Reads the documents of one root. One thread calls it."""

    def __init__(self, settings: Settings, pool: WorkerPool, indexer: Indexer) -> None:
        self._settings = settings
        self._pool = pool
        self._indexer = indexer
        self._rows: dict[str, TextRows] = {}
        self._vectors: dict[str, Vectors] = {}

    def read(self, path: str, data: bytes) -> LiveFile:
        """Parse a text, with the vectors of the texts that were in it, or in its file, before.

        Raises the worker's error, or `WorkerDied`.
        """
        rows = parsing(self._pool, self._settings, path, data).result()
        self._rows[path] = rows
        if path not in self._vectors:
            self._vectors[path] = self._stored(rows)
        return self._dressed(data, rows, self._vectors[path])

    def begin_embedding(self, file: LiveFile) -> Embedding | None:
        """Have vectors made for the chunks of a file, None if nothing is missing or there is no model."""
        rows = self._rows[file.record.path]
        known = self._vectors[file.record.path]
        missing = {number: at for at, number in enumerate(rows.hashes) if number not in known}
        if self._indexer.embedder is None or not missing:
            return None
        texts = rows.chunks["text"].to_pylist()
        job = EmbedJob(
            self._settings,
            tuple(texts[at] for at in missing.values()),
            tuple(rows.heads[at] for at in missing.values()),
            kept=False,
        )
        return Embedding(file, rows, tuple(missing), self._pool.submit(job, SECONDS_PER_CHUNK * len(missing)))

    def end_embedding(self, embedding: Embedding) -> LiveFile:
        """Return the file with a vector for every chunk.

        Raises the worker's error, or `WorkerDied`.
        """
        rows, path = embedding.rows, embedding.file.record.path
        made = embedding.made.result().vectors
        earlier = self._vectors.get(path, {})
        known = {number: earlier[number] for number in rows.hashes if number in earlier}
        known.update(zip(embedding.missing, made, strict=True))
        if path in self._vectors:  # it is still open
            self._vectors[path] = known
        return self._dressed(embedding.file.data, rows, known)

    def forget(self, path: str) -> None:
        """Drop everything kept of a document."""
        self._rows.pop(path, None)
        self._vectors.pop(path, None)

    def _stored(self, rows: TextRows) -> Vectors:
        store = self._indexer.store
        return store.vectors.known(set(rows.hashes)) if store is not None else {}

    def _dressed(self, data: bytes, rows: TextRows, known: Vectors) -> LiveFile:
        file = live_file(data, rows)
        embedder = self._indexer.embedder
        if embedder is None or not rows.hashes:
            return file
        unknown = np.full(embedder.dimension, np.nan, np.float32)
        return replace(
            file, vectors=np.stack([known.get(number, unknown) for number in rows.hashes]), model=embedder.model
        )
