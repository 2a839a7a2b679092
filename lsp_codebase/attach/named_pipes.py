"""Named pipes of Windows, with the methods of `local_sockets`; kept to what `multiprocessing` gives."""

from __future__ import annotations

import time
from multiprocessing.connection import Client, Connection, Listener


class Pipe:
    """One end of a connection."""

    is_ours = True  # the rights of the pipe let nobody else write

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rest = b""

    def read(self, size: int) -> bytes:
        """Return at most so many bytes, b"" at the end."""
        try:
            data = self._rest or self._connection.recv_bytes()
        except EOFError:
            return b""
        self._rest = data[size:]
        return data[:size]

    def read_until(self, size: int, deadline: float) -> bytes:
        """Return at most so many bytes by then, on the monotonic clock; raises `TimeoutError`."""
        if not (self._rest or self._connection.poll(max(deadline - time.monotonic(), 0))):
            raise TimeoutError
        return self.read(size)

    def write(self, data: bytes) -> None:
        """Write all of it."""
        self._connection.send_bytes(data)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


class PipeListener:
    """Takes connections at an address."""

    def __init__(self, address: str) -> None:
        self._listener = Listener(address, "AF_PIPE")

    def accept(self) -> Pipe:
        """Wait for the next connection; raises `OSError` once closed."""
        return Pipe(self._listener.accept())

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()


def dial(address: str) -> Pipe:
    """Connect; raises `OSError` if nobody listens."""
    return Pipe(Client(address, "AF_PIPE"))
