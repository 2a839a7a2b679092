"""Rows of chunks and symbols that no live file names: deleted when there is time, or kept, since they may come back."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Set

import numpy as np

from lsp_codebase.store.conditions import in_parts, is_in
from lsp_codebase.store.live_files import FileRecord, LiveFiles
from lsp_codebase.store.tables import Table

_MANY = 500  # files whose rows are deleted at once, unless there is time before
_KEPT_CHUNKS = 50_000  # of files that a switch of branches replaced, or
_KEPT_SHARE = 8  # one in so many of all: their room on disk
_READ_S = 10.0  # so long after a commit a question, or a reader in another process, may still read replaced rows


class DeadRows:
    """The files whose rows are dead: those that are not `live`, by id. One thread calls.

    `check_written` is called after each deletion.
    """

    def __init__(self, chunks: Table, symbols: Table, live: LiveFiles, check_written: Callable[[], None]) -> None:
        self.live = live
        self.kept: dict[int, FileRecord] = {}  # those that may come back, by id: their rows stay
        self.is_swept = False  # whether rows that an earlier process left were looked for
        self._tables = chunks, symbols
        self._check_written = check_written
        self._since: dict[int, float] = {}  # the time when files were replaced or removed, by id

    @property
    def are_many(self) -> bool:
        """Whether they are worth deleting whatever else is to do."""
        return len(self._since) >= _MANY

    def add(self, file_ids: Set[int], kept: Mapping[int, FileRecord], all_chunks: int) -> None:
        """Note files that were just replaced or removed; the `kept` ones stay while there is room beside all rows."""
        self._since.update(dict.fromkeys(file_ids - kept.keys(), time.monotonic()))
        self.kept.update(kept)
        excess = sum(record.chunks for record in self.kept.values())
        excess -= max(_KEPT_CHUNKS, all_chunks // _KEPT_SHARE)
        for file_id in [*self.kept] if excess > 0 else ():  # those kept longest go
            excess -= self.kept.pop(file_id).chunks
            self._since[file_id] = time.monotonic()
            if excess <= 0:
                break

    def take_back(self, file_ids: Collection[int]) -> None:
        """Forget about files that live again."""
        for file_id in file_ids:
            self.kept.pop(file_id, None)
            self._since.pop(file_id, None)

    def delete(self, *, at_once: bool = False) -> None:
        """Delete the rows of files that went so long ago that nobody can be reading them, or of all of them `at_once`.

        Each call looks through the rows of all files, so a save leaves it to an idle time.
        """
        until = time.monotonic() - (0.0 if at_once else _READ_S)
        dead = [file_id for file_id, since in self._since.items() if since <= until]
        if dead:
            self._delete_rows(dead)
            for file_id in dead:
                del self._since[file_id]

    def delete_nameless(self) -> tuple[dict[int, int], dict[int, int]]:
        """Delete rows that no file names nor named a moment ago; return how many chunks and symbols each file had."""
        chunks, symbols = map(_rows_by_file, self._tables)
        named = self.live.by_id.keys() | self._since.keys() | self.kept.keys()
        self._delete_rows((chunks.keys() | symbols.keys()) - named)
        self.is_swept = True
        return chunks, symbols

    def _delete_rows(self, file_ids: Collection[int]) -> None:
        for part in in_parts(sorted(file_ids)):
            for table in self._tables:
                table.delete(is_in("file_id", part))
        self._check_written()


def _rows_by_file(table: Table) -> dict[int, int]:
    file_ids, counts = np.unique(table.rows(["file_id"])["file_id"].to_numpy(), return_counts=True)
    return dict(zip(file_ids.tolist(), counts.tolist(), strict=True))
