"""Whether a root is there: a folder that was renamed or a disk that was unmounted is not a project without files."""

from __future__ import annotations

import os
import time
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable

_MANY = 20  # files that hardly anybody deletes down to the last directory; fewer are soon read again
_BELIEVED_S = 600.0  # until an empty folder is taken for what it seems, and not for the place of an unmounted disk


class RootGone(IndexUnavailable):
    """The root is not there at the moment; what was indexed is kept."""


class Presence:
    """Looks whether one root is there. One thread asks."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._empty_since: float | None = None  # on the monotonic clock

    def check(self, files: int) -> None:
        """Return if the root is there, of which so many files are indexed.

        Raises:
            RootGone: it is missing; or, for a while, nothing is left of many files and their directories.
        """
        hint = "answers are from what was indexed; it is looked for again" if files else "it is looked for again"
        try:
            with os.scandir(self._root) as entries:
                is_empty = next(entries, None) is None
        except FileNotFoundError:
            raise RootGone(f"the folder {self._root} is gone", hint) from None
        except NotADirectoryError:
            raise RootGone(f"{self._root} is not a folder", hint) from None
        except OSError as error:  # a network drive that does not answer, a folder that may not be read
            raise RootGone(f"the folder {self._root} cannot be read: {error.strerror or error}", hint) from error
        if not is_empty or files < _MANY:
            self._empty_since = None
            return
        now = time.monotonic()
        self._empty_since = self._empty_since or now
        if now - self._empty_since < _BELIEVED_S:
            raise RootGone(f"the folder {self._root} is empty, as where a disk is not mounted", hint)
