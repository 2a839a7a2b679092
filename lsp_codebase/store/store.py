"""The index of one root on disk: what is committed, and the single place where commits happen.

One thread of one process writes; any thread reads. A commit is the append to `files`: rows of `chunks` and `symbols`
whose `file_id` no live row of `files` names are invisible, so a crash between two steps leaves only rows to sweep.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store.fragments import commit_fragments
from lsp_codebase.store.live_files import FileRecord, LiveFiles
from lsp_codebase.store.manifest import read_generation, write_generation
from lsp_codebase.store.merging import Merging
from lsp_codebase.store.row_index import RowIndex
from lsp_codebase.store.schema import CHUNKS, FILES, FILES_TABLE, SYMBOLS, TABLES
from lsp_codebase.store.store_errors import StoreUnreadable
from lsp_codebase.store.tables import Database, Table, quote
from lsp_codebase.store.torn_files import NewFiles
from lsp_codebase.store.vector_table import VectorTable
from lsp_codebase.store.waiting import Waiting

logger = logging.getLogger(__name__)

_DELETE_BATCH = 2_000  # ids in one SQL predicate
_POSITION_BITS = 20
_Ids = TypeVar("_Ids", int, NDArray[np.int64])
_MANY_DEAD = 500  # files whose rows are deleted at once, unless there is time before
_KEPT_CHUNKS = 50_000  # of files that a switch replaced, or
_KEPT_SHARE = 8  # one in so many of all: what they take on disk
_READ_S = 10.0  # so long after a commit a question, or a reader in another process, may still read what it replaced


def chunk_id(file_id: _Ids, position: int) -> _Ids:
    """Return the id of the chunk at a position of a file, or those of several files."""
    return file_id << _POSITION_BITS | position


def file_ids(chunk_ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ids of the files of chunks."""
    return chunk_ids >> _POSITION_BITS


@dataclass(frozen=True, slots=True)
class Batch:
    """What the workers made of some files. `files` lacks its generation, which the commit gives."""

    files: pa.Table
    chunks: pa.Table
    symbols: pa.Table


class Store:
    """The log of one index: what is committed. Open it with `open_for_writing` or `open_for_reading`.

    `files` and `live` change with each commit; one thread uses them. What questions see is a copy: `indexes.State`.
    """

    def __init__(self, database: Database, files: Table, chunks: Table, symbols: Table, *, is_writable: bool) -> None:
        self.directory = database.directory
        self.is_writable = is_writable
        self.chunks = chunks
        self.row_index = RowIndex(database.directory, chunks)
        self.vectors = VectorTable(database, writable=is_writable)
        self.generation = 0
        self.first_id = 1  # of those reserved for this writer
        self._database, self._files, self._symbols = database, files, symbols
        self._committed = LiveFiles()
        self._waiting = Waiting()
        self._dead: dict[int, float] = {}  # files replaced or removed, and when: their rows are still to be deleted
        self._kept: dict[int, FileRecord] = {}  # those that may come back: their rows stay
        self._new_files = NewFiles(database.directory)
        self._unmerged: list[Table | VectorTable] = []  # to be written again as a whole when there is time
        self._merging = Merging()
        self._is_swept = False

    @classmethod
    def load(cls, directory: Path, *, create: bool) -> Store:
        """Open the tables of an index, made if need be where it may `create` them, and read which files are committed.

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
        """How many files there are by state, and how many "chunks" and "symbols" they have."""
        return self._committed.counts

    @property
    def languages(self) -> Counter[str]:
        """How many files are indexed in each language."""
        return self._committed.languages

    @property
    def largest_id(self) -> int:
        """The largest file id of a row, 0 without any."""
        return self._committed.largest_id

    @property
    def kept(self) -> Mapping[int, FileRecord]:
        """The files that were replaced or removed, and whose rows stay since they may come back, by id."""
        return self._kept

    def next_file_id(self) -> int:
        """Return the first number never used as a file id."""
        return max(self.largest_id + 1, self.first_id)

    def symbols(self, paths: Collection[str] | None = None) -> pa.Table:
        """Return the live symbol rows, of all files or of `paths`, which are committed, in no particular order."""
        if paths is None:
            found = self._symbols.rows(SYMBOLS.names)
        else:
            parts = _parts([self.files[path].file_id for path in paths])
            rows = (self._symbols.rows(SYMBOLS.names, _in("file_id", part)) for part in parts)
            found = pa.concat_tables([SYMBOLS.empty_table(), *rows])
        is_live = np.isin(found["file_id"].to_numpy(), np.fromiter(self.live, np.int64, len(self.live)))
        return found if is_live.all() else found.filter(pa.array(is_live))  # a copy, seldom needed

    def chunk_rows(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the named columns of the chunks with these ids, live or not, in no order."""
        if not chunk_ids:
            return CHUNKS.empty_table().select(list(columns))
        return self.chunks.rows(columns, _in("chunk_id", map(str, chunk_ids)), len(chunk_ids))

    def other_vectors(self) -> VectorTable:
        """Return a view of the vectors of a further model; `use` names it."""
        return VectorTable(self._database, writable=self.is_writable)

    def file_chunks(self, file_ids: Collection[int], columns: Sequence[str]) -> Iterator[pa.Table]:
        """Yield the named columns of all chunks of these files, some thousand files at a time."""
        for part in _parts(sorted(file_ids)):
            yield self.chunks.rows(columns, _in("file_id", part))

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

        Return the ids of the files that are replaced. Their rows are deleted later: who asked before still reads them.
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
        for file_id in files["file_id"].to_pylist():
            self._kept.pop(file_id, None)
            self._dead.pop(file_id, None)
        return self._forget(replaced, keeps=keeps)

    def commit_written(self, fragments: Mapping[str, Sequence[str]]) -> None:
        """Make the rows of new files visible that other processes wrote, by table; those of `files` come last.

        They have the next generation.
        """
        self._require_writable()
        for table in sorted(fragments, key=lambda table: table == FILES_TABLE):
            commit_fragments(self.directory, table, fragments[table])
        self.check_written()
        self.follow()
        self.vectors.follow()

    def remove(self, paths: Iterable[str], *, keeps: bool = False) -> set[int]:
        """Make files invisible in one step; return their ids. Their rows are deleted later, or stay as in `commit`."""
        gone = [self.files[path] for path in dict.fromkeys(paths) if path in self.files]
        if not gone:
            return set()
        self._require_writable()
        write_generation(self.directory, self.generation + 1)
        for part in _parts([quote(record.path) for record in gone]):
            self._files.delete(_in("path", part))
        self.check_written()
        for record in gone:
            self._committed.discard(record)
        self.generation += 1
        return self._forget(gone, keeps=keeps)

    def delete_dead(self, *, older_than_s: float = 0.0) -> None:
        """Delete the rows of files that were replaced or removed so long ago that nobody can be reading them.

        Each call looks through the rows of all files, so a save leaves it to when there is time. None is deleted from a
        table that is being merged.
        """
        if self.is_merging:
            return
        until = time.monotonic() - older_than_s
        dead = [file_id for file_id, since in self._dead.items() if since <= until]
        if dead:
            self._delete_rows(dead)
            for file_id in dead:
                del self._dead[file_id]

    def sweep(self) -> int:
        """Delete rows that no live file names: what a crash between two steps of a commit leaves behind.

        Files whose own rows are not all there are forgotten, so that they are read again; return how many.
        """
        chunks, symbols = self._delete_nameless()
        incomplete = [
            record.path
            for record in self.live.values()
            if chunks.get(record.file_id, 0) != record.chunks or symbols.get(record.file_id, 0) != record.symbols
        ]
        self.remove(incomplete)
        self.delete_dead()
        return len(incomplete)

    def has_torn_files(self) -> bool:
        """Whether a file of the tables lacks its end; a few bytes of each are read."""
        return self._new_files.torn()

    def read_through(self) -> None:
        """Read every row; raise `StoreUnreadable` for one that cannot be read."""
        for table in (self.chunks, self._symbols):
            for _ in table.batches():
                pass

    @property
    def is_merging(self) -> bool:
        """Whether a table is being merged that `maintain` waits for no more: rows may be added, none deleted."""
        return self._merging.is_under_way

    def maintain(
        self,
        *,
        whole: bool = False,
        goes_on: Callable[[], bool] = lambda: True,
        after_each: Callable[[], None] = lambda: None,
    ) -> bool:
        """Bring the indexes of rows and vectors up to date and merge small files, where it pays or as a `whole`.

        It takes seconds on a large index. Where it `goes_on` no more, it ends: the table that is being merged then is
        merged to its end beside what comes, and the next call goes on with the others. Return whether all is done.
        """
        tables = (self.chunks, self._symbols, self.vectors, self._files)
        if whole:
            self._unmerged = [*tables]
        if not self._merging.wait(goes_on):
            return False
        if not self._is_swept:  # the last process left no time for it, nor did the opening
            self._delete_nameless()
        self.delete_dead(older_than_s=_READ_S)
        if not self.row_index.is_built:
            self.row_index.build()
        elif self.chunks in self._unmerged:  # Lance merges no rows that an index finds with others that it does not
            self.index_rows()
        for table in tables:
            self._merging.begin(partial(table.tidy, whole=table in self._unmerged))
            self._unmerged = [one for one in self._unmerged if one is not table]
            # Of the files each save replaces some.
            if not self._merging.wait(goes_on if table is not self._files else lambda: True):
                return False
            after_each()
            if not goes_on():
                return False
        self._check_row_index()
        return True

    def settle(self) -> None:
        """Wait for the end of a merging that is under way, before the index is let go or opened again."""
        try:
            self._merging.wait()
        except (OSError, StoreUnreadable, IndexUnavailable) as error:
            logger.warning("a table was not merged: %s", error)

    def index_new_rows(self) -> None:
        """Index the chunks by id once so many are new that it pays, and they are not being merged."""
        if not self.is_merging and self.row_index.is_behind():
            self.row_index.build()
            self._check_row_index()

    def index_rows(self) -> None:
        """Index all chunks by id."""
        self.settle()
        if self.row_index.waiting():
            self.row_index.build()
            self._check_row_index()

    def check_written(self) -> None:
        """Raise `OSError` if something written to the tables is not there in full: the index is to be opened again."""
        self._new_files.check()

    # -- following another process

    def follow(self) -> bool:
        """Load what the writer process committed since; return whether anything changed."""
        if not self._files.follow():
            return False
        for table in (self.chunks, self._symbols):
            table.follow()
        self._load_changes()
        return True

    # -- inside

    def _require_writable(self) -> None:
        if not self.is_writable:  # opened as it is because nothing could be written; no ids are reserved
            raise IndexUnavailable("the index could not be opened for writing", "it is tried again")

    def _check_row_index(self) -> None:
        self.check_written()
        if self.row_index.torn():
            self.row_index.renew()

    def _load_files(self) -> None:
        self._committed = LiveFiles(self._files.rows().sort_by("generation"))
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
        for part in _parts([quote(record.path) for record in records]):
            self._files.delete(f"generation < {self.generation} AND generation >= {oldest} AND {_in('path', part)}")
        dead = {record.file_id for record in records} - self.live.keys()
        kept = {record.file_id: record for record in records if keeps and record.chunks and record.file_id in dead}
        self._dead.update(dict.fromkeys(dead - kept.keys(), time.monotonic()))
        self._keep(kept)
        if len(self._dead) >= _MANY_DEAD:
            self.delete_dead(older_than_s=_READ_S)
        self.check_written()
        return dead

    def _keep(self, records: Mapping[int, FileRecord]) -> None:
        """Keep the rows of files; those kept longest go where there is no room for all."""
        self._kept.update(records)
        excess = sum(record.chunks for record in self._kept.values())
        excess -= max(_KEPT_CHUNKS, self.counts["chunks"] // _KEPT_SHARE)
        for file_id in [*self._kept] if excess > 0 else ():
            excess -= self._kept.pop(file_id).chunks
            self._dead[file_id] = time.monotonic()
            if excess <= 0:
                break

    def _delete_nameless(self) -> tuple[dict[int, int], dict[int, int]]:
        """Delete rows that no file names nor named a moment ago; return how many chunks and symbols each file had."""
        chunks, symbols = (_rows_by_file(table) for table in (self.chunks, self._symbols))
        self._delete_rows((chunks.keys() | symbols.keys()) - self.live.keys() - self._dead.keys() - self._kept.keys())
        self._is_swept = True
        return chunks, symbols

    def _delete_rows(self, file_ids: Collection[int]) -> None:
        for part in _parts(sorted(map(str, file_ids))):
            where = _in("file_id", part)
            self.chunks.delete(where)
            self._symbols.delete(where)
        self.check_written()


def _rows_by_file(table: Table) -> dict[int, int]:
    file_ids, counts = np.unique(table.rows(["file_id"])["file_id"].to_numpy(), return_counts=True)
    return dict(zip(file_ids.tolist(), counts.tolist(), strict=True))


def _in(column: str, literals: Iterable[str]) -> str:
    return f"{column} IN ({', '.join(literals)})"


def _parts(items: Sequence[str] | Sequence[int]) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), _DELETE_BATCH):
        yield [str(item) for item in items[start : start + _DELETE_BATCH]]
