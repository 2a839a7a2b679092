"""The live files of one state as plain arrays that can be mapped, and as mappings that read a record when it is asked.

Tens of thousands of records take tenths of a second to make, and a question looks at some hundred of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cached_property
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
        self._plain = {name: arrays[name] for name in (*_NUMBERS, *_FLAGS)}
        self._texts = {name: (arrays[name].data, arrays[f"{name}_offsets"]) for name in _TEXTS}

    def __len__(self) -> int:
        return len(self.ids)

    def text(self, name: str, row: int) -> str:
        data, offsets = self._texts[name]
        return str(data[offsets.item(row) : offsets.item(row + 1)], "utf-8")

    def slashes(self, name: str) -> NDArray[np.int64]:
        """Return how many slashes stand in each text: none is decoded."""
        data, offsets = self._texts[name]
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
        low, high = 0, len(self._rows)
        while low < high:
            middle = (low + high) // 2
            if self._rows.text("path", middle) < path:
                low = middle + 1
            else:
                high = middle
        if low == len(self._rows) or self._rows.text("path", low) != path:
            raise KeyError(path)
        return self._rows.record(low)

    def records(self) -> Mapping[str, FileRecord]:
        return {record.path: record for record in self._rows.all()}

    def near_root(self) -> tuple[str, ...]:
        return tuple(self._rows.text("path", row) for row in np.flatnonzero(self._rows.slashes("path") <= 1).tolist())

    def __iter__(self) -> Iterator[str]:
        return (self._rows.text("path", row) for row in range(len(self._rows)))

    def __len__(self) -> int:
        return len(self._rows)


class _ById(Mapping[int, FileRecord]):
    def __init__(self, rows: _Rows) -> None:
        self._rows = rows
        self._order = np.argsort(rows.ids)
        self._ids = rows.ids[self._order]

    def __getitem__(self, file_id: int) -> FileRecord:
        place = int(np.searchsorted(self._ids, file_id))
        if place == len(self._ids) or self._ids[place] != file_id:
            raise KeyError(file_id)
        return self._rows.record(int(self._order[place]))

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids.tolist())

    def __len__(self) -> int:
        return len(self._rows)

    def columns(self) -> FileColumns:
        columns = (self._rows.column(name, self._order) for name in ("path", "language"))
        return FileColumns(self._ids, *columns)

    @property
    def ranks(self) -> NDArray[np.int64]:
        return self._order  # records lie in the order of paths


class _SavedFiles(Files):
    def records(self) -> Mapping[str, FileRecord]:
        assert isinstance(self.by_path, _ByPath)
        return self.by_path.records()

    @cached_property
    def columns(self) -> FileColumns:
        assert isinstance(self.by_id, _ById)
        return self.by_id.columns()

    @cached_property
    def near_root(self) -> tuple[str, ...]:
        assert isinstance(self.by_path, _ByPath)
        return self.by_path.near_root()

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        assert isinstance(self.by_id, _ById)
        return self.by_id.ranks


def files_of(arrays: Arrays, counts: Mapping[str, int]) -> Files:
    """Return the files that `arrays_of` made arrays of; `KeyError` where one is missing."""
    rows = _Rows(arrays)
    return _SavedFiles(_ByPath(rows), _ById(rows), counts)
