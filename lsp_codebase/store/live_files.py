"""The committed files of one index, by the rows of `files`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

_REPEATED = ("language", "state", "reason")  # a few texts, held once for all files
LARGER = "larger than"
"""The beginning of the reason of a file over the limit, be it left out or not."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The live row of `files` for one path."""

    file_id: int
    generation: int
    path: str
    size: int
    mtime_ns: int
    changed_ns: int
    sha256: str
    language: str
    state: str
    reason: str
    line_count: int
    is_ascii: bool
    is_generated: bool
    chunks: int
    symbols: int

    @property
    def is_whole(self) -> bool:
        """Whether the file is in the index, and not in part only."""
        return not self.reason or (self.state == "indexed" and self.reason.startswith(LARGER))


def by_chunks(records: Iterable[FileRecord], most: int) -> Iterator[list[FileRecord]]:
    """Yield files in groups, each full with the file that brings it to so many chunks."""
    group: list[FileRecord] = []
    chunks = 0
    for record in records:
        group.append(record)
        chunks += record.chunks
        if chunks >= most:
            yield group
            group, chunks = [], 0
    if group:
        yield group


class LiveFiles:
    """The latest row of each path. One thread changes it; it is replaced, not emptied, when all is read again."""

    def __init__(self, rows: pa.Table | None = None) -> None:
        self.by_path: dict[str, FileRecord] = {}
        self.by_id: dict[int, FileRecord] = {}
        self.came: list[int] = []  # the ids of the rows in the order in which they came
        self.refused: dict[str, FileRecord] = {}  # those that are not in the index, or in part, by path
        self.counts: Counter[str] = Counter()  # files by state, and their "chunks" and "symbols"
        self.languages: Counter[str] = Counter()  # the indexed files of each
        self.generation = 0  # the latest of a row that was read
        self.largest_id = 0
        if rows is not None:
            self.take(rows)

    def take(self, rows: pa.Table) -> list[FileRecord]:
        """Take in rows in the order of their generations; return the records that they replace."""
        replaced = []
        columns = {name: rows[name].to_pylist() for name in FileRecord.__dataclass_fields__}
        for name in _REPEATED:
            columns[name] = [*map(sys.intern, columns[name])]
        for record in map(FileRecord, *columns.values()):
            if (old := self.by_path.get(record.path)) is not None:
                replaced.append(old)
                self.discard(old)
            self.by_path[record.path] = self.by_id[record.file_id] = record
            self.came.append(record.file_id)
            self._count(record, 1)
            if not record.is_whole:
                self.refused[record.path] = record
        if rows.num_rows:
            self.generation = max(self.generation, int(rows["generation"].to_numpy().max()))
            self.largest_id = max(self.largest_id, int(rows["file_id"].to_numpy().max()))
        return replaced

    def keep(self, file_ids: Collection[int]) -> None:
        """Discard all files but these."""
        for file_id in self.by_id.keys() - set(file_ids):
            self.discard(self.by_id[file_id])

    def discard(self, record: FileRecord) -> None:
        """Forget a file."""
        self.by_path.pop(record.path, None)
        self.by_id.pop(record.file_id, None)
        self.refused.pop(record.path, None)
        self._count(record, -1)

    def _count(self, record: FileRecord, sign: int) -> None:
        self.counts[record.state] += sign
        self.counts["chunks"] += sign * record.chunks
        self.counts["symbols"] += sign * record.symbols
        if record.state == "indexed":
            self.languages[record.language] += sign
