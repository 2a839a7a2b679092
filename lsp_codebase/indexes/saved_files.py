"""The live files of one state as plain arrays that can be mapped, and as mappings that read a record when it is asked.

Tens of thousands of records take tenths of a second to make, and a question looks at some hundred of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from operator import attrgetter
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.indexes.file_table import FileColumns, Files
from lsp_codebase.store import FileRecord

Arrays = dict[str, NDArray[Any]]

_NUMBERS = ("file_id", "generation", "size", "mtime_ns", "changed_ns", "line_count", "chunks", "symbols")
_FLAGS = ("is_ascii", "is_generated")
_TEXTS = ("path", "sha256", "language", "state", "reason")


def arrays_of(files: Files) -> Arrays:
    """Return the files as columns, in the order of paths, for `files_of`."""
    records = sorted(files.by_path.values(), key=attrgetter("path"))
    arrays: Arrays = {name: np.array([*map(attrgetter(name), records)], np.int64) for name in _NUMBERS}
    arrays |= {name: np.array([*map(attrgetter(name), records)], np.uint8) for name in _FLAGS}
    for name in _TEXTS:
        values = [*map(str.encode, map(attrgetter(name), records))]
        arrays[name] = np.frombuffer(b"".join(values), np.uint8)
        arrays[f"{name}_offsets"] = np.cumsum([0, *map(len, values)], dtype=np.int64)
    return arrays


class _Rows:
    """Records, read from columns one at a time."""

    def __init__(self, arrays: Arrays) -> None:
        self.ids: NDArray[np.int64] = arrays["file_id"]
        self.by_id = np.argsort(self.ids)
        self._plain = {name: arrays[name] for name in (*_NUMBERS, *_FLAGS)}
        self._texts = {name: (arrays[name].data, arrays[f"{name}_offsets"]) for name in _TEXTS}

    def __len__(self) -> int:
        return len(self.ids)

    def text(self, name: str, row: int) -> str:
        data, offsets = self._texts[name]
        return str(data[offsets.item(row) : offsets.item(row + 1)], "utf-8")

    def slashes(self) -> NDArray[np.int64]:
        """Return how many slashes stand in each path: none is decoded."""
        data, offsets = self._texts["path"]
        before = np.searchsorted(np.flatnonzero(np.frombuffer(data, np.uint8) == ord("/")), offsets)
        return np.diff(before)

    def record(self, row: int) -> FileRecord:
        numbers = {name: self._plain[name].item(row) for name in _NUMBERS}
        flags = {name: bool(self._plain[name].item(row)) for name in _FLAGS}
        return FileRecord(**numbers, **flags, **{name: self.text(name, row) for name in _TEXTS})  # type: ignore[arg-type]

    def all(self) -> Iterator[FileRecord]:
        columns = {name: self._plain[name].tolist() for name in _NUMBERS}
        columns |= {name: self._plain[name].astype(bool).tolist() for name in _FLAGS}
        columns |= {name: [self.text(name, row) for row in range(len(self))] for name in _TEXTS}
        return map(FileRecord, *(columns[field.name] for field in fields(FileRecord)))

    def column(self, name: str, rows: NDArray[np.intp]) -> pa.Array:
        data, offsets = map(pa.py_buffer, self._texts[name])
        return pa.LargeStringArray.from_buffers(len(self), offsets, data).take(pa.array(rows)).cast(pa.string())


class _ByPath(Mapping[str, FileRecord]):
    def __init__(self, rows: _Rows) -> None:
        self._rows = rows

    def __getitem__(self, path: str) -> FileRecord:
        row = bisect_left(range(len(self._rows)), path, key=partial(self._rows.text, "path"))
        if row == len(self._rows) or self._rows.text("path", row) != path:
            raise KeyError(path)
        return self._rows.record(row)

    def __iter__(self) -> Iterator[str]:
        return (self._rows.text("path", row) for row in range(len(self._rows)))

    def __len__(self) -> int:
        return len(self._rows)


class _ById(Mapping[int, FileRecord]):
    def __init__(self, rows: _Rows) -> None:
        self._rows = rows
        self._ids = rows.ids[rows.by_id]

    def __getitem__(self, file_id: int) -> FileRecord:
        place = int(np.searchsorted(self._ids, file_id))
        if place == len(self._ids) or self._ids[place] != file_id:
            raise KeyError(file_id)
        return self._rows.record(int(self._rows.by_id[place]))

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids.tolist())

    def __len__(self) -> int:
        return len(self._rows)


@dataclass(frozen=True)
class _SavedFiles(Files):
    rows: _Rows = field(kw_only=True)  # in the order of paths

    def records(self) -> Mapping[str, FileRecord]:
        return {record.path: record for record in self.rows.all()}

    @cached_property
    def columns(self) -> FileColumns:
        rows = self.rows
        return FileColumns(rows.ids[rows.by_id], *(rows.column(name, rows.by_id) for name in ("path", "language")))

    @cached_property
    def near_root(self) -> tuple[str, ...]:
        return tuple(self.rows.text("path", row) for row in np.flatnonzero(self.rows.slashes() <= 1).tolist())

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        return self.rows.by_id


def files_of(arrays: Arrays, counts: Mapping[str, int]) -> Files:
    """Return the files that `arrays_of` made arrays of; `KeyError` where one is missing."""
    rows = _Rows(arrays)
    return _SavedFiles(_ByPath(rows), _ById(rows), counts, rows=rows)
