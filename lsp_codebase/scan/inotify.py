"""Directories watched by the kernel of Linux: sleeps until something happens there.

`RustNotify` of watchfiles, in whose place this stands, looks for changes 20 times a second.
"""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, Literal

ADDED, MODIFIED, DELETED = 1, 2, 3  # as watchfiles.Change

_IN_MODIFY, _IN_ATTRIB, _IN_CLOSE_WRITE, _IN_MOVED_FROM, _IN_MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_IN_CREATE, _IN_DELETE, _IN_MOVE_SELF, _IN_Q_OVERFLOW, _IN_IGNORED = 0x100, 0x200, 0x800, 0x4000, 0x8000
_IN_ONLYDIR = 0x0100_0000
_ADDED, _DELETED = _IN_CREATE | _IN_MOVED_TO, _IN_DELETE | _IN_MOVED_FROM
_MODIFIED = _IN_MODIFY | _IN_ATTRIB | _IN_CLOSE_WRITE
_WATCHED = _ADDED | _DELETED | _MODIFIED | _IN_MOVE_SELF | _IN_ONLYDIR
_HEADER = struct.Struct("iIII")  # watch, mask, cookie, length of the name
_READ_BYTES = 65_536

Events = set[tuple[int, str]]


class Inotify:
    """The entries of some directories, not those below. One thread asks.

    Bytes at `bell`, or its end, end a wait.
    """

    _libc: ctypes.CDLL
    _fd: int
    _paths: dict[int, str]
    _poll: Any  # a `select.poll`

    def __init__(self, directories: Iterable[str], bell: int) -> None:
        """Begin to listen; a directory that is gone or may not be read is left out.

        Raises:
            OSError: where a user may not watch so many.
        """
        if sys.platform == "win32":
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._checked(self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        self._paths = {}
        self.lost: set[str] = set()
        """Directories that went: of others in their places nothing is heard."""
        try:
            for path in directories:
                self._add(path)
        except OSError:
            self.close()
            raise
        self._poll = select.poll()
        self._poll.register(self._fd, select.POLLIN)
        self._poll.register(bell, select.POLLIN)

    def watch(
        self, batch_ms: int, step_ms: int, timeout_ms: int, stop: threading.Event
    ) -> Events | Literal["stop", "timeout"]:
        """Wait for changes, and on until a step is without any or the batch has taken its time.

        Raises:
            OSError: when changes were lost.
        """
        self._poll.poll(timeout_ms)
        until = time.monotonic() + batch_ms / 1_000
        found = new = self._read()
        while new and time.monotonic() < until and not stop.wait(step_ms / 1_000):
            new = self._read() - found
            found |= new
        return "stop" if stop.is_set() else found or "timeout"

    def close(self) -> None:
        """Listen no more."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _add(self, path: str) -> None:
        try:
            number = self._checked(self._libc.inotify_add_watch(self._fd, os.fsencode(path), _WATCHED))
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM):
                raise
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                self.lost.add(path)
        else:
            self._paths[number] = path

    def _read(self) -> Events:
        found: Events = set()
        while True:
            try:
                data = os.read(self._fd, _READ_BYTES)
            except BlockingIOError:
                return found
            found.update(self._events(data))

    def _events(self, data: bytes) -> Iterator[tuple[int, str]]:
        at = 0
        while at < len(data):
            number, mask, _, length = _HEADER.unpack_from(data, at)
            name = data[at + _HEADER.size : at + _HEADER.size + length].rstrip(b"\0")
            at += _HEADER.size + length
            if mask & _IN_Q_OVERFLOW:
                raise OSError("changes were lost: there were too many at once")
            if mask & _IN_MOVE_SELF:  # events in it are no longer at its path
                self._libc.inotify_rm_watch(self._fd, number)
            elif mask & _IN_IGNORED:
                if gone := self._paths.pop(number, None):
                    self.lost.add(gone)
            elif name and number in self._paths:
                kind = ADDED if mask & _ADDED else DELETED if mask & _DELETED else MODIFIED
                yield kind, os.path.join(self._paths[number], os.fsdecode(name))

    def _checked(self, result: int) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result
