"""The times and the way to put a store in order: when nothing else is to do, and now and then however busy it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from lsp_codebase.cache import ContentStore
from lsp_codebase.indexes import Indexes
from lsp_codebase.store import KEEP_VERSIONS, drop_unused, location

_MARK = "untidy"  # a file: some process did not tidy its commits in full
_IDLE_S = 20.0  # quiet time before the store is tidied
_SOON_S = 1.0  # the same after a large refresh: nobody is about to save, and its leftovers are large
_SECOND_ROUND_S = KEEP_VERSIONS.total_seconds() + 10
_MOST_COMMITS = 100  # between two attempts to tidy, however busy it is: each leaves files and slows questions down


class Maintenance:
    """Remembers the work on one index since it was last tidied, beyond this process. One thread uses it."""

    def __init__(self, directory: Path, generation: int) -> None:
        self._directory = directory
        self._worked = time.monotonic()
        self._tidied = generation
        self._again: float | None = None  # the time on the monotonic clock
        self._is_swept = False  # whether unused indexes were looked for
        self._is_large = False
        self._mark = location(directory) / _MARK
        self.is_untidy = self._mark.exists()

    def note_work(self, *, is_untidy: bool) -> None:
        """Remember that something was done just now, and whether it left something to tidy."""
        self._worked = time.monotonic()
        if is_untidy and not self.is_untidy:
            self.is_untidy = True
            with suppress(OSError):  # nothing can be written: nothing is left to tidy either
                self._mark.touch()

    def note_large_refresh(self, generation: int) -> None:
        """Remember that much of a root was read up to a generation, as by a first index: its commits wait for quiet."""
        self.note_work(is_untidy=True)
        self._is_large = True
        self._tidied = generation

    def is_due(self, *, is_asked: bool) -> bool:
        """Whether it is time to tidy, if nothing else is to do and questions are being asked, or not."""
        now = time.monotonic()
        if self._again is not None and now > self._again:
            return True
        idle_s = _SOON_S if self._is_large and not is_asked else _IDLE_S
        return self.is_untidy and now - self._worked > idle_s

    def is_overdue(self, generation: int) -> bool:
        """Whether it is time to try to tidy, whatever else is to do."""
        return generation - self._tidied > _MOST_COMMITS

    def tidy(
        self,
        indexes: Indexes,
        content: ContentStore,
        kept_models: Collection[str],
        goes_on: Callable[[], bool],
        save: Callable[[], None],
    ) -> bool:
        """Put the store in order; a second round later deletes files that other processes may still be reading.

        `save` the arrays that answer after each table: the next process maps them. Return whether all is done; it is
        not if it `goes_on` no more: a save does not wait.
        """
        store = indexes.store
        self._tidied = store.generation  # even if cut short: a user who saves on is left alone for as many commits
        is_second = not self.is_untidy
        if not self._is_swept:
            self._is_swept = True
            drop_unused(self._directory.parent, self._directory)
        whole, self._is_large = self._is_large, False  # a user who saves now goes on working: the rest waits for quiet
        if not store.upkeep.maintain(whole=whole, goes_on=goes_on, after_each=save):
            return False
        store.vectors.drop_others(kept_models)
        if is_second:
            indexes.words.compact()
        indexes.save_words()
        content.trim()
        content.close()
        self._again = None if is_second else time.monotonic() + _SECOND_ROUND_S
        self.is_untidy = False
        if is_second:
            self._mark.unlink(missing_ok=True)
        return True
