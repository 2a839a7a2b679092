"""A mark on disk while the files of a root are read for the first time: it tells every process that some are left."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from lsp_codebase.store.tables import location

_MARK = "unread"


class FirstReading:
    """The mark of the index in one directory. A killed process leaves the mark to the next one that writes."""

    def __init__(self, directory: Path) -> None:
        self._mark = location(directory) / _MARK

    @property
    def is_under_way(self) -> bool:
        """Whether files are still to be read for the first time, by any process."""
        return self._mark.exists()

    def begin(self) -> None:
        """Note that nothing is read yet."""
        with suppress(OSError):  # nothing can be written: nothing is there to be read either
            self._mark.parent.mkdir(parents=True, exist_ok=True)
            self._mark.touch()

    def end(self) -> None:
        """Note that all files were read once."""
        with suppress(OSError):
            self._mark.unlink(missing_ok=True)
