"""The files of one root for open documents: the file of a path, and its state on disk and in the index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index import Indexer, fits, is_current, most_bytes
from lsp_codebase.indexes import Published
from lsp_codebase.live.indexable import is_searched
from lsp_codebase.parse import decode
from lsp_codebase.paths import canonical, path_below
from lsp_codebase.scan import FileStat, stat_inside


class StoredFiles:
    """Looks at the disk: not for the thread that answers the client. Paths are relative to the root."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        indexer: Indexer,
        lines: Callable[[str], Sequence[str]],
        published: Published,
    ) -> None:
        """`lines` returns those of a file."""
        self._root = root
        self.settings = settings
        self._indexer = indexer
        self._lines = lines
        self._published = published

    def real_path(self, path: str) -> str:
        """Return the path of the file that a path names: without links, and spelled as it is on disk."""
        if path in self._published.state.files.by_path:
            return path
        return path_below(canonical(self._root / path), self._root) or path

    def is_searched(self, path: str, data: bytes) -> bool:
        """Whether the index would take a file with this text: never a secret, a linked, an ignored or a huge one."""
        record = self._published.state.files.by_path.get(path)
        is_taken = record is not None and record.is_whole  # what people wrote stays that while they type
        if not (fits(path, data, self.settings) if not is_taken else len(data) <= most_bytes(path, self.settings)):
            return False
        return is_searched(self._root, self.settings, path, is_indexed=record is not None)

    def says(self, path: str, data: bytes) -> bool:
        """Whether a file holds this text; a missing file holds none."""
        return [*decode(data).lines] == [*self._lines(path)]

    def is_indexed(self, path: str) -> bool:
        """Whether the index answers with a file as it is on disk, its symbols and vectors included."""
        state, store, found = self._published.state, self._indexer.store, stat_inside(self._root, path)
        if store is None:
            return False
        record = state.files.by_path.get(path)
        if not isinstance(found, FileStat):
            return record is None
        if record is None or not is_current(record, found):
            return False
        return self._indexer.embedder is None or not record.chunks or record.file_id in store.vectors.files
