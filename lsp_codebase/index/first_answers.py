"""The answers of a process before LanceDB is there: from the saved state of its index."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, is_light, load_embedder
from lsp_codebase.errors import IndexUnavailable, ModelUnavailable
from lsp_codebase.index.early_scan import EarlyScan
from lsp_codebase.index.gate import Gate
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.indexes import Answering, Files, Published, Saved, SavedState
from lsp_codebase.model import Phase, Role
from lsp_codebase.store import Store

_FIRST_S = 1.0  # the questions that waited for the opening have the processor so long for themselves
_LONGEST_WAIT_S = 5.0  # of a question for the texts of chunks


class FirstAnswers:
    """Shows the saved state of an index. One thread calls it."""

    def __init__(
        self, saved: SavedState, settings: Settings, published: Published, reporter: Reporter, gate: Gate
    ) -> None:
        self.saved = saved
        self.embedder: Embedder | None = None
        self.opened: Store | None = None  # the tables, once they are there
        self._settings = settings
        self._published = published
        self._reporter = reporter
        self._gate = gate
        self._texts = LateTexts(gate.hurry)

    def load(self) -> Saved | None:
        """Read the saved state; return it if it is of use at once."""
        if not is_light(self._settings):  # the model takes longer than all else
            self.saved.load(self._reporter.model)
            return None
        try:
            self.embedder = load_embedder(self._settings)
        except ModelUnavailable:
            return None
        return self.saved.load(self.embedder.model if self.embedder else None)

    def show(self, look: Callable[[Files], EarlyScan], prepare: Callable[[], None]) -> EarlyScan | None:
        """Let questions see the saved state, if it is of use, and answer them before any heavy work.

        For a one-time question it is compared with the present files; return the difference. If that is little, and
        ours to read, it is to be read before questions are answered: `prepare` has a worker start while the tables
        are opened.
        """
        found = self.load()
        if found is None:
            return None
        self._reporter.model = found.model
        self._published.publish(
            generation=found.generation,
            files=found.files,
            words=self.saved.words.segments,
            stored_names=found.names,
            model=Answering(self.embedder, found.vectors) if self.embedder and found.vectors else None,
            embedded=found.embedded,
            texts=self._texts,
        )
        seen = look(found.files) if self._gate.is_put_off else None
        if seen is not None:
            self._reporter.seen = seen.found
            if seen.is_few and self._reporter.status().role is Role.WRITER:
                prepare()
                return seen
            is_current = seen.changed == 0
            phase = Phase.READY if is_current else Phase.STARTING
            self._reporter.enter(phase, stale=not is_current, message=seen.message)
        self._gate.release()
        self._gate.let_pass(_FIRST_S)
        return seen

    @contextmanager
    def until_opened(self) -> Iterator[None]:
        """Give the questions that wait for texts the tables that are `opened`, or let them fail where none are."""
        try:
            yield
        finally:
            self._texts.end(self.opened)


class LateTexts:
    """The texts of chunks, from tables that are still to be opened: a question for them waits. Any thread may ask."""

    def __init__(self, hurry: Callable[[], None]) -> None:
        self._hurry = hurry
        self._is_over = threading.Event()
        self._store: Store | None = None

    def end(self, store: Store | None) -> None:
        """Answer from these tables, or (None) not at all."""
        self._store = store
        self._is_over.set()

    def chunk_rows(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the named columns of the chunks with these ids, in no order."""
        return self._opened().chunk_rows(chunk_ids, columns)

    def _opened(self) -> Store:
        self._hurry()
        self._is_over.wait(_LONGEST_WAIT_S)
        if self._store is None:
            raise IndexUnavailable("the tables of the index are not open yet", "ask again in a moment")
        return self._store
