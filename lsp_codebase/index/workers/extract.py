"""Files to rows: a worker process's work on a list of files, from nothing but the file system."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pyarrow as pa

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.index.content_rows import Columns, Content, Rows, identity, pack, rows_of, unpack
from lsp_codebase.index.embed_job import heads_of, text_hash
from lsp_codebase.index.plan import GENERATED, OTHER_LANGUAGE, is_wanted, most_bytes
from lsp_codebase.index.sharing.shared_rows import Shared
from lsp_codebase.index.sharing.worker_part import Taken, seal_wanted, take
from lsp_codebase.index.workers.reading import FileJob, new_record, read
from lsp_codebase.indexes.words import Segment, of_chunks
from lsp_codebase.parse import (
    PARSE_TIMEOUT_MS,
    TIMED_OUT,
    ParseLimits,
    parse_file,
)
from lsp_codebase.scan import FileStat, read_file, stat_file
from lsp_codebase.store import CHUNKS, FILES, SYMBOLS, Batch, FileRecord, chunk_id

_FILES = pa.schema([field for field in FILES if field.name != "generation"])
_OF_FILES = ("file_id", "path", "language", "is_ascii", "is_generated")  # repeated by their symbols
_OF_SYMBOLS = [name for name in SYMBOLS.names if name not in _OF_FILES]


@dataclass(frozen=True, slots=True)
class ExtractJob:
    """Some files of one root. This job gives each the share `patience` of the CPU time that a file may take.

    With `embeds` their chunks are given vectors too. `shared` holds the entries of a team's store for them.
    """

    root: Path
    settings: Settings
    files: tuple[FileJob, ...]
    patience: float = 1.0
    embeds: bool = False
    shared: Shared | None = None


@dataclass(frozen=True, slots=True)
class TextJob:
    """The text of a document that stands in for a file. `file_id` is any number no file has."""

    path: str
    file_id: int
    settings: Settings
    data: bytes


@dataclass(frozen=True, slots=True)
class TextRows:
    """The results for a text: its rows, and for each chunk the head and the hash it is embedded under."""

    file: FileRecord
    chunks: pa.Table
    symbols: pa.Table
    segment: Segment
    heads: tuple[str, ...]
    hashes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extracted:
    """The rows of some files, the words of each job, and how many files had to be parsed or were known to the
    content store.

    `slow` names the files that took more patience than the job had: they have no row. `vectors` holds the rows of the
    vectors of all chunks, if they were asked for; `embedded` texts of them were put to the model. `taken` tells of the
    job's part in the store of a team.
    """

    batch: Batch
    words: tuple[Segment, ...]
    parsed: int = 0
    known: int = 0
    slow: tuple[str, ...] = ()
    vectors: pa.Table | None = None
    embedded: int = 0
    taken: Taken | None = None


def extract(job: ExtractJob, content: ContentStore | None = None) -> Extracted:
    """Read, parse and tokenize files; contents that `content` knows are not parsed.

    Files that vanished, did not change at all, or are being written yield no row; a failure yields one that says why.
    """
    records: list[FileRecord | Content] = []
    for file in job.files:
        record, data = read(job.root, file, job.settings)
        if record is not None and data is not None:
            key = identity(file.path, data, record.sha256, job.settings)
            records.append(Content(record, data, key))
        elif record is not None:
            records.append(record)
    contents = [entry for entry in records if isinstance(entry, Content)]
    known = _recall(contents, content, job.shared.wanted if job.shared is not None else frozenset())
    parse = partial(_parse, settings=job.settings, patience=job.patience)
    taken = take(contents, job.shared, job.settings, parse) if job.shared is not None else None
    for entry in contents:
        if entry.rows is None:
            parse(entry)
    if content is not None:
        fresh = (entry for entry in contents if entry.is_final and not entry.is_kept)
        content.put({entry.key: pack(entry.rows) for entry in fresh if entry.rows is not None})
    if taken is not None and job.shared is not None:
        seal_wanted(contents, job.shared, taken)
    slow = tuple(entry.record.path for entry in contents if entry.rows is None)
    done = [_kept(entry, job.settings) for entry in records if isinstance(entry, FileRecord) or entry.rows is not None]
    batch = _batch(done)
    parsed = len(contents) - known - len(slow) - (taken.count if taken else 0)
    return Extracted(batch, (of_chunks(batch.chunks),), parsed, known, slow, taken=taken)


def seconds_for(files: int) -> float:
    """Return the time that a job of so many files may take before it counts as hanging."""
    return PARSE_TIMEOUT_MS / 1_000 * (1 + files / 8)


def extract_text(job: TextJob) -> TextRows:
    """Parse and tokenize a text as a file of that name would be; it is kept nowhere."""
    record = new_record(FileJob(job.path, job.file_id), FileStat(len(job.data), 0), state="indexed")
    entry = Content(record, job.data, b"")
    _parse(entry, job.settings)
    batch = _batch([_kept(entry, job.settings)])
    heads = heads_of(batch.chunks) if job.settings.embedding_model != "none" else []
    texts = batch.chunks["text"].to_pylist()
    hashes = [text_hash(text, head) for text, head in zip(texts, heads, strict=False)]
    return TextRows(entry.record, batch.chunks, batch.symbols, of_chunks(batch.chunks), tuple(heads), tuple(hashes))


def _recall(contents: Sequence[Content], store: ContentStore | None, wanted: Set[bytes]) -> int:
    """Fill in the content store's rows, but not of `wanted` contents, which need more; return how many have rows."""
    found = store.get({entry.key for entry in contents} - wanted) if store is not None else {}
    for entry in contents:
        if entry.key in found:
            entry.rows = unpack(found[entry.key], entry.data)
            entry.is_final = entry.is_kept = True
    return sum(entry.rows is not None for entry in contents)


def _parse(entry: Content, settings: Settings, patience: float = 1.0) -> None:
    """Fill in rows; if a patience below the full one runs out, leave them out."""
    limits = ParseLimits(max_chars=settings.chunks_max_chars, timeout_ms=int(PARSE_TIMEOUT_MS * patience))
    begin = time.thread_time()
    parsed = parse_file(entry.record.path, entry.data, limits)
    if parsed.problem == TIMED_OUT and patience < 1:
        return
    entry.is_final = time.thread_time() - begin < PARSE_TIMEOUT_MS / 2_000  # not cut short by the clock
    entry.rows = rows_of(entry.record.path, parsed)


def _kept(entry: FileRecord | Content, settings: Settings) -> FileRecord | Content:
    """Complete the record of a file that was parsed; return it alone if the file is left out."""
    if isinstance(entry, FileRecord):
        return entry
    assert entry.rows is not None
    entry.record = _complete(entry.record, entry.rows)
    left_out = GENERATED if entry.record.is_generated and not settings.index_include_generated else None
    if not is_wanted(entry.record.language, settings):
        left_out = OTHER_LANGUAGE
    if left_out is not None:
        entry.record = replace(entry.record, state="skipped", reason=left_out, chunks=0, symbols=0)
        return entry.record
    return entry


def _batch(records: Sequence[FileRecord | Content]) -> Batch:
    files: list[FileRecord] = []
    chunks: Columns = {name: [] for name in CHUNKS.names}
    symbols: Columns = {name: [] for name in SYMBOLS.names}
    for entry in records:
        if isinstance(entry, FileRecord):
            files.append(entry)
            continue
        assert entry.rows is not None
        _add_chunks(chunks, entry.record, entry.rows.chunks)
        _add_symbols(symbols, entry.record, entry.rows.symbols)
        files.append(entry.record)
    return Batch(
        files=pa.table({name: [getattr(row, name) for row in files] for name in _FILES.names}, schema=_FILES),
        chunks=pa.table(chunks, schema=CHUNKS),
        symbols=pa.table(symbols, schema=SYMBOLS),
    )


def failed(job: ExtractJob, file: FileJob, reason: str) -> Extracted:
    """Return the row of a file that no worker survived; with its hash, so that this run does not try it again."""
    found = stat_file(job.root / file.path)
    if not isinstance(found, FileStat):
        found = FileStat(0, 0)
    try:
        data = read_file(job.root, file.path, most_bytes(file.path, job.settings) + 1)
        sha256 = hashlib.sha256(data).hexdigest()
    except OSError:
        sha256 = ""
    return without_rows([new_record(file, found, state="failed", reason=reason, sha256=sha256)])


def without_rows(records: Sequence[FileRecord]) -> Extracted:
    """Return files that are not parsed."""
    batch = _batch(records)
    return Extracted(batch, (of_chunks(batch.chunks),))


def merge(parts: Sequence[Extracted]) -> Extracted:
    """Return the rows of all parts, for one commit."""
    batches = [part.batch for part in parts]
    vectors = [part.vectors for part in parts if part.vectors is not None]
    return Extracted(
        Batch(
            files=pa.concat_tables(batch.files for batch in batches),
            chunks=pa.concat_tables(batch.chunks for batch in batches),
            symbols=pa.concat_tables(batch.symbols for batch in batches),
        ),
        tuple(segment for part in parts for segment in part.words),
        sum(part.parsed for part in parts),
        sum(part.known for part in parts),
        tuple(path for part in parts for path in part.slow),
        pa.concat_tables(vectors) if vectors else None,
        sum(part.embedded for part in parts),
    )


def _complete(record: FileRecord, rows: Rows) -> FileRecord:
    found = dict(rows.file)
    problem, is_large = found.pop("problem"), record.reason
    return replace(
        record,
        reason=f"{problem} ({is_large})" if problem and is_large else problem or is_large,
        chunks=len(rows.chunks["text"]),
        symbols=len(rows.symbols["name"]),
        **found,
    )


def _add_chunks(columns: Columns, record: FileRecord, rows: Columns) -> None:
    """Append the chunks of a file, with everything that follows from its place."""
    columns["chunk_id"] += [chunk_id(record.file_id, position) for position in range(record.chunks)]
    columns["breadcrumb"] += [record.path + crumbs for crumbs in rows["breadcrumb"]]
    for column in ("file_id", "path", "language"):
        columns[column] += [getattr(record, column)] * record.chunks
    for column, values in rows.items():
        if column != "breadcrumb":
            columns[column] += values


def _add_symbols(columns: Columns, record: FileRecord, rows: Columns) -> None:
    for name in _OF_FILES:
        columns[name] += [getattr(record, name)] * record.symbols
    for name in _OF_SYMBOLS:
        columns[name] += rows[name]
