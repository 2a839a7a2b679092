"""Keeps the history of one root in step with the checked-out commit, in a thread that runs when that has changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.indexes import History, Published, history_of, load_history
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import GitState, read_history

logger = logging.getLogger(__name__)

_SETTLED_S = 5.0
_AGAIN_S = (5.0, 70.0, 600.0)
"""A reading that failed is tried again after so long: git was killed, or too slow and is left alone for a minute."""
MOST_KEPT = 20_000
"""Commits: ten years of a large project, two or three megabytes."""


def present_history(root: Path, known: History, cancel: CancelToken) -> History:
    """Return a history with the commits that came since, for a question about commits: it waits for no keeper.

    If another branch is checked out by now, the history is returned as it is.

    Raises:
        Cancelled: if asked to stop.
    """
    head = GitState(root).head()
    if head in ("", known.head) or not known.tip:
        return known
    commits = read_history(root, known.tip, MOST_KEPT, cancel)
    return known if commits is None else history_of(head, commits, known, MOST_KEPT)


class HistoryKeeper:
    """Shows the commits up to the checked-out one. One thread calls it."""

    def __init__(self, root: Path, settings: Settings, directory: Path, published: Published, git: GitState) -> None:
        self._root = root
        self._is_wanted = settings.index_history
        self._directory = directory
        self._published = published
        self._git = git
        self._cancel = CancelToken()
        self._reading: threading.Thread | None = None
        self._head: str | None = None  # the checked-out commit of the latest reading
        self._failures = 0  # to read that commit, in a row
        self._failed = 0.0  # when it failed last

    def load(self) -> None:
        """Show the saved history."""
        if (
            self._is_wanted
            and self._published.state.history is None
            and (saved := load_history(self._directory)) is not None
        ):
            self._head = saved.head
            self._published.publish(history=saved)

    def follow(self, may_save: Callable[[], bool]) -> None:
        """Have new commits read if another one than before is checked out, or git failed to tell; returns at once."""
        if not self._is_wanted or (self._reading is not None and self._reading.is_alive()):
            return
        head = self._git.head()
        if head == "" or (head == self._head and not self._is_due()):
            return
        if head != self._head:
            self._head, self._failures = head, 0
        self._reading = threading.Thread(
            target=self._read, args=(head, may_save), name=f"history-{self._root.name}", daemon=True
        )
        self._reading.start()

    def _is_due(self) -> bool:
        """Whether a reading that failed is to be tried again."""
        if not 0 < self._failures <= len(_AGAIN_S):
            return False
        return time.monotonic() - self._failed >= _AGAIN_S[self._failures - 1]

    def settle(self) -> None:
        """Wait a moment for the present reading: answers should not change once an index is said to be ready."""
        if self._reading is not None:
            self._reading.join(_SETTLED_S)

    def close(self) -> None:
        """Stop soon."""
        self._cancel.cancel()

    def _read(self, head: str, may_save: Callable[[], bool]) -> None:
        before = self._published.state.history
        try:
            commits = read_history(self._root, before.tip, MOST_KEPT, self._cancel) if before and before.tip else None
            if commits is None:
                before, commits = None, read_history(self._root, None, MOST_KEPT, self._cancel)
            if commits is None:
                self._note_failure()
                return
            history = history_of(head, commits, before, MOST_KEPT)
            self._published.publish(history=history)
            self._failures = 0
            self._save(history, may_save)
        except Cancelled:
            return
        except Exception:  # of one commit in a form that nobody thought of: another reading may not meet it
            logger.exception("the history of %s cannot be read", self._root)
            self._note_failure()
            return
        logger.info("%s: %d commits read, %d known", self._root.name, len(commits), len(history))

    def _note_failure(self) -> None:
        self._failures, self._failed = self._failures + 1, time.monotonic()

    def _save(self, history: History, may_save: Callable[[], bool]) -> None:
        if may_save():
            try:
                history.save(self._directory)
            except OSError as error:
                logger.warning("the history of %s is not saved: %s; it is read again", self._root, error)
