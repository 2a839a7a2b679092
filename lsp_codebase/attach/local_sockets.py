"""Unix sockets. Everything through them is of this user; on Windows `named_pipes` stands in their place."""

from __future__ import annotations

import errno
import os
import socket
import struct
import sys
import time
from contextlib import suppress

from lsp_codebase.attach.liveness import is_stopped

_BACKLOG = 64
_DIAL_S = 1.0  # a hanging process accepts no connection


class Socket:
    """One end of a connection. Reading and writing may be done on two threads, `close` on any."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def read(self, size: int) -> bytes:
        """Return at most so many bytes, b"" at the end."""
        return self._socket.recv(size)

    def read_until(self, size: int, deadline: float) -> bytes:
        """Return at most so many bytes by the deadline, on the monotonic clock; raises `TimeoutError`."""
        self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            return self._socket.recv(size)
        finally:
            self._socket.settimeout(None)

    def write(self, data: bytes) -> None:
        """Write all of the data."""
        self._socket.sendall(data)

    def close(self) -> None:
        """End the connection; a thread that reads or writes wakes."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    @property
    def is_ours(self) -> bool:
        """Whether the other end is a process of this user, as far as the system tells."""
        if sys.platform != "linux":  # the directory of the socket is this user's alone
            return True
        return self._peer()[1] == os.getuid()

    def is_stopped(self) -> bool:
        """Whether the process at the other end was stopped, as far as the system tells."""
        try:
            return is_stopped(self._peer()[0])
        except OSError:  # the connection was ended
            return False

    def _peer(self) -> tuple[int, int]:
        """Return the ids of the process at the other end and of its user; raises `OSError` where none can be told."""
        if sys.platform != "linux":
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        pid, uid, _ = struct.unpack("3i", self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return pid, uid


class SocketListener:
    """Takes connections at an address. The caller holds the lock of the index, so a file there is a leftover."""

    _address: str
    _socket: socket.socket
    _inode: int

    def __init__(self, address: str) -> None:
        if sys.platform == "win32":
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        self._address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        new = f"{address}~"
        try:
            with suppress(FileNotFoundError):
                os.unlink(new)
            self._socket.bind(new)
            os.chmod(new, 0o600)
            self._inode = os.lstat(new).st_ino
            self._socket.listen(_BACKLOG)
            os.replace(new, address)  # nobody ever finds a socket that does not listen yet
        except OSError:
            self._socket.close()
            raise

    def accept(self) -> Socket:
        """Wait for the next connection; raises `OSError` once closed."""
        return Socket(self._socket.accept()[0])

    @property
    def is_displaced(self) -> bool:
        """Whether the address leads elsewhere by now."""
        try:
            return os.lstat(self._address).st_ino != self._inode
        except OSError:
            return True

    def close(self) -> None:
        """Take no more connections; a waiting thread wakes."""
        if not self.is_displaced:
            with suppress(OSError):
                os.unlink(self._address)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def dial(address: str) -> Socket:
    """Connect; raises `OSError` if nobody listens."""
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connected.settimeout(_DIAL_S)
        connected.connect(address)
        connected.settimeout(None)
    except OSError:
        connected.close()
        raise
    return Socket(connected)
