"""The greetings of both ends before anything else: one frame each, the host's first.

Different versions never talk: the same release is the same protocol, and no other promise is kept between them.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Protocol, TypeVar

from lsp_codebase.attach.frames import decode, frame_of

GREETING_S = 3.0
"""A guest's time for its whole greeting."""
_KEY = "lspCodebase"
_MOST_HEADER_BYTES = 64
_MOST_BODY_BYTES = 16_384  # two paths of 4,096 bytes, each byte of them as an escape


class NoGreeting(Exception):
    """The other end does not greet as it should; the message says how."""


class ConnectionLost(NoGreeting):
    """The other end was gone before it had greeted."""


class Stream(Protocol):
    """A connection, with the methods that greeting needs."""

    def read_until(self, size: int, deadline: float) -> bytes:
        """Return at most so many bytes by the deadline; raises `TimeoutError`."""

    def write(self, data: bytes) -> None:
        """Write all of it."""


@dataclass(frozen=True, slots=True)
class HostGreeting:
    """The process that writes an index."""

    version: str
    pid: int
    root: str
    index: str


@dataclass(frozen=True, slots=True)
class GuestGreeting:
    """A process that wants to be served. `name` is its kind, for people."""

    version: str
    pid: int
    name: str


Greeting = TypeVar("Greeting", HostGreeting, GuestGreeting)


def send(stream: Stream, greeting: HostGreeting | GuestGreeting) -> None:
    """Send a greeting."""
    stream.write(frame_of({_KEY: asdict(greeting)}))


def receive(stream: Stream, kind: type[Greeting], within_s: float = GREETING_S) -> Greeting:
    """Return the greeting of the other end, of this kind; no byte after it is read.

    Raises:
        NoGreeting: if it is late, too long, or malformed.
        OSError: if the connection breaks.
    """
    deadline = time.monotonic() + within_s
    try:
        header = b""
        while not header.endswith(b"\r\n\r\n"):
            if len(header) > _MOST_HEADER_BYTES:
                raise NoGreeting("its header is too long")
            header += _exactly(stream, 1, deadline)
        name, _, length = header.strip().partition(b":")
        if name.lower() != b"content-length" or not length.strip().isdigit():
            raise NoGreeting("its header is none")
        if int(length) > _MOST_BODY_BYTES:
            raise NoGreeting("its greeting is too long")
        return _as(kind, decode(_exactly(stream, int(length), deadline)))
    except TimeoutError:
        raise NoGreeting("it does not answer") from None


def _exactly(stream: Stream, size: int, deadline: float) -> bytes:
    data = b""
    while len(data) < size:
        part = stream.read_until(size - len(data), deadline)
        if not part:
            raise ConnectionLost("it hung up")
        data += part
    return data


def _as(kind: type[Greeting], message: object) -> Greeting:
    said = message.get(_KEY) if isinstance(message, dict) else None
    try:
        greeting = kind(**{name: said[name] for name in kind.__dataclass_fields__})  # type: ignore[index]
    except (TypeError, KeyError):
        raise NoGreeting("its greeting is none") from None
    if any(type(value) is not (int if name == "pid" else str) for name, value in asdict(greeting).items()):
        raise NoGreeting(f"its greeting is none: {json.dumps(said)[:200]}")
    return greeting
