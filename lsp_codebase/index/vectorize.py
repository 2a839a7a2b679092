"""Gives every live chunk its vector, after the text is searchable. Runs on the thread that commits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.config import Settings
from lsp_codebase.index.embedding import Embedded, EmbedJob, heads_of, text_hash
from lsp_codebase.index.pool import WorkerPool
from lsp_codebase.index.work import Work
from lsp_codebase.model import CancelToken
from lsp_codebase.store import FileRecord, Store

_COLUMNS = ("chunk_id", "file_id", "path", "language", "kinds", "text", "breadcrumb", "names")
_BATCH_CHUNKS = 2_000
SECONDS_PER_CHUNK = 2.0  # a large transformer on a slow core; past that the worker hangs


def pending(store: Store) -> list[FileRecord]:
    """Return the live files with chunks that have no vector yet."""
    done = store.vectors.files
    return [record for record in list(store.live.values()) if record.chunks and record.file_id not in done]


def vectorize(
    settings: Settings,
    store: Store,
    pool: WorkerPool,
    cancel: CancelToken,
    report: Callable[[int, int, str], None],
    work: Work,
) -> None:
    """Give the chunks of every pending file their vectors, a few thousand at a time.

    Raises:
        Cancelled: finished groups are stored.
        ModelUnavailable: the worker could not load the model.
    """
    files = pending(store)
    done = 0
    groups = list(_groups(files))
    # The store looks through all rows each time: of many groups it is asked only for what it has.
    known = store.vectors.text_hashes() if len(groups) > 1 else None
    for group in groups:
        cancel.check()
        for rows in store.file_chunks([record.file_id for record in group], _COLUMNS):
            vectors, computed = _vectors(rows, settings, store, pool, known)
            work.embedded += computed
            store.vectors.add(vectors)
            if known is not None:
                known.update(vectors["text_hash"].to_pylist())
        done += len(group)
        report(done, len(files), group[-1].path)
    store.vectors.sweep(store.live.keys())
    store.check_written()


def _groups(files: Sequence[FileRecord]) -> Iterator[list[FileRecord]]:
    group: list[FileRecord] = []
    chunks = 0
    for record in files:
        group.append(record)
        chunks += record.chunks
        if chunks >= _BATCH_CHUNKS:
            yield group
            group, chunks = [], 0
    if group:
        yield group


def _vectors(
    rows: pa.Table, settings: Settings, store: Store, pool: WorkerPool, known: set[int] | None
) -> tuple[pa.Table, int]:
    texts: list[str] = rows["text"].to_pylist()
    heads = heads_of(rows)
    hashes = [text_hash(text, head) for text, head in zip(texts, heads, strict=True)]
    found: dict[int, NDArray[np.float16]] = store.vectors.known(
        set(hashes) if known is None else known.intersection(hashes)
    )
    missing = {number: position for position, number in enumerate(hashes) if number not in found}
    computed = 0
    if missing:
        chosen = list(missing.values())
        job = EmbedJob(settings, tuple(texts[i] for i in chosen), tuple(heads[i] for i in chosen))
        made: Embedded = pool.submit(job, SECONDS_PER_CHUNK * len(chosen)).result()
        found.update(zip(missing, made.vectors, strict=True))
        computed = made.computed
    matrix = np.stack([found[number] for number in hashes])
    vector = pa.FixedSizeListArray.from_arrays(pa.array(matrix.ravel()), matrix.shape[1])
    table = (
        rows.select(["chunk_id", "file_id", "path", "language", "kinds"])
        .append_column("text_hash", pa.array(hashes, pa.int64()))
        .append_column("vector", vector)
    )
    return table, computed
