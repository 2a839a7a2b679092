"""A file beside the tables by which their writer knows that somebody deleted them.

A commit makes anew the folders that it writes to, so tables that are deleted meanwhile seem to be there.
"""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.store.tables import location

_NAME = "open"


class TablesMark:
    """The mark of the tables in one directory. Who made it calls; it stays when the tables are closed."""

    def __init__(self, directory: Path) -> None:
        self._file = location(directory) / _NAME
        self._is_made = False

    def make(self) -> None:
        """Mark tables that this process has opened to write them."""
        try:
            self._file.touch()
            self._is_made = True
        except OSError:  # a full disk: as long as nothing can be written, no commit hides a deletion
            self._is_made = False

    @property
    def is_gone(self) -> bool:
        """Whether the tables were deleted, or are being deleted, since they were marked."""
        return self._is_made and not self._file.exists()
