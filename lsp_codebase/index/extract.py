"""Files to rows: what a worker process does with a list of files, from nothing but the file system."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.index.embedding import heads_of, text_hash
from lsp_codebase.model import Chunk, ParsedFile, Symbol
from lsp_codebase.parse import ParseLimits, detect_language, is_binary, parse_file
from lsp_codebase.parse.tokens import token_string
from lsp_codebase.scan import FileStat, stat_file
from lsp_codebase.scan.secrets import is_secret
from lsp_codebase.store import Batch, FileRecord, Segment, chunk_id, merge_segments, of_chunks
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS

_FILES = pa.schema([field for field in FILES if field.name != "generation"])
_HEAD_BYTES = 4_096  # enough to find a NUL, a shebang or a modeline


@dataclass(frozen=True, slots=True)
class FileJob:
    """A file to index under a new id. `known` is its live record: with equal content nothing is parsed."""

    path: str
    file_id: int
    known: FileRecord | None = None


@dataclass(frozen=True, slots=True)
class ExtractJob:
    """Some files of one root."""

    root: Path
    settings: Settings
    files: tuple[FileJob, ...]


@dataclass(frozen=True, slots=True)
class TextJob:
    """The text of a document that stands in for a file. `file_id` is any number no file has."""

    path: str
    file_id: int
    settings: Settings
    data: bytes


@dataclass(frozen=True, slots=True)
class TextRows:
    """What a text yields: its rows, and for each chunk the head and the hash it is embedded under."""

    file: FileRecord
    chunks: pa.Table
    symbols: pa.Table
    segment: Segment
    heads: tuple[str, ...]
    hashes: tuple[int, ...]


def extract(job: ExtractJob) -> Batch:
    """Read, parse and tokenize files. Files that vanished yield no row; a failure yields a row that says why."""
    rows = _Rows(job.settings)
    for file in job.files:
        record, data = _read(job.root, file, job.settings.index_max_file_bytes)
        if record is not None:
            rows.add(record, data)
    files, chunks = rows.files, pa.table(rows.chunks, schema=CHUNKS)
    return Batch(
        files=pa.table({name: [getattr(row, name) for row in files] for name in _FILES.names}, schema=_FILES),
        chunks=chunks,
        symbols=pa.table(rows.symbols, schema=SYMBOLS),
        segment=of_chunks(chunks),
    )


def extract_text(job: TextJob) -> TextRows:
    """Parse and tokenize a text as a file of that name would be."""
    rows = _Rows(job.settings)
    file = FileJob(job.path, job.file_id)
    rows.add(_record(file, FileStat(len(job.data), 0), state="indexed"), job.data)
    chunks = pa.table(rows.chunks, schema=CHUNKS)
    heads = heads_of(chunks) if job.settings.embedding_model != "none" else []
    hashes = [text_hash(text, head) for text, head in zip(rows.chunks["text"], heads, strict=False)]
    symbols = pa.table(rows.symbols, schema=SYMBOLS)
    return TextRows(rows.files[0], chunks, symbols, of_chunks(chunks), tuple(heads), tuple(hashes))


class _Rows:
    """Rows of some files, column by column."""

    def __init__(self, settings: Settings) -> None:
        self._limits = ParseLimits(max_chars=settings.chunks_max_chars, timeout_ms=settings.index_parse_timeout_ms)
        self.files: list[FileRecord] = []
        self.chunks: dict[str, list[Any]] = {name: [] for name in CHUNKS.names}
        self.symbols: dict[str, list[Any]] = {name: [] for name in SYMBOLS.names}

    def add(self, record: FileRecord, data: bytes | None) -> None:
        """Add the row of a file, and what is in its bytes if they are to be parsed."""
        if data is not None:
            parsed = parse_file(record.path, data, self._limits)
            record = replace(
                record,
                language=parsed.language,
                reason=parsed.problem,
                line_count=parsed.line_count,
                is_ascii=parsed.is_ascii,
                is_generated=parsed.is_generated,
                chunks=len(parsed.chunks),
                symbols=len(parsed.symbols),
            )
            _add_chunks(self.chunks, record, parsed)
            _add_symbols(self.symbols, record, parsed.symbols)
        self.files.append(record)


def failed(root: Path, job: FileJob, reason: str) -> Batch:
    """Return the row of a file that no worker survived; with its hash, so that it is not tried until it changes."""
    found = stat_file(root / job.path)
    if not isinstance(found, FileStat):
        found = FileStat(0, 0)
    try:
        sha256 = hashlib.sha256((root / job.path).read_bytes()).hexdigest()
    except OSError:
        sha256 = ""
    record = _record(job, found, state="failed", reason=reason, sha256=sha256)
    return Batch(
        files=pa.table({name: [getattr(record, name)] for name in _FILES.names}, schema=_FILES),
        chunks=CHUNKS.empty_table(),
        symbols=SYMBOLS.empty_table(),
        segment=of_chunks(CHUNKS.empty_table()),
    )


def merge(batches: Sequence[Batch]) -> Batch:
    """Return one batch with the rows of all, for one commit."""
    return Batch(
        files=pa.concat_tables(batch.files for batch in batches),
        chunks=pa.concat_tables(batch.chunks for batch in batches),
        symbols=pa.concat_tables(batch.symbols for batch in batches),
        segment=merge_segments([batch.segment for batch in batches]),
    )


def _record(job: FileJob, found: FileStat, *, state: str, reason: str = "", sha256: str = "") -> FileRecord:
    return FileRecord(
        file_id=job.file_id,
        generation=0,
        path=job.path,
        size=found.size,
        mtime_ns=found.mtime_ns,
        sha256=sha256,
        language=detect_language(job.path),
        state=state,
        reason=reason,
        line_count=0,
        is_ascii=True,
        is_generated=False,
        chunks=0,
        symbols=0,
    )


def _read(root: Path, job: FileJob, max_bytes: int) -> tuple[FileRecord | None, bytes | None]:
    """Return the record of a file so far, and its bytes if they are to be parsed."""
    found = stat_file(root / job.path)
    if found == "":
        return None, None
    if isinstance(found, str):
        return _record(job, FileStat(0, 0), state="failed", reason=found), None
    if is_secret(Path(job.path).name):
        return _record(job, found, state="skipped", reason="may hold secrets"), None
    if found.size > max_bytes:
        return _record(job, found, state="skipped", reason=f"larger than {max_bytes} bytes"), None
    try:
        with open(root / job.path, "rb") as file:
            head = file.read(_HEAD_BYTES)
            if is_binary(head):
                return _record(job, found, state="skipped", reason="binary"), None
            data = head + file.read(max_bytes - len(head) + 1)
    except FileNotFoundError:
        return None, None
    except OSError as error:
        return _record(job, found, state="failed", reason=(error.strerror or str(error)).lower()), None
    sha256 = hashlib.sha256(data).hexdigest()
    if job.known is not None and job.known.sha256 == sha256:
        return replace(job.known, size=found.size, mtime_ns=found.mtime_ns), None
    if is_binary(data):
        return _record(job, found, state="skipped", reason="binary", sha256=sha256), None
    return _record(job, found, state="indexed", sha256=sha256), data


def _add_chunks(columns: dict[str, list[Any]], record: FileRecord, parsed: ParsedFile) -> None:
    directory, _, name = record.path.rpartition("/")
    stem_tokens, directory_tokens = token_string(name.rsplit(".", 1)[0] or name), token_string(directory)
    starts = _kinds_by_name(parsed.symbols)
    for position, chunk in enumerate(parsed.chunks):
        values = {
            "chunk_id": chunk_id(record.file_id, position),
            "file_id": record.file_id,
            "path": record.path,
            "language": record.language,
            "start_line": chunk.start_line,
            "end_line": chunk.end_line,
            "text": chunk.text,
            "breadcrumb": chunk.breadcrumb,
            "names": list(chunk.names),
            "kinds": _kinds(chunk, starts),
            "body_tokens": token_string(chunk.text),
            "name_tokens": _tokens(chunk.names),
            "scope_tokens": _tokens(chunk.scopes),
            "signature_tokens": _tokens(chunk.signatures),
            "comment_tokens": token_string(chunk.comments),
            "stem_tokens": stem_tokens,
            "directory_tokens": directory_tokens,
        }
        for name, value in values.items():
            columns[name].append(value)


def _tokens(texts: Iterable[str]) -> str:
    return token_string("\n".join(texts))


def _kinds_by_name(symbols: Sequence[Symbol]) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        found.setdefault(symbol.name, []).append(symbol)
    return found


def _kinds(chunk: Chunk, symbols: dict[str, list[Symbol]]) -> list[int]:
    """Return the kind of each of the chunk's names: of the definition that begins in the chunk, if several share it."""
    kinds = []
    for name in chunk.names:
        same = symbols.get(name, ())
        here = [symbol for symbol in same if chunk.start_line <= symbol.name_span.start_line < chunk.end_line]
        kinds.append(int((here or same)[0].kind) if same else 0)
    return kinds


def _add_symbols(columns: dict[str, list[Any]], record: FileRecord, symbols: Sequence[Symbol]) -> None:
    count = len(symbols)
    columns["file_id"] += [record.file_id] * count
    columns["path"] += [record.path] * count
    columns["language"] += [record.language] * count
    columns["is_ascii"] += [record.is_ascii] * count
    columns["kind"] += [int(symbol.kind) for symbol in symbols]
    columns["visibility"] += [symbol.visibility.value for symbol in symbols]
    for name in ("name", "container", "signature", "doc", "is_test", "is_declaration", "is_deprecated"):
        columns[name] += [getattr(symbol, name) for symbol in symbols]
    for prefix, span in (("", "span"), ("name_", "name_span")):
        for part in ("start_line", "start_column", "end_line", "end_column"):
            columns[prefix + part] += [getattr(getattr(symbol, span), part) for symbol in symbols]
