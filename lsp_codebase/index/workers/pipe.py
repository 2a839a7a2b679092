"""The talk of a worker and its parent: length-prefixed pickles over pipes of their own, so unpickling is safe here."""

from __future__ import annotations

import os
import pickle
import select
import struct
import sys
import threading
import time
from contextlib import suppress
from typing import IO, Any

_LENGTH = struct.Struct("<Q")
_LOOK_S = 0.5  # Windows does not tell by itself

BULK = "bulk"
"""The argument of a process for bulk work."""


def send(stream: IO[bytes], message: object) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=5)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message; `EOFError` when the other side is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def end_when_alone(stream: IO[bytes]) -> None:
    """End this process as soon as the other side of a pipe is gone, whatever it is at work on."""

    def wait() -> None:
        _wait_for_end(stream)
        os._exit(0)

    threading.Thread(target=wait, name="parent", daemon=True).start()


if sys.platform == "win32":

    def _wait_for_end(stream: IO[bytes]) -> None:
        import _winapi
        import msvcrt

        pipe = msvcrt.get_osfhandle(stream.fileno())
        with suppress(OSError):  # it is broken
            while True:
                _winapi.PeekNamedPipe(pipe, 0)  # while the thread that works reads, this waits, too
                time.sleep(_LOOK_S)

else:

    def _wait_for_end(stream: IO[bytes]) -> None:
        hung_up = select.poll()
        hung_up.register(stream, 0)  # errors and the end alone: messages are for the thread that works
        while not any(told & (select.POLLHUP | select.POLLERR) for _, told in hung_up.poll()):
            pass
