"""The pauses before an index is opened again that could not be opened, or whose work failed."""

from __future__ import annotations

from lsp_codebase.index.root_presence import RootGone
from lsp_codebase.store import NotBegun, full_disk_reason

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0
_GONE_S = 2.0  # a root that comes back is seen this soon
_FULL_S = 5.0  # to look at a disk costs little, and people make room while they look at the message
_BEGINNING_S, _BEGINNING_LOOK_S = 60.0, 0.2  # a process that makes the tables takes seconds, on a busy machine more


class Retries:
    """The failures of one index in a row. One thread tells them."""

    def __init__(self) -> None:
        self._pause_s = _FIRST_PAUSE_S
        self._patience_s = _BEGINNING_S  # with another process, which makes the tables

    def note_opened(self) -> None:
        """Hear that the index was opened."""
        self._patience_s = _BEGINNING_S

    def note_step(self) -> None:
        """Hear that its work went well."""
        self._pause_s = _FIRST_PAUSE_S

    def is_failure(self, error: Exception) -> bool:
        """Whether people are to hear of this; not of tables that another process has only begun to make."""
        return not (isinstance(error, NotBegun) and self._patience_s > 0)

    def pause_s(self, error: Exception) -> float:
        """Return the seconds to wait after an error: ever more, but for those that end by themselves."""
        if not self.is_failure(error):
            self._patience_s -= _BEGINNING_LOOK_S
            return _BEGINNING_LOOK_S
        if isinstance(error, RootGone):
            return _GONE_S
        pause_s, self._pause_s = self._pause_s, min(self._pause_s * 4, _LONGEST_PAUSE_S)
        return min(pause_s, _FULL_S) if full_disk_reason(error) else pause_s
