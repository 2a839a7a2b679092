"""One writer for each index, or place. The operating system drops the lock with its process, so none is ever stale."""

from __future__ import annotations

from pathlib import Path

import filelock

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import full_disk

_NAME = "writer.lock"


class WriterLock:
    """The right to write one index, or another place by a name of its own; holders may release it from any thread."""

    def __init__(self, directory: Path, name: str = _NAME) -> None:
        self._lock = filelock.FileLock(directory / name, thread_local=False)

    def acquire(self) -> bool:
        """Take the lock without waiting; return whether this process holds it now, or else another one does.

        Raises:
            IndexUnavailable: if the system lets nobody take it.
        """
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        except OSError as error:
            cause = f"cannot write {self._lock.lock_file}: {(error.strerror or str(error)).lower()}"
            raise IndexUnavailable(cause, full_disk.hint(error)) from error
        return True

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock.is_locked

    def release(self) -> None:
        """Give the lock up; harmless when it is not held."""
        self._lock.release(force=True)
