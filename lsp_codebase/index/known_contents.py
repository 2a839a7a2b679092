"""Files whose content is committed, or was and is kept: hashing one costs less than asking a worker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index.plan import as_wanted
from lsp_codebase.index.workers.reading import FileJob, read
from lsp_codebase.indexes import Indexes
from lsp_codebase.scan import FileStat
from lsp_codebase.store import FileRecord


class Recognizer:
    """Finds the row of a file again whose content it has. One thread uses it."""

    def __init__(self, root: Path, settings: Settings, indexes: Indexes) -> None:
        self._root = root
        self._settings = settings
        self._indexes = indexes
        self._kept: Mapping[str, Sequence[FileRecord]] = {}  # rows that may come back, while they are looked for
        self.doubted: set[str] = set()  # files whose rows came from a pack that turned out to be wrong

    @contextmanager
    def of_kept(self) -> Iterator[None]:
        """Find within this also replaced rows that are kept."""
        outer, self._kept = self._kept, self._indexes.kept()
        try:
            yield
        finally:
            self._kept = outer

    def recognized(self, path: str, found: FileStat) -> FileRecord | None:
        """Return the committed row of a file, or an earlier one, with the present times; None if more may be new."""
        for known in self.candidates(path, found):
            record, data = read(self._root, FileJob(path, 0, known), self._settings)
            if data is None and record and record.file_id == known.file_id:
                return record
        return None

    def candidates(self, path: str, found: FileStat) -> list[FileRecord]:
        """Return the rows of a file, committed and kept, that are of its size."""
        kept = [] if path in self.doubted else [as_wanted(row, self._settings) for row in self._kept.get(path, ())]
        return [row for row in (self.committed(path), *kept) if row is not None and row.size == found.size]

    def committed(self, path: str) -> FileRecord | None:
        """Return the committed row of a file if it is as wanted; a failed or doubted one is to be read anew."""
        known = self._indexes.store.files.get(path)
        if path in self.doubted or (known is not None and known.state == "failed"):
            return None
        return as_wanted(known, self._settings)
