"""The right to write the index of a root: a lock, the door that goes with it, and obstacles to writing."""

from __future__ import annotations

import threading
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index.listener import Doorkeeper
from lsp_codebase.location import make_private
from lsp_codebase.model import Role, status_texts
from lsp_codebase.store import WriterLock, full_disk_reason, has_manifest

_KNOWN_S = 5.0  # until the writer of the index is known: a lock is tried, which takes milliseconds


class Claim:
    """The claim of this process to write one index. Its thread takes it and gives it up; any thread may `check`."""

    def __init__(self, root: Path, directory: Path, door: Doorkeeper, *, may_write: bool) -> None:
        self.lock = WriterLock(directory)
        self.hindrance: str | None = None
        """The reason why a good index must not be changed at the moment."""
        self._root = root
        self._directory = directory
        self._door = door
        self._may_write = may_write
        self._is_settled = threading.Event()
        self._role: Role | None = None

    @property
    def is_held(self) -> bool:
        """Whether this process writes the index now."""
        return self.lock.is_held

    def take(self) -> bool:
        """Return whether this process writes the index from now on, or did already.

        Raises:
            IndexUnavailable: if the directory cannot be made, or written, and holds nothing to read either.
        """
        if self.lock.is_held or not self._may_write:
            return self.lock.is_held
        try:
            make_private(self._directory)
            is_ours = self.lock.acquire()
        except IndexUnavailable as error:
            if not full_disk_reason(error) or not has_manifest(self._directory):
                raise
            self.hindrance = status_texts.NOT_WRITTEN.format(reason=error)
            return False
        self.hindrance = None
        return is_ours

    def settle(self) -> Role:
        """Take the claim if nobody has it, have the door opened, and return our role."""
        self._role = Role.WRITER if self.take() else Role.READER
        if self._role is Role.WRITER:
            self._door.admit(self._root, self._directory)
        elif self._may_write:
            self._door.stand_in(self._root, self._directory)
        self.end_waiting()
        return self._role

    def give_up(self) -> None:
        """Let another process write."""
        self._door.dismiss(self._directory)  # first: the next writer opens a door at the same place
        self.lock.release()

    def end_waiting(self) -> None:
        """Wake the threads that wait in `check`: the writer is known, or cannot be."""
        self._is_settled.set()

    def check(self, *, is_settling: bool) -> None:
        """Return if this process may write; waits at first until that is settled.

        Raises:
            IndexUnavailable: it only reads, must not write, or that was not settled in time.
        """
        if is_settling and not self._is_settled.wait(_KNOWN_S):
            raise IndexUnavailable(f"the index of {self._root} is still being opened", "ask again in a moment")
        if self.hindrance is not None:
            raise IndexUnavailable(self.hindrance, "then ask again")
        if not self._may_write:
            raise IndexUnavailable(f"the index of {self._root} is published: nothing is written here", "do it there")
        if self._role is Role.READER:
            cause = f"another process writes the index of {self._root}"
            raise IndexUnavailable(cause, "do it there, or close that process first")
