"""The indexes by which LanceDB finds chunks by id: made from the rows, so one that is torn is made again."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.store.held_files import delete
from lsp_codebase.store.tables import Table
from lsp_codebase.store.torn_files import torn_index_files

_COLUMNS = ("chunk_id", "file_id")
_FEW_ROWS = 5_000  # so few are read as fast without an index


class RowIndex:
    """The row index of the chunk table. One thread changes it."""

    def __init__(self, directory: Path, chunks: Table) -> None:
        self._directory = directory
        self._chunks = chunks

    @property
    def is_built(self) -> bool:
        """Whether chunks are found by id without reading them all."""
        return self._chunks.indexed_columns() >= {*_COLUMNS}

    def waiting(self) -> int:
        """Return how many chunks it does not find yet."""
        return self._chunks.unindexed_rows(_COLUMNS[0]) if self.is_built else self._chunks.count()

    def torn(self) -> list[Path]:
        """Return its files that were never finished or have lost their end."""
        return torn_index_files(self._directory, "chunks")

    def build(self) -> None:
        """Build it from nothing; an empty table has none."""
        if self._chunks.count():
            self._chunks.index_ids(*_COLUMNS)

    def renew(self) -> None:
        """Build it again, and delete the remains of torn files."""
        torn = self.torn()
        self._chunks.drop_indexes()
        self.build()
        for path in torn:
            delete(path)

    def is_behind(self) -> bool:
        """Whether more rows wait than are indexed: built only then, its total cost stays within twice one build."""
        waiting = self.waiting()
        return waiting > _FEW_ROWS and waiting * 2 > self._chunks.count()
