"""The live files of one state: by path, by id, and as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import bools, pc
from lsp_codebase.parse import CODE
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
        """Return `by_path` for a caller that reads all of it."""
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

    def with_path(self, expression: str) -> Iterator[FileRecord]:
        """Yield the files whose path matches an expression of RE2, in any case: 3 ms for 80,000 files."""
        found = bools(pc.match_substring_regex(self.columns.paths, pattern=expression, ignore_case=True))
        return map(self.by_id.__getitem__, self.columns.file_ids[found].tolist())

    def is_mostly(self, language: str) -> bool:
        """Whether at least half of the files of code are in a language."""
        counts = self._languages
        return 0 < counts.total() <= 2 * counts[language]

    @cached_property
    def _languages(self) -> Counter[str]:
        """How many files of code there are in each language."""
        code = pc.filter(self.columns.languages, pc.is_in(self.columns.languages, pa.array(sorted(CODE))))
        return Counter({one["values"]: one["counts"] for one in pc.value_counts(code).to_pylist()})

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
