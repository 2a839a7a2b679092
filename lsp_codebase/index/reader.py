"""The work of a process on an index that another one writes: to see its commits, and to show them."""

from __future__ import annotations

import time
from pathlib import Path

from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.indexes import Indexes
from lsp_codebase.model import Phase
from lsp_codebase.store import FirstReading

_POLL_S = 1.0  # a commit of the writer is seen this soon
_SOON_S = 0.1  # in the second after this process heard of a change, which the writer is about to commit


class Reader:
    """One thread uses it."""

    def __init__(self, directory: Path, dirty: DirtySet, models: Models, reporter: Reporter) -> None:
        self._first_reading = FirstReading(directory)
        self._dirty = dirty
        self._models = models
        self._reporter = reporter
        self._told = 0.0  # when a change was last heard of, on the monotonic clock

    @property
    def phase(self) -> Phase:
        """The writer's work on the index, as far as the disk tells."""
        return Phase.INDEXING if self._first_reading.is_under_way else Phase.READY

    def pause(self) -> None:
        """Wait until it is time to look."""
        is_told = time.monotonic() - self._told < _POLL_S
        self._dirty.pause(_SOON_S if is_told else _POLL_S)

    def follow(self, indexes: Indexes) -> None:
        """Show the writer's commits; leave changed and damaged files to it."""
        phase = self.phase  # first: commits before the end of a first reading are seen with it
        has_changed, has_vectors = indexes.follow(), self._models.follow()
        if has_changed or has_vectors:
            self._models.show(indexes.store.live)
        if self._models.has_changed(indexes.store):  # the writer has changed over
            message = self._models.load(indexes.store, anew=False)
            self._reporter.model = self._models.name
            indexes.answer_with(self._models.answering)
            self._reporter.enter(phase, message=message)
        elif has_changed or has_vectors:
            indexes.answer_with(self._models.answering)
            has_changed = True
        if has_changed or (phase is not self._reporter.phase is not Phase.FAILED):
            self._reporter.enter(phase)
        self._dirty.begin_repair()
        self._dirty.end_repair()
        if self._dirty.take_files():  # the writer sees them through the file system
            self._told = time.monotonic()
