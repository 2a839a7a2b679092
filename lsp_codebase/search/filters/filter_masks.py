"""Which chunks pass the filters of a query: files by language and path, then chunks by the kinds of names they define.

Decided for all at once, before anything is ranked, so that every channel looks for the best of those that pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, bools, pc, union
from lsp_codebase.indexes import FileColumns, Segment
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.store import FileRecord

Ids = NDArray[np.int64]


def passing_files(filters: Filter, stored: FileColumns, shown: Iterable[FileRecord]) -> Ids | None:
    """Return the ids of the files that pass, ascending, of those stored and those shown in their place.

    None stands for all.
    """
    if not filters.names_files:
        return None
    passing = filters.accepted_paths(stored.paths)
    if filters.languages is not None:
        passing &= bools(pc.is_in(stored.languages, pa.array(filters.languages, pa.string())))
    own = [record.file_id for record in shown if filters.accepts_file(record.path, record.language)]
    return union(stored.file_ids[passing], np.array(own, np.int64))


def passing_rows(segment: Segment, files: Ids | None, kinds: Collection[SymbolKind]) -> Bools:
    """Return which chunks of a segment are live, of one of these files, and define a name of one of these kinds.

    Without kinds any definitions will do.
    """
    passing = segment.live
    if files is not None:
        places = np.minimum(np.searchsorted(files, segment.file_ids), len(files) - 1)
        passing = passing & (files[places] == segment.file_ids) if len(files) else np.zeros_like(passing)
    if not kinds:
        return passing[segment.file_of]
    rows: Bools = segment.rows_of_kinds(map(int, kinds))
    return rows if passing.all() else rows & passing[segment.file_of]
