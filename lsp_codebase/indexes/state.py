"""One moment of an index, complete in itself: a question takes it once and keeps it to its end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import pyarrow as pa

from lsp_codebase.indexes.file_table import NO_FILES, Files
from lsp_codebase.indexes.history import History
from lsp_codebase.indexes.model_vectors import Answering
from lsp_codebase.indexes.names import NO_NAMES, Snapshot
from lsp_codebase.indexes.overlay import NOTHING, Overlay
from lsp_codebase.indexes.words import Segment
from lsp_codebase.store import CHUNKS, FileRecord, chunk_id


class ChunkTexts(Protocol):
    """Reads rows of chunks by id, live or not."""

    def chunk_rows(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the named columns of the chunks with these ids, in no order."""


@dataclass(frozen=True)
class State:
    """The committed files of a generation, the indexes derived from them, and the open documents in front of them.

    LanceDB holds the truth; `words`, `stored_names` and the vectors are derived from it. Only the texts of chunks are
    read from there on demand: their rows outlive a commit by some seconds, so that a question which began before it
    still finds them.
    """

    serial: int = 0  # grows with each state of one root
    generation: int = 0
    files: Files = NO_FILES
    words: tuple[Segment, ...] = ()
    stored_names: Snapshot = NO_NAMES
    model: Answering | None = None
    embedded: int = 0  # how many chunks have vectors of the model that is set
    documents: Overlay = NOTHING
    history: History | None = None
    texts: ChunkTexts | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is an index to ask."""
        return self.texts is not None

    @cached_property
    def contents(self) -> Hashable:
        """The identity of the contents: equal, in other processes too, where nothing changed but the serial."""
        shown = sorted((path, live.record.file_id) for path, live in self.documents.files.items())
        return self.generation, self.embedded, tuple(shown), self.history.tip if self.history else None

    @cached_property
    def names(self) -> Snapshot:
        """The names of all files, with those of the open documents in place of their files'."""
        shown = self.documents
        if not shown.files:
            return self.stored_names
        return self.stored_names.behind(shown.names, shown.files.keys())

    def file(self, path: str) -> FileRecord | None:
        """Return the record of a file."""
        live = self.documents.files.get(path)
        return live.record if live else self.files.by_path.get(path)

    def chunk_lines(self, path: str) -> Sequence[tuple[int, int]]:
        """Return the lines of the chunks of a file in order, end exclusive."""
        live = self.documents.files.get(path)
        if live is not None:
            return [*zip(live.chunks["start_line"].to_pylist(), live.chunks["end_line"].to_pylist(), strict=True)]
        record = self.files.by_path.get(path)
        if record is None:
            return []
        ids = chunk_id(record.file_id, 0), chunk_id(record.file_id + 1, 0)
        return [(start, end) for segment in self.words for start, end in segment.lines_of(*ids).tolist()]

    def stored_lines(self, path: str) -> list[str]:
        """Return the lines of a file as they were when it was indexed."""
        return self.stored_lines_of([path]).get(path, [])

    def stored_lines_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Return the lines of those files that are indexed, all read at once."""
        records = [record for path in paths if (record := self.files.by_path.get(path)) is not None]
        ids = [chunk_id(record.file_id, number) for record in records for number in range(record.chunks)]
        lines: dict[int, list[str]] = {record.file_id: [] for record in records}
        if not ids:  # a request for nothing waits for no tables
            return {record.path: [] for record in records}
        rows = self.chunks(ids, ["file_id", "start_line", "text"]).sort_by("start_line")
        for file_id, text in zip(rows["file_id"].to_pylist(), rows["text"].to_pylist(), strict=True):
            lines[file_id] += text.split("\n")
        return {record.path: lines[record.file_id] for record in records}

    def chunks(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the named columns of stored chunks, in no order."""
        if self.texts is None:
            return CHUNKS.empty_table().select(list(columns))
        return self.texts.chunk_rows(chunk_ids, columns)


class Published:
    """The latest state of one root. Any thread reads `state`; a change is shown by one assignment."""

    def __init__(self) -> None:
        self.state = State()
        self._lock = threading.Lock()
        self._is_closed = False

    def publish(self, **changes: Any) -> None:
        """Show a state that differs from the one before in some fields."""
        with self._lock:
            self._show(**changes)

    def change_documents(self, change: Callable[[Overlay], Overlay]) -> None:
        """Show other texts of open documents."""
        with self._lock:
            self._show(documents=change(self.state.documents))

    def close(self) -> None:
        """Show nothing, for good: the mapped files are let go of once the last question to the state is answered."""
        with self._lock:
            self._is_closed = True
            self.state = State(self.state.serial + 1)

    def _show(self, **changes: Any) -> None:
        if not self._is_closed:
            self.state = replace(self.state, serial=self.state.serial + 1, **changes)
