"""The live files of one state: by path, by id, and as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

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


NO_FILES = Files({}, {}, {})
