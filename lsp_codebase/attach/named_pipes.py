"""Named pipes of Windows, with the methods of `local_sockets`; built on `multiprocessing` alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Client, Listener
from typing import TYPE_CHECKING, Any

from lsp_codebase.attach.pipe_users import PipeUsers

if TYPE_CHECKING:
    from multiprocessing.connection import _ConnectionBase

    Connection = _ConnectionBase[Any, Any]

_users = cache(PipeUsers)  # made with the first connection


class Pipe:
    """One end of a connection."""

    def __init__(self, connection: Connection, is_ours: Callable[[int], bool]) -> None:
        """`is_ours` says whether this user's process is at the other end of a pipe."""
        self._connection = connection
        self._is_ours = is_ours
        self._rest = b""

    @property
    def is_ours(self) -> bool:
        """Whether the other end is a process of this user."""
        return self._is_ours(self._connection.fileno())

    def read(self, size: int) -> bytes:
        """Return at most so many bytes, b"" at the end."""
        try:
            data = self._rest or self._connection.recv_bytes()
        except EOFError:
            return b""
        self._rest = data[size:]
        return data[:size]

    def read_until(self, size: int, deadline: float) -> bytes:
        """Return at most so many bytes by the deadline, on the monotonic clock; raises `TimeoutError`."""
        if not (self._rest or self._connection.poll(max(deadline - time.monotonic(), 0))):
            raise TimeoutError
        return self.read(size)

    def write(self, data: bytes) -> None:
        """Write all of the data."""
        self._connection.send_bytes(data)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def is_stopped(self) -> bool:
        """Whether the process at the other end was stopped: Windows does not tell."""
        return False


class PipeListener:
    """Takes connections at an address; raises `OSError` where the name is taken."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._listener = Listener(address, "AF_PIPE")

    def accept(self) -> Pipe:
        """Wait for the next connection; raises `OSError` once closed."""
        return Pipe(self._listener.accept(), _users().is_client_ours)

    is_displaced = False  # nobody else can take the name

    def close(self) -> None:
        """Take no more connections; connect once, so that a waiting thread wakes: else the name would stay taken."""
        self._listener.close()
        with suppress(OSError):
            Client(self._address, "AF_PIPE").close()


def dial(address: str) -> Pipe:
    """Connect; raises `OSError` if nobody listens."""
    return Pipe(Client(address, "AF_PIPE"), _users().is_server_ours)
