"""Two steps of a distributed build, from one Arrow batch to another: files to contents, contents to rows on disk.

Ray calls them in processes of its own, on any node, and again where a node is lost. A file is parsed as always:
in a worker process that may die of it.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.index.embed_job import Embedded, EmbedJob, hashes_of, heads_of, vector_rows
from lsp_codebase.index.vectorize import SECONDS_PER_CHUNK
from lsp_codebase.index.workers.extract import Extracted, ExtractJob, merge, seconds_for, without_rows
from lsp_codebase.index.workers.job_sizes import FIRST_PATIENCE, JOB_BYTES, JOB_FILES
from lsp_codebase.index.workers.pool import GRACE_S, Worker, reason_of
from lsp_codebase.index.workers.reading import Content, FileJob, read
from lsp_codebase.store import FILES, FileRecord, write_fragments

_RECORD = [field for field in FILES if field.name != "generation"]
_CONTENTS = pa.schema([*_RECORD, pa.field("data", pa.large_binary())])
_WRITTEN = pa.schema(
    {
        "first": pa.int64(),
        "files": pa.int64(),
        "path": pa.string(),
        "fragments": pa.string(),
        "words": pa.large_binary(),
    }
)


@dataclass(frozen=True, slots=True)
class Target:
    """The index under construction: its folder for all nodes, the generation of its rows, its vector table if any."""

    directory: Path
    generation: int
    vectors: str | None


def read_files(batch: pa.Table, root: Path, settings: Settings) -> pa.Table:
    """Return the record of each file so far, and the bytes of files to parse. Runs beside the checkout."""
    jobs = (FileJob(row["path"], row["file_id"]) for row in batch.to_pylist())
    found = [(record, data) for record, data in (read(root, job, settings) for job in jobs) if record is not None]
    columns: dict[str, Any] = {field.name: [getattr(record, field.name) for record, _ in found] for field in _RECORD}
    return pa.table({**columns, "data": [data for _, data in found]}, schema=_CONTENTS)


def index_contents(batch: pa.Table, settings: Settings, target: Target) -> pa.Table:
    """Write the rows of some files as fragments of the tables, which others commit; return one row that names them."""
    contents = [_content(row) for row in batch.to_pylist()]
    if not contents:  # all are gone since they were listed
        return _WRITTEN.empty_table()
    extracted = extract_batch(contents, settings)
    rows = extracted.batch
    generation = pa.array([target.generation] * rows.files.num_rows, pa.int64())
    tables = {
        "files": rows.files.append_column("generation", generation).select(FILES.names),
        "chunks": rows.chunks,
        "symbols": rows.symbols,
    }
    if target.vectors is not None and rows.chunks.num_rows:
        tables[target.vectors] = _vectors(rows.chunks, settings)
    fragments = {table: write_fragments(target.directory, table, tables[table]) for table in tables}
    first, last = contents[0][0], contents[-1][0]
    written = {
        "first": first.file_id,
        "files": len(contents),
        "path": last.path,
        "fragments": json.dumps(fragments),
        "words": pickle.dumps(extracted.words, protocol=5),
    }
    return pa.Table.from_pylist([written], _WRITTEN)


def extract_batch(contents: Sequence[Content], settings: Settings) -> Extracted:
    """Return the rows of files; for a file that no worker survives, a row that says so."""
    done: list[Extracted] = []
    alone: list[Content] = []
    for group in _groups(contents):
        try:
            extracted = _run(group, settings, FIRST_PATIENCE)
        except Exception:
            alone += group
        else:
            done.append(extracted)
            alone += [content for content in group if content[0].path in extracted.slow]
    for record, data in alone:
        try:
            done.append(_run([(record, data)], settings))
        except Exception as error:
            done.append(without_rows([replace(record, state="failed", reason=reason_of(error))]))
    return merge(done)


def _content(row: dict[str, Any]) -> Content:
    data = row.pop("data")
    return FileRecord(generation=0, **row), data


def _groups(contents: Sequence[Content]) -> Iterator[list[Content]]:
    group: list[Content] = []
    size = 0
    for record, data in contents:
        group.append((record, data))
        size += len(data or b"")
        if len(group) >= JOB_FILES or size >= JOB_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _vectors(chunks: pa.Table, settings: Settings) -> pa.Table:
    heads = heads_of(chunks)
    job = EmbedJob(settings, tuple(chunks["text"].to_pylist()), tuple(heads))
    made: Embedded = _worker().run(job, SECONDS_PER_CHUNK * chunks.num_rows + GRACE_S)
    return vector_rows(chunks, hashes_of(chunks, heads), made.vectors)


def _run(contents: Sequence[Content], settings: Settings, patience: float = 1.0) -> Extracted:
    files = tuple(FileJob(record.path, record.file_id, content=(record, data)) for record, data in contents)
    job = ExtractJob(Path(), settings, files, patience)
    extracted: Extracted = _worker().run(job, seconds_for(len(job.files)) + GRACE_S)
    return extracted


@cache
def _worker() -> Worker:
    """Return the worker process of this one; they end together."""
    return Worker(is_bulk=True)
