"""The news of indexing one root, told to every client of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from lsp_codebase.index import IndexListener, Progress
from lsp_codebase.model import IndexStatus, status_texts

logger = logging.getLogger(__name__)


class Listeners:
    """An `IndexListener` that tells many, in one order. A failing one does not hurt the others."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.RLock()
        self._all: list[IndexListener] = []
        self._is_begun = False
        self._latest: Progress | None = None

    def add(self, listener: IndexListener, status: Callable[[], IndexStatus] | None) -> None:
        """Tell one more; first the work under way, and the present `status`, if any was told before."""
        with self._lock:
            self._all.append(listener)
            if self._is_begun:
                self._tell(listener, lambda one: one.on_started(self._root))
                if (latest := self._latest) is not None:
                    self._tell(listener, lambda one: one.on_progress(self._root, latest))
            if status is not None:
                self._tell(listener, lambda one: one.on_status(status()))

    def remove(self, listener: IndexListener) -> None:
        """Tell one less; for it the work under way is over."""
        with self._lock:
            self._all.remove(listener)
            if self._is_begun:
                self._tell(listener, lambda one: one.on_ended(self._root, status_texts.LEFT))

    def on_started(self, root: Path) -> None:
        """Work that takes a while begins."""
        with self._lock:
            self._is_begun, self._latest = True, None
            self._tell_all(lambda one: one.on_started(root))

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Some of the files are done."""
        with self._lock:
            self._latest = progress
            self._tell_all(lambda one: one.on_progress(root, progress))

    def on_ended(self, root: Path, message: str) -> None:
        """The work is over: finished, cancelled or failed."""
        with self._lock:
            self._is_begun, self._latest = False, None
            self._tell_all(lambda one: one.on_ended(root, message))

    def on_status(self, status: IndexStatus) -> None:
        """The state of the index changed."""
        with self._lock:
            self._tell_all(lambda one: one.on_status(status))

    def _tell_all(self, tell: Callable[[IndexListener], None]) -> None:
        for listener in [*self._all]:
            self._tell(listener, tell)

    def _tell(self, listener: IndexListener, tell: Callable[[IndexListener], None]) -> None:
        try:
            tell(listener)
        except Exception:
            logger.exception("a client could not be told of the indexing of %s", self._root)
