"""The streams of the process: the guarded standard ones, or one loopback connection.

Only the standard library is imported here: `app.serve` guards standard output before anything else loads. Reads are
unbuffered calls, so that a blocked one never delays the end of the process.
"""

from __future__ import annotations

import os
import socket
import sys

from lsp_codebase.attach import Wire
from lsp_codebase.errors import InvalidQuery


def take_standard_streams() -> Wire:
    """Keep standard input and output for the protocol; other code gets nothing to read and standard error.

    One stray byte on standard output ends the session in most editors, and a child process that inherits standard
    input steals frames. Call it before importing anything that may print.
    """
    source, sink = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDWR)
    os.dup2(empty, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # started with standard error closed
        os.dup2(empty, 1)
        os.dup2(empty, 2)
    os.close(empty)
    if sys.platform != "win32":
        os.set_blocking(source, True)
        os.set_blocking(sink, True)

    def write(data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(sink, rest) :]

    return Wire(lambda size: os.read(source, size), write)


def accept_one_client(port: int) -> Wire:
    """Wait for one debugging client on the loopback interface. Port 0 takes a free one; standard error tells which.

    Raises `InvalidQuery` for a number that is no port, or is taken.
    """
    if not 0 <= port <= 65_535:
        raise InvalidQuery("--tcp", f"{port} is not a port from 0 to 65535")
    try:
        created = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise cannot_listen("--tcp", f"127.0.0.1:{port}", error) from error
    with created as listener:
        print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
        connection, _ = listener.accept()
    return Wire(connection.recv, connection.sendall)


def cannot_listen(option: str, address: str, error: OSError) -> InvalidQuery:
    """Return the error of an option of the command line whose address the system does not give us."""
    why = (error.strerror or str(error)).partition(" (while ")[0]  # Python repeats the address
    return InvalidQuery(option, f"cannot listen on {address}: {why}")
