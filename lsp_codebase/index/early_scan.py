"""A look at a whole root before its index is opened, so that a one-time question knows what changed since."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.plan import count_changed, has_other_times
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.indexes import Files
from lsp_codebase.model import CancelToken, status_texts
from lsp_codebase.scan import Scan

_LONGEST_S = 2.0  # some 100,000 files; django's 5,774 take 0.1
_FEW = 100  # files that are read within about a second


@dataclass(frozen=True, slots=True)
class EarlyScan:
    """The files `found` below a root, None if that took too long, and how many files came, went or changed since.

    `marks` is the number of earlier marks. Git says of the `same` files that they are as their rows say.
    """

    marks: int
    found: Scan | None = None
    changed: int | None = None
    same: Collection[str] = ()

    def is_latest(self, dirty: DirtySet) -> bool:
        """Whether nothing was marked since: to walk once more would find the same."""
        return dirty.count == self.marks

    @property
    def is_few(self) -> bool:
        """Whether an answer is worth waiting for until these files are read."""
        return self.changed is not None and 0 < self.changed <= _FEW

    @property
    def message(self) -> str | None:
        """The sentence of the status about files that are not read."""
        return status_texts.unread(self.changed) if self.changed else None


def look(root: Path, settings: Settings, files: Files, dirty: DirtySet) -> EarlyScan:
    """Compare the sizes and times of all files with those that are indexed."""
    marks = dirty.count
    try:
        found = scan_root(root, settings, _Deadline(_LONGEST_S))
    except Cancelled:
        return EarlyScan(marks)
    return EarlyScan(marks, found, count_changed(files.records(), found.files, settings, has_other_times))


class _Deadline(CancelToken):
    """Cancels itself after some time."""

    __slots__ = ("_until",)

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._until = time.monotonic() + seconds

    def check(self) -> None:
        if time.monotonic() > self._until:
            raise Cancelled
