"""What is to be looked at: marked by any thread, taken by the indexer thread, which sleeps until there is something."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable

MOST_SINGLE = 300
"""Marked files; beyond, comparing everything costs less."""


class Marks:
    """Files (relative paths) or everything, once more or from nothing."""

    def __init__(self) -> None:
        self._wake = threading.Condition()
        self._is_over = False
        self.files: set[str] = set()
        self.everything = True
        self.anew = False
        self.count = 0
        """How often something was marked, ever."""

    def add(self, paths: Iterable[str]) -> None:
        """Mark files; an ignore file, or very many, mark everything. What git keeps for itself is nobody's file."""
        with self._wake:
            for path in paths:
                if path.endswith((".gitignore", ".git/info/exclude")):
                    self.everything = True
                elif ".git" not in path.split("/"):
                    self.files.add(path)
            self.everything |= len(self.files) > MOST_SINGLE
            self._notify()

    def add_everything(self, *, anew: bool = False) -> None:
        """Mark the whole root, with what is known of it if it is to be read `anew`."""
        with self._wake:
            self.everything = True
            self.anew |= anew
            self._notify()

    def wait(self, seconds: float | None) -> bool:
        """Return whether anything is marked, as soon as it is, or after some time."""
        with self._wake:
            if not (self.everything or self.files or self._is_over):
                self._wake.wait(seconds)
            return bool(self.everything or self.files)

    def pause(self, seconds: float) -> None:
        """Wait for the next mark, whatever is marked already."""
        with self._wake:
            if not self._is_over:
                self._wake.wait(seconds)

    def end(self) -> None:
        """Let nobody wait any more."""
        with self._wake:
            self._is_over = True
            self._wake.notify()

    def take(self) -> tuple[bool, bool]:
        """Return whether everything was marked and whether anew; files stay unless everything includes them."""
        with self._wake:
            taken = self.everything, self.anew
            if self.everything:
                self.files.clear()
            self.everything = self.anew = False
            return taken

    def take_everything(self) -> bool:
        """Return whether everything is to be compared with what is known of it, once; the files are part of it."""
        with self._wake:
            if self.anew or not self.everything:
                return False
            self.everything = False
            self.files.clear()
            return True

    def take_files(self) -> Collection[str]:
        """Return the marked files, once."""
        with self._wake:
            taken, self.files = self.files, set()
            return taken

    def _notify(self) -> None:
        self.count += 1
        self._wake.notify()
