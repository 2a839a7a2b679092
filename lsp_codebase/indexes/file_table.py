"""The live files of one state: by path, by id, and as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, bools, pc
from lsp_codebase.parse import CODE
from lsp_codebase.store import FileRecord


class FileColumns(NamedTuple):
    """The live files as arrays, by ascending id."""

    file_ids: NDArray[np.int64]
    paths: pa.Array
    languages: pa.Array


@dataclass(frozen=True)
class Files:
    """Every live file, and how many there are by state, with their `chunks` and `symbols`. Nothing here changes.

    `before` are the columns of an earlier moment: a file of the same id has the same path and language.
    """

    by_path: Mapping[str, FileRecord]
    by_id: Mapping[int, FileRecord]
    counts: Mapping[str, int]
    before: FileColumns | None = None

    def records(self) -> Mapping[str, FileRecord]:
        """Return `by_path` for a caller that reads all of it."""
        return self.by_path

    @cached_property
    def columns(self) -> FileColumns:
        """The files as arrays, made once: of 80,000 files in 8 ms from those `before`, in 50 ms from records."""
        before = self.before or _no_columns()
        file_ids = np.sort(np.fromiter(self.by_id, np.int64, len(self.by_id)))
        is_kept = _among(before.file_ids, file_ids)
        new = file_ids[~_among(file_ids, before.file_ids)]
        order = np.argsort(np.concatenate([before.file_ids[is_kept], new]))
        records = [self.by_id[file_id] for file_id in new.tolist()]

        def column(kept: pa.Array, values: list[str]) -> pa.Array:
            joined = pa.concat_arrays([kept.filter(pa.array(is_kept)), pa.array(values, pa.string())])
            return joined.take(pa.array(order))

        return FileColumns(
            file_ids,
            column(before.paths, [record.path for record in records]),
            column(before.languages, [record.language for record in records]),
        )

    @property
    def latest_columns(self) -> FileColumns | None:
        """The columns that are made already, of these files or of those before."""
        made: FileColumns | None = self.__dict__.get("columns", self.before)
        return made

    @cached_property
    def near_root(self) -> tuple[str, ...]:
        """The paths of the files at the root, or in a folder there."""
        paths = self.columns.paths
        return tuple(paths.filter(pc.less_equal(pc.count_substring(paths, "/"), 1)).to_pylist())

    def with_path(self, expression: str, accepted: Callable[[pa.Array], Bools] | None = None) -> Iterator[FileRecord]:
        """Yield the files whose path matches an expression of RE2, in any case, and is accepted: of 80,000 in 3 ms."""
        paths = self.columns.paths
        found = bools(pc.match_substring_regex(paths, pattern=expression, ignore_case=True))
        if accepted is not None:
            found[found] = accepted(paths.filter(pa.array(found)))
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


def _no_columns() -> FileColumns:
    return FileColumns(np.empty(0, np.int64), pa.array([], pa.string()), pa.array([], pa.string()))


def _among(values: NDArray[np.int64], others: NDArray[np.int64]) -> Bools:
    """Return which values are among others; both ascend."""
    places = np.searchsorted(others, values)
    found = np.zeros(len(values), np.bool_)
    inside = places < len(others)
    found[inside] = others[places[inside]] == values[inside]
    return found


NO_FILES = Files({}, {}, {})
