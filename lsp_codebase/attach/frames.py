"""JSON-RPC as bytes: bodies with their headers, cut out of a stream.

Only the standard library is imported here: a process that only forwards needs no more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_CONTENT_LENGTH = re.compile(rb"content-length:[ \t]*(\d{1,10})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_READ_BYTES = 65_536
MAX_BODY_BYTES = 512 * 1024 * 1024
_MOST_HEADER_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Wire:
    """One connection. `read` returns at most the bytes asked for, b"" at the end of the stream.

    `close` ends it and wakes a thread that reads; standard streams end with the process. `is_stopped` says whether the
    process at the other end was stopped, as by Ctrl+Z, where the system tells.
    """

    read: Callable[[int], bytes]
    write: Callable[[bytes], object]
    close: Callable[[], object] = lambda: None
    is_stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A frame whose body is not JSON, and the reason."""

    reason: str


def frame(body: bytes) -> bytes:
    """Return the body with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def frame_of(message: object) -> bytes:
    """Return a JSON value as a frame."""
    return frame(json.dumps(message, separators=(",", ":")).encode("ascii"))  # half a surrogate pair as an escape


def read_messages(read: Callable[[int], bytes]) -> Iterator[tuple[object, bytes]]:
    """Yield each decoded body, or `Unreadable`, and the body itself, until the stream ends.

    A wrong Content-Length costs the frames it cuts through, never the stream: reading goes on at the next header. Of
    headers without an end only the last bytes are kept, and each is looked at once.
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
        begin = 0
        while (header_end := _HEADER_END.search(buffer, begin)) is None:
            del buffer[:-_MOST_HEADER_BYTES]
            begin = max(len(buffer) - 3, 0)  # the end may have begun
            if not fill():
                return
        length = _content_length(bytes(buffer[: header_end.start()]))
        del buffer[: header_end.end()]
        if length is None:
            continue
        if length > MAX_BODY_BYTES:
            yield Unreadable(f"a message of {length} bytes is too large; the limit is {MAX_BODY_BYTES}"), b""
            continue
        while len(buffer) < length:
            if not fill():
                return
        body = bytes(buffer[:length])
        del buffer[:length]
        message = decode(body)
        if isinstance(message, Unreadable):
            buffer[:0] = _after_first_value(body)
        yield message, body


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
    """Return the bytes that a too large Content-Length took from the next frames, or b""."""
    try:
        text = body.decode("utf-8")
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return b""
    return text[end:].encode("utf-8")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
