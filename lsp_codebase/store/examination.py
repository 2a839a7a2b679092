"""Looks at an index as it lies on disk, read in full and through a connection of its own so that no cache hides damage.

It changes nothing, needs no lock, and may run while another process writes: see `Tables.is_current`.
"""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.store.live_files import LiveFiles
from lsp_codebase.store.manifest import Manifest, read_manifest
from lsp_codebase.store.row_index import RowIndex
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS, file_ids
from lsp_codebase.store.store_errors import FROM_FILES
from lsp_codebase.store.tables import Database, Table
from lsp_codebase.store.vector_table import table_name

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Finding:
    """A subject, its count, and its fault (None: nothing is wrong)."""

    name: str
    detail: str
    damage: str | None = None


def examine_directory(directory: Path) -> Finding:
    """Check that the folder of an index is this user's alone and can be written."""
    info = directory.lstat()
    if sys.platform != "win32" and (info.st_uid != os.getuid() or stat.S_IMODE(info.st_mode) != 0o700):
        return Finding("directory", "", f"others may read {directory}: its mode is {stat.S_IMODE(info.st_mode):04o}")
    if not os.access(directory, os.W_OK):
        return Finding("directory", "", f"{directory} cannot be written")
    return Finding("directory", str(directory))


def examine_manifest(directory: Path, expected: Manifest) -> Finding:
    """Check that the index was built by this version for this root."""
    found = read_manifest(directory)
    if found is None:
        return Finding("manifest", "", "missing or unreadable")
    if found != expected:
        return Finding("manifest", "", "built by another version, for another root or with another chunk size")
    return Finding("manifest", f"format {found.format}, parser {found.parser}, tokenizer {found.tokenizer}")


class Tables:
    """The tables of one moment."""

    def __init__(self, directory: Path) -> None:
        """Open and read them.

        Raises:
            IndexUnavailable: if one is missing.
            StoreUnreadable, OSError: if one cannot be read.
        """
        self.directory = directory
        self._database = Database(directory)
        files = self._database.table("files", FILES)
        self._version = files.version
        self.chunks = self._database.table("chunks", CHUNKS)
        self._symbols = self._database.table("symbols", SYMBOLS)
        rows = files.rows().sort_by("generation")
        self._row_count = rows.num_rows
        committed = LiveFiles(rows)
        self.records, self.live = committed.by_path, committed.by_id

    def is_current(self) -> bool:
        """Whether no one has committed since these tables were opened."""
        return self._database.table("files").version == self._version

    def examine(self, model: str | None, *, is_written: bool) -> Iterator[Finding]:
        """Check every table against the committed files.

        Rows that no file names are those of earlier files or, while another process writes, work under way.
        """
        yield self._examine_files()
        chunk_ids = yield from self._counted("chunks", self.chunks, CHUNKS.names)
        yield from self._counted("symbols", self._symbols, SYMBOLS.names)
        yield self._examine_row_index()
        yield self.guarded("vectors", lambda: self._examine_vectors(model, chunk_ids, is_written))

    # -- inside

    def guarded(self, name: str, examine: Callable[[], Finding]) -> Finding:
        """Return the finding of an examination; a table that cannot be read hides nothing of the others."""
        try:
            return examine()
        except Exception as error:  # arrays that make no sense raise anything
            return Finding(name, "", f"cannot be read: {error}".splitlines()[0])

    def _examine_files(self) -> Finding:
        if len(self.live) < len(self.records):
            return Finding("files", "", "two files have the same id")
        void = self._row_count - len(self.records)
        note = f", {void:,} earlier rows to be dropped" if void else ""
        return Finding("files", f"{len(self.records):,} committed{note}")

    def _counted(self, name: str, table: Table, columns: list[str]) -> Generator[Finding, None, Numbers]:
        """Yield whether a table has exactly the rows that the committed files should have; return the chunk ids."""
        rows: Counter[int] = Counter()
        chunk_ids: list[Numbers] = [np.empty(0, np.int64)]
        try:
            for batch in table.batches(columns):
                rows.update(batch["file_id"].to_pylist())
                if "chunk_id" in columns:
                    chunk_ids.append(batch["chunk_id"].to_numpy())
        except FROM_FILES as error:
            yield Finding(name, "", f"cannot be read: {error}".splitlines()[0])
            return np.concatenate(chunk_ids)
        orphans = sum(number for file_id, number in rows.items() if file_id not in self.live)
        wrong = [record.path for record in self.live.values() if rows[record.file_id] != getattr(record, name)]
        ids = np.concatenate(chunk_ids)
        damage = []
        if wrong:
            damage.append(f"{len(wrong):,} files lack rows or have too many, such as {min(wrong)}")
        if len(np.unique(ids)) < len(ids):
            damage.append(f"{len(ids) - len(np.unique(ids)):,} rows twice")
        note = f", {orphans:,} rows of earlier files to be dropped" if orphans else ""
        yield Finding(name, f"{rows.total():,} rows of {len(self.live):,} files{note}", "; ".join(damage) or None)
        return ids

    def _examine_row_index(self) -> Finding:
        index = RowIndex(self.directory, self.chunks)
        if torn := index.torn():
            return Finding("row index", "", f"{len(torn)} of its files lack their end, such as {torn[0].name}")
        if not index.is_built:
            return Finding("row index", "not built yet")
        return Finding("row index", f"{index.waiting():,} rows not indexed yet")

    def _examine_vectors(self, model: str | None, chunk_ids: Numbers, is_written: bool) -> Finding:
        if model is None:
            return Finding("vectors", "no embedding model")
        if table_name(model) not in self._database.names():
            return Finding("vectors", "none yet")
        table = self._database.table(table_name(model))
        live = np.fromiter(self.live, np.int64)
        seen, bad = [np.empty(0, np.int64)], 0
        for batch in table.batches(["chunk_id", "file_id", "largest"]):
            here = np.isin(batch["file_id"].to_numpy(), live)
            seen.append(batch["chunk_id"].to_numpy()[here])
            bad += int((~np.isfinite(batch["largest"].to_numpy())).sum())
        ids = np.concatenate(seen)
        known = np.isin(ids, chunk_ids)
        damage = []
        if bad:
            damage.append(f"{bad:,} are not finite")
        if len(np.unique(ids)) < len(ids):
            damage.append(f"{len(ids) - len(np.unique(ids)):,} rows twice")
        if not known.all() and not is_written:
            damage.append(f"{int((~known).sum()):,} belong to no chunk")
        partial = np.setdiff1d(chunk_ids[np.isin(file_ids(chunk_ids), file_ids(ids))], ids)
        if len(partial):
            damage.append(f"{len(partial):,} are missing from files that have others")
        living = np.isin(file_ids(chunk_ids), live).sum()
        return Finding("vectors", f"{len(ids):,} of {living:,} chunks by {model}", "; ".join(damage) or None)
