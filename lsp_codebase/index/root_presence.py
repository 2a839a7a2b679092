"""Whether a root is there: a folder that was renamed or a disk that was unmounted is not a project without files."""

from __future__ import annotations

import os
import time
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable

_MANY = 20  # indexed files; fewer are soon read again
_BELIEVED_S = 600.0  # until an empty folder in the place of the root is believed to be it


class RootGone(IndexUnavailable):
    """The root is not there at the moment; its index is kept."""


class Presence:
    """Looks whether one root is there. One thread asks."""

    def __init__(self, root: Path | None) -> None:
        """None: the indexed files lie on another machine, and are never missing."""
        self._root = root
        self._seen: tuple[int, int] | None = None  # device and inode of the root when it held something
        self._empty_since: float | None = None  # on the monotonic clock

    def check(self, files: int) -> None:
        """Return if the root is there; so many of its files are indexed.

        A root that was emptied is still the same directory. After an unmount another directory, mostly empty,
        lies in its place. That one is not believed for a while.

        Raises:
            RootGone: it is missing, cannot be read, or is such an empty place.
        """
        if self._root is None:
            return
        hint = "answers are from what was indexed; it is looked for again" if files else "it is looked for again"
        try:
            info = os.stat(self._root)
            with os.scandir(self._root) as entries:
                is_empty = next(entries, None) is None
        except FileNotFoundError:
            raise RootGone(f"the folder {self._root} is gone", hint) from None
        except NotADirectoryError:
            raise RootGone(f"{self._root} is not a folder", hint) from None
        except OSError as error:  # a network drive that does not answer, a folder that may not be read
            raise RootGone(f"the folder {self._root} cannot be read: {error.strerror or error}", hint) from error
        found = info.st_dev, info.st_ino
        if not is_empty:
            self._seen = found
        if not is_empty or found == self._seen or files < _MANY:
            self._empty_since = None
            return
        now = time.monotonic()
        self._empty_since = self._empty_since or now
        if now - self._empty_since < _BELIEVED_S:
            raise RootGone(f"the folder {self._root} is empty, as where a disk is not mounted", hint)
