"""What an index says, in a form that two indexes of the same files share whatever their history."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from codebases import Asked

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.indexes.words import Segment, merge_segments
from lsp_codebase.model import CancelToken
from lsp_codebase.store import Store
from lsp_codebase.store.tables import location

# These differ between an index brought up to date and one built anew.
_HISTORY = ("file_id", "generation", "mtime_ns", "changed_ns")


def rebuilt(root: Path, settings: Settings, pool: WorkerPool) -> Codebase:
    """Return a codebase indexed from nothing with these settings; the caller closes it."""
    codebase = Asked(root, settings, pool, SilentListener())
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    return codebase


def state(codebase: Codebase) -> dict[str, Any]:
    """Return files, chunks, symbols, postings, counts and problems of a codebase, without its history."""
    store, status = codebase._indexer.store, codebase.full_status()
    assert store is not None
    shown = codebase._published.state
    return {
        "files": {path: _without_history(asdict(record)) for path, record in store.files.items()},
        "chunks": _rows(store, store.chunks.rows().to_pylist()),
        "symbols": _rows(store, store.symbols().to_pylist()),
        "shown": sorted(
            (match.path, match.symbol.name, match.symbol.name_span.start_line)
            for path in store.files
            for match in shown.names.in_file(path)
        ),
        "postings": _postings(store, shown.words),
        "status": (status.indexed, status.total, status.skipped, status.failed),
        "problems": sorted((problem.path, problem.reason) for problem in status.problems),
        "counts": {key: number for key, number in store.counts.items() if number},
        "vectors": sorted(store.live[file_id].path for file_id in store.vectors.files if file_id in store.live),
    }


def _without_history(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in _HISTORY}


def _rows(store: Store, rows: list[dict[str, Any]]) -> list[str]:
    """Return each live row without ids, with its position in the file, and rows that belong to no file as they are.

    Rows of files that were replaced lately are left out: they wait for whoever still reads them, or may come back. So
    are those that belong to no file where something is left to tidy: that deletes them.
    """
    is_untidy = (location(store.directory) / "untidy").exists()
    shown = []
    for row in rows:
        if row["file_id"] in store._dead._since or row["file_id"] in store.kept:
            continue
        is_live = row["file_id"] in store.live
        if is_untidy and not is_live:
            continue
        kept = {key: value for key, value in row.items() if key not in ("file_id", "chunk_id")}
        position = row.get("chunk_id", 0) & 0xFFFFF
        shown.append(f"{is_live} {position} {sorted(kept.items())}")
    return sorted(shown)


def _postings(store: Store, words: Sequence[Segment]) -> dict[str, str]:
    """Return for each path a digest of what the postings say of its chunks."""
    digests = {}
    for record in store.live.values():
        parts = [s.only(s.file_ids == record.file_id) for s in words if record.file_id in s.file_ids]
        if parts := [part for part in parts if part.live.any()]:
            digests[record.path] = _digest(merge_segments(parts), record.file_id)
    return digests


def _digest(segment: Segment, file_id: int) -> str:
    values = segment.decided
    values["chunk_ids"] = segment.chunk_ids - (file_id << 20)
    values["file_ids"] = segment.file_ids - file_id
    digest = hashlib.sha256()
    for name, array in sorted(values.items()):
        digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
