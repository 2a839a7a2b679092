"""A greeting is one short frame of known fields; anything else is refused with the reason, and soon."""

import time

import pytest

from lsp_codebase.attach.frames import frame, frame_of
from lsp_codebase.attach.handshake import ConnectionLost, GuestGreeting, HostGreeting, NoGreeting, receive, send

GUEST = GuestGreeting("1.0", 5, "a test")


class Sent:
    """A connection on which some bytes came, and then the end or nothing more."""

    def __init__(self, data: bytes = b"", *, is_open: bool = False) -> None:
        self.left = data
        self.is_open = is_open
        self.deadlines: set[float] = set()

    def read_until(self, size: int, deadline: float) -> bytes:
        self.deadlines.add(deadline)
        if not self.left and self.is_open:
            raise TimeoutError
        size = min(size, 3)
        part, self.left = self.left[:size], self.left[size:]
        return part

    def write(self, data: bytes) -> None:
        self.left += data


@pytest.mark.parametrize("greeting", [GUEST, HostGreeting("1.0", 5, "/ä", "/index")])
def test_a_greeting_arrives_as_it_was_sent_and_nothing_behind_it_is_read(greeting):
    stream = Sent()
    send(stream, greeting)
    stream.write(b"more")
    assert receive(stream, type(greeting)) == greeting
    assert stream.left == b"more"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0" * 70 + b"\r\n\r\n", "its header is too long"),
        (b"GET / HTTP/1.1\r\n\r\n", "its header is none"),
        (b"Length: 5\r\n\r\n", "its header is none"),
        (b"Content-Length: -1\r\n\r\n", "its header is none"),
        (b"Content-Length: \r\n\r\n", "its header is none"),
        (b"Content-Length: 16385\r\n\r\n", "its greeting is too long"),
        (frame(b"{"), "its greeting is none"),
        (frame_of([]), "its greeting is none"),
        (frame_of({"lspCodebase": {"version": "1.0", "pid": 5}}), "its greeting is none"),
        (frame_of({"lspCodebase": {"version": "1.0", "pid": True, "name": "x"}}), 'its greeting is none: {"version"'),
        (frame_of({"lspCodebase": {"version": 1, "pid": 5, "name": "x"}}), 'its greeting is none: {"version"'),
        (b"Content-Len", "it does not answer"),
        (frame_of({"lspCodebase": {}})[:-1], "it does not answer"),
    ],
)
def test_what_is_no_greeting_is_refused_with_the_reason(data, reason):
    with pytest.raises(NoGreeting) as caught:
        receive(Sent(data, is_open=True), GuestGreeting)
    assert str(caught.value).startswith(reason)
    assert not isinstance(caught.value, ConnectionLost)


@pytest.mark.parametrize("data", [b"", b"Content-Len", frame_of({"lspCodebase": {}})[:-1]])
def test_who_hangs_up_before_the_end_of_its_greeting_is_told_apart(data):
    with pytest.raises(ConnectionLost):
        receive(Sent(data), GuestGreeting)


def test_the_whole_greeting_has_one_deadline():
    stream = Sent()
    send(stream, GUEST)
    receive(stream, GuestGreeting)
    (deadline,) = stream.deadlines
    assert 2 < deadline - time.monotonic() < 4
