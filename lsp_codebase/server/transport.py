"""Bytes in and out: the guarded standard streams, or one loopback connection, cut into JSON-RPC frames.

Only the standard library is imported here: `app.serve` guards standard output before anything else loads. The reader
runs on its own daemon thread and uses unbuffered calls, so that a blocked read never delays the end of the process.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_CONTENT_LENGTH = re.compile(rb"content-length:[ \t]*(\d{1,10})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_READ_BYTES = 65_536
MAX_BODY_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Wire:
    """One connection to a client. `read` returns at most the bytes asked for, b"" at the end of the stream."""

    read: Callable[[int], bytes]
    write: Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A frame whose body is not JSON, and why."""

    reason: str


def take_standard_streams() -> Wire:
    """Keep standard input and output for the protocol; everybody else gets nothing to read and standard error.

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
    """Wait for one debugging client on the loopback interface. Port 0 takes a free one; standard error tells which."""
    with socket.create_server(("127.0.0.1", port)) as listener:
        print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
        connection, _ = listener.accept()
    return Wire(connection.recv, connection.sendall)


def frame(body: bytes) -> bytes:
    """Return the body with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def read_messages(read: Callable[[int], bytes]) -> Iterator[tuple[object, int]]:
    """Yield each decoded body, or `Unreadable`, with its length in bytes, until the stream ends.

    A wrong Content-Length costs the frames it cuts through, never the stream: reading goes on at the next header.
    """
    buffer = bytearray()

    def fill() -> bool:
        try:
            data = read(_READ_BYTES)
        except OSError:  # the client is gone
            return False
        buffer.extend(data)
        return bool(data)

    while True:
        while (header_end := _HEADER_END.search(buffer)) is None:
            if not fill():
                return
        length = _content_length(bytes(buffer[: header_end.start()]))
        del buffer[: header_end.end()]
        if length is None:
            continue
        if length > MAX_BODY_BYTES:
            yield Unreadable(f"a message of {length} bytes is too large; the limit is {MAX_BODY_BYTES}"), 0
            continue
        while len(buffer) < length:
            if not fill():
                return
        body = bytes(buffer[:length])
        del buffer[:length]
        message = decode(body)
        if isinstance(message, Unreadable):
            buffer[:0] = _after_first_value(body)
        yield message, length


def _content_length(header: bytes) -> int | None:
    match = _CONTENT_LENGTH.search(header)
    return int(match.group(1)) if match else None


def decode(body: bytes) -> object:
    """Return the JSON value of a body, or `Unreadable`."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except ValueError as error:
        return Unreadable(f"the body is not JSON in UTF-8: {error}")
    except RecursionError:
        return Unreadable("the body is nested too deeply")


def _after_first_value(body: bytes) -> bytes:
    """Return what a too large Content-Length took from the next frames, or b""."""
    try:
        text = body.decode("utf-8")
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return b""
    return text[end:].encode("utf-8")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
