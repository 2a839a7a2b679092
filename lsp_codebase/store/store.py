"""The index of one root on disk: its committed rows, and the single place where commits happen.

One thread of one process writes; any thread reads. A commit is the append to `files`: rows of `chunks` and `symbols`
whose `file_id` no live row of `files` names are invisible, so a crash between two steps leaves only rows to sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store.conditions import in_parts, is_in, quote
from lsp_codebase.store.dead_rows import DeadRows
from lsp_codebase.store.fragments import commit_fragments
from lsp_codebase.store.live_files import FileRecord, LiveFiles
from lsp_codebase.store.manifest import read_generation, write_generation
from lsp_codebase.store.row_index import RowIndex
from lsp_codebase.store.schema import CHUNKS, FILES, FILES_TABLE, SYMBOLS, TABLES
from lsp_codebase.store.tables import Database, Table
from lsp_codebase.store.torn_files import NewFiles
from lsp_codebase.store.unembedded_files import UnembeddedFiles
from lsp_codebase.store.upkeep import Upkeep
from lsp_codebase.store.vector_table import VectorTable


@dataclass(frozen=True, slots=True)
class Batch:
    """The workers' results for some files. `files` lacks its generation, which the commit gives."""

    files: pa.Table
    chunks: pa.Table
    symbols: pa.Table


class Store:
    """The log of one index: its committed files. Open it with `open_for_writing` or `open_for_reading`.

    `files` and `live` change with each commit; one thread uses them. Questions see a copy: `indexes.State`.
    """

    def __init__(self, database: Database, files: Table, chunks: Table, symbols: Table, *, is_writable: bool) -> None:
        self.directory = database.directory
        self.is_writable = is_writable
        self.obstacle = ""  # to opening it for writing, as a reason for the user
        self.chunks = chunks
        self.row_index = RowIndex(database.directory, chunks)
        self.vectors = VectorTable(database, writable=is_writable)
        self.generation = 0
        self.first_id = 1  # of those reserved for this writer
        self._database, self._files, self._symbols = database, files, symbols
        self._committed = LiveFiles()
        self._waiting = UnembeddedFiles()
        self._new_files = NewFiles(database.directory)
        self._dead = DeadRows(chunks, symbols, self._committed, self._new_files.check)
        tables = (chunks, symbols, self.vectors, files)
        self.upkeep = Upkeep(tables, self.row_index, self._dead, self._new_files.check)

    @classmethod
    def load(cls, directory: Path, *, create: bool) -> Store:
        """Open the tables of an index, made if need be where it may `create` them, and read the committed files.

        Raises:
            IndexUnavailable: if there is no index yet.
            StoreUnreadable, OSError: if it cannot be read, or made.
        """
        database = Database(directory)
        table = database.ensure_table if create else database.table
        store = cls(database, *(table(name, schema) for name, schema in TABLES.items()), is_writable=create)
        store._load_files()
        return store

    # -- reading

    @property
    def files(self) -> dict[str, FileRecord]:
        """The committed files by path."""
        return self._committed.by_path

    @property
    def live(self) -> dict[int, FileRecord]:
        """The committed files by id."""
        return self._committed.by_id

    @property
    def refused(self) -> dict[str, FileRecord]:
        """The committed files with a reason not to be indexed, by path."""
        return self._committed.refused

    @property
    def counts(self) -> Counter[str]:
        """The numbers of files by state, and of their "chunks" and "symbols"."""
        return self._committed.counts

    @property
    def languages(self) -> Counter[str]:
        """The number of indexed files in each language."""
        return self._committed.languages

    @property
    def largest_id(self) -> int:
        """The largest file id of a row, 0 without any."""
        return self._committed.largest_id

    @property
    def kept(self) -> Mapping[int, FileRecord]:
        """The replaced or removed files whose rows stay since they may come back, by id."""
        return self._dead.kept

    def next_file_id(self) -> int:
        """Return the first number never used as a file id."""
        return max(self.largest_id + 1, self.first_id)

    def symbols(self, paths: Collection[str] | None = None) -> pa.Table:
        """Return the live symbol rows, of all files or of `paths`, which are committed, in no particular order."""
        if paths is None:
            found = self._symbols.rows(SYMBOLS.names)
        else:
            parts = in_parts([self.files[path].file_id for path in paths])
            rows = (self._symbols.rows(SYMBOLS.names, is_in("file_id", part)) for part in parts)
            found = pa.concat_tables([SYMBOLS.empty_table(), *rows])
        is_live = np.isin(found["file_id"].to_numpy(), np.fromiter(self.live, np.int64, len(self.live)))
        return found if is_live.all() else found.filter(pa.array(is_live))  # a copy, seldom needed

    def chunk_rows(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the named columns of the chunks with these ids, live or not, in no order."""
        if not chunk_ids:
            return CHUNKS.empty_table().select(list(columns))
        return self.chunks.rows(columns, is_in("chunk_id", chunk_ids), len(chunk_ids))

    def other_vectors(self) -> VectorTable:
        """Return a view of the vectors of a further model; `use` names it."""
        return VectorTable(self._database, writable=self.is_writable)

    def file_chunks(self, file_ids: Collection[int], columns: Sequence[str]) -> Iterator[pa.Table]:
        """Yield the named columns of all chunks of these files, some thousand files at a time."""
        for part in in_parts(sorted(file_ids)):
            yield self.chunks.rows(columns, is_in("file_id", part))

    def without_vectors(self) -> list[FileRecord]:
        """Return the live files with chunks that have no vectors of the model in use, in the order of their ids."""
        return self._waiting.among(self._committed, self.vectors.files)

    def embedded(self) -> int:
        """Return how many live chunks have vectors of the model in use."""
        if not self.vectors.files:
            return 0
        return self.counts["chunks"] - sum(record.chunks for record in self.without_vectors())

    # -- writing

    def commit(self, batch: Batch, *, keeps: bool = False) -> set[int]:
        """Make the files of a batch visible in one step, replacing earlier rows of the same paths.

        Return the ids of the replaced files. Their rows are deleted later: earlier questions still read them.
        If it `keeps` them they stay while there is room, and a batch may name such a file again by its id.
        """
        self._require_writable()
        if batch.chunks.num_rows:
            self.chunks.append(batch.chunks)
        if batch.symbols.num_rows:
            self._symbols.append(batch.symbols)
        generation = self.generation + 1
        column = pa.array([generation] * batch.files.num_rows, pa.int64())
        files = batch.files.append_column(FILES.field("generation"), column).select(FILES.names)
        self.check_written()
        self._files.append(files)
        self.check_written()
        replaced = self._committed.take(files)
        self.generation = generation
        self._dead.take_back(files["file_id"].to_pylist())
        return self._forget(replaced, keeps=keeps)

    def commit_written(self, fragments: Mapping[str, Sequence[str]]) -> None:
        """Make rows of new files visible that other processes wrote, by table; those of `files` come last.

        They have the next generation.
        """
        self._require_writable()
        for table in sorted(fragments, key=lambda table: table == FILES_TABLE):
            commit_fragments(self.directory, table, fragments[table])
        self.check_written()
        self.follow()
        self.vectors.follow()

    def remove(self, paths: Iterable[str], *, keeps: bool = False) -> set[int]:
        """Make files invisible, some thousand in one step; return their ids.

        Their rows are deleted later, or stay as in `commit`.
        """
        gone = [self.files[path] for path in dict.fromkeys(paths) if path in self.files]
        if not gone:
            return set()
        self._require_writable()
        write_generation(self.directory, self.generation + 1)
        for part in in_parts([quote(record.path) for record in gone]):
            self._files.delete(is_in("path", part))
        self.check_written()
        for record in gone:
            self._committed.discard(record)
        self.generation += 1
        return self._forget(gone, keeps=keeps)

    def sweep(self) -> int:
        """Delete rows that no live file names: the leftovers of a crash between two steps of a commit.

        Files that lack rows of their own are forgotten, so that they are read again; return how many.
        """
        chunks, symbols = self._dead.delete_nameless()
        incomplete = [
            record.path
            for record in self.live.values()
            if chunks.get(record.file_id, 0) != record.chunks or symbols.get(record.file_id, 0) != record.symbols
        ]
        self.remove(incomplete)
        self._dead.delete(at_once=True)
        return len(incomplete)

    def has_torn_files(self) -> bool:
        """Whether a file of the tables lacks its end; a few bytes of each are read."""
        return self._new_files.torn()

    def read_through(self) -> None:
        """Read every row; raise `StoreUnreadable` for one that cannot be read."""
        for table in (self.chunks, self._symbols):
            for _ in table.batches():
                pass

    def check_written(self) -> None:
        """Raise `OSError` if a file written to the tables is incomplete: the index is to be opened again."""
        self._new_files.check()

    # -- following another process

    def follow(self) -> bool:
        """Load the commits of the writer process; return whether anything changed.

        A tidied table is another version of it with the same rows: the one before is dropped soon.
        """
        has_changed = self._files.follow()
        for table in (self.chunks, self._symbols):
            table.follow()
        if has_changed:
            self._load_changes()
        return has_changed

    # -- inside

    def _require_writable(self) -> None:
        if not self.is_writable:  # opened as it is because nothing could be written; no ids are reserved
            raise IndexUnavailable(f"the index could not be opened for writing: {self.obstacle}", "it is tried again")

    def _load_files(self) -> None:
        self._committed = self._dead.live = LiveFiles(self._files.rows().sort_by("generation"))
        self._note_generation()

    def _load_changes(self) -> None:
        """Take in the files that were committed since, and leave out those whose rows are gone."""
        rows = self._files.rows(["file_id", "generation"])
        since = self._committed.generation
        if since > rows["generation"].to_numpy().max(initial=0):  # the table went back to an earlier version
            self._load_files()
            return
        self._committed.take(self._files.rows(FILES.names, f"generation > {since}").sort_by("generation"))
        self._committed.keep(rows["file_id"].to_pylist())
        self._note_generation()

    def _note_generation(self) -> None:
        """Never count down: a commit that only removed files left no row with its generation."""
        self.generation = max(self.generation, self._committed.generation, read_generation(self.directory))

    def _forget(self, records: Sequence[FileRecord], *, keeps: bool) -> set[int]:
        """Delete earlier rows of files; return the ids whose chunks and symbols are no longer visible."""
        if not records:
            return set()
        oldest = min(record.generation for record in records)
        for part in in_parts([quote(record.path) for record in records]):
            self._files.delete(f"generation < {self.generation} AND generation >= {oldest} AND {is_in('path', part)}")
        dead = {record.file_id for record in records} - self.live.keys()
        kept = {record.file_id: record for record in records if keeps and record.chunks and record.file_id in dead}
        self._dead.add(dead, kept, self.counts["chunks"])
        if self._dead.are_many and not self.upkeep.is_merging:
            self._dead.delete()
        self.check_written()
        return dead
