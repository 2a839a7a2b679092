"""The live files of one state: by path, by id, and as arrays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import pc
from lsp_codebase.store import FileRecord


class FileColumns(NamedTuple):
    """The live files as arrays, by ascending id."""

    file_ids: NDArray[np.int64]
    paths: pa.Array
    languages: pa.Array


@dataclass(frozen=True)
class Files:
    """Every live file, and how many there are by state, with their `chunks` and `symbols`. Nothing here changes."""

    by_path: Mapping[str, FileRecord]
    by_id: Mapping[int, FileRecord]
    counts: Mapping[str, int]

    def records(self) -> Mapping[str, FileRecord]:
        """Return `by_path` for who reads all of it."""
        return self.by_path

    @cached_property
    def columns(self) -> FileColumns:
        """The files as arrays, made once."""
        records = sorted(self.by_id.values(), key=lambda record: record.file_id)
        return FileColumns(
            np.array([record.file_id for record in records], np.int64),
            pa.array([record.path for record in records], pa.string()),
            pa.array([record.language for record in records], pa.string()),
        )

    @cached_property
    def near_root(self) -> tuple[str, ...]:
        """The paths of the files at the root, or in a folder there."""
        return tuple(path for path in self.by_path if path.count("/") <= 1)

    def named(self, name: str) -> Iterator[FileRecord]:
        """Yield the files of a name, whatever its case; it may lack the last extension."""
        paths, text = self._lowered
        name = name.lower()
        row = at = 0
        ending = rf"(?<=[/\0]{re.escape(name)})(?:\.[^./\0]*)?\0"
        for match in re.compile(re.escape(name) + ending).finditer(text) if name else ():
            row += text.count("\0", at, match.start())
            at = match.start()
            yield self.by_path[paths[row - 1]]

    @cached_property
    def _lowered(self) -> tuple[tuple[str, ...], str]:
        """The paths, and all of them in small letters with zeros around each: looked through at once."""
        paths = tuple(self.by_path)
        return paths, "\0".join(("", *paths, "")).lower()

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """The place of each file of `columns` among all by path."""
        ranks = np.empty(len(self.columns.file_ids), np.int64)
        ranks[pc.sort_indices(self.columns.paths).to_numpy()] = np.arange(len(ranks))
        return ranks

    def in_order_of_paths(self, file_ids: NDArray[np.int64]) -> list[int]:
        """Return those of some ids that are of live files, each once, in the order of their paths."""
        known = np.flatnonzero(np.isin(self.columns.file_ids, file_ids))
        ids: list[int] = self.columns.file_ids[known[np.argsort(self.ranks[known])]].tolist()
        return ids


NO_FILES = Files({}, {}, {})
