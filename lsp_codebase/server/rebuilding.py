"""The building of some indexes, as its request follows it to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.model import IndexStatus, Phase, status_texts

if TYPE_CHECKING:
    from lsp_codebase.index import Progress


class Rebuilding:
    """News of indexers from the moment on that `roots` is set, which is before they are asked to begin.

    An index is done when it failed; or when everything is in it, nothing can be written, or somebody stopped or cleared
    it, after it was opened again. To `resume`, it is enough that its files were looked at again. `note_*` are called
    from any thread.
    """

    def __init__(self, *, resume: bool = False) -> None:
        self._beginnings = (Phase.STARTING, Phase.SCANNING) if resume else (Phase.STARTING,)
        self.roots: AbstractSet[Path] = frozenset()
        self.has_begun = asyncio.Event()
        """All of them are being read: from here on that can be stopped."""
        self._reading: set[Path] = set()
        self._begun: set[Path] = set()
        self._done: dict[Path, IndexStatus] = {}
        self._latest: dict[Path, Progress] = {}
        self._message = status_texts.OPENING
        self._percentage = 0

    def note_start(self, root: Path) -> bool:
        """Note that the files of a root are being read; say whether it is one of these. On the loop thread."""
        if root not in self.roots:
            return False
        self._reading.add(root)
        if self._reading >= self.roots:
            self.has_begun.set()
        return True

    def note_progress(self, root: Path, progress: Progress) -> None:
        """Take the newest numbers."""
        if root in self._begun:
            self._latest[root] = progress
            self._message = progress.text

    def note_status(self, status: IndexStatus) -> None:
        """Take the newest status."""
        root = Path(status.root)
        if root not in self.roots:
            return
        is_complete = status.phase is Phase.READY and not status.stale
        if status.phase in self._beginnings:
            self._begun.add(root)
        elif status.phase is Phase.FAILED or (root in self._begun and (status.is_held or is_complete)):
            self._done[root] = status  # a folder that is gone fails before it begins

    def unfinished(self) -> AbstractSet[Path]:
        """Return the roots that are not done."""
        return self.roots - self._done.keys()

    def progress(self) -> tuple[str, int]:
        """Return the present work, and the percentage done of all roots, which never goes back."""
        latest = dict(self._latest)
        percents = [
            100 if root in self._done else latest[root].percentage if root in latest else 0 for root in self.roots
        ]
        self._percentage = max(self._percentage, sum(percents) // max(1, len(percents)))
        return self._message, self._percentage

    def failure(self) -> str | None:
        """Return why an index is not built, None where all are."""
        unbuilt = (one for one in self._done.values() if one.phase is Phase.FAILED or one.is_held)
        return next((one.message or "indexing failed" for one in unbuilt), None)

    def outcome(self) -> str:
        """Return the sentence for the end."""
        return status_texts.BUILT.format(files=sum(status.indexed for status in self._done.values()))
