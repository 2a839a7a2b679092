"""A client that does not read holds up nobody; what it must know reaches it in order, once it does."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from waiting import LONG_S

from lsp_codebase.server import outbox as module
from lsp_codebase.server.outbox import Outbox


class Pipe:
    """Takes nothing until it is opened, and fails once it is broken."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.lost = threading.Event()
        self.times_lost = 0
        self.is_broken = False
        self.taken: list[bytes] = []

    def write(self, data: bytes) -> None:
        assert self.opened.wait(LONG_S)
        if self.is_broken:
            raise BrokenPipeError("nobody reads")
        self.taken.append(data)

    def lose(self) -> None:
        self.times_lost += 1
        self.lost.set()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.opened.set()


def test_messages_wait_for_the_client_and_come_in_order(pipe: Pipe) -> None:
    outbox = Outbox(pipe.write, pipe.lose)
    messages = [b"%d" % number for number in range(1_000)]
    for message in messages:
        outbox.write(message)
    assert pipe.taken == []
    pipe.opened.set()
    outbox.close()
    outbox.join()
    assert pipe.taken == messages
    assert not pipe.lost.is_set()


def test_a_client_is_behind_until_it_has_read(pipe: Pipe) -> None:
    outbox = Outbox(pipe.write, pipe.lose)
    outbox.write(b"x" * module.BEHIND_BYTES)
    assert not outbox.is_behind
    outbox.write(b"x")
    assert outbox.is_behind
    pipe.opened.set()
    outbox.close()
    outbox.join()
    assert not outbox.is_behind


def test_after_the_end_nothing_more_is_taken(pipe: Pipe) -> None:
    outbox = Outbox(pipe.write, pipe.lose)
    outbox.write(b"last")
    outbox.close()
    outbox.write(b"too late")
    pipe.opened.set()
    outbox.join()
    assert pipe.taken == [b"last"]


def test_a_client_that_is_gone_is_told_of_once(pipe: Pipe) -> None:
    outbox = Outbox(pipe.write, pipe.lose)
    pipe.is_broken = True
    for _ in range(3):
        outbox.write(b"x")
    pipe.opened.set()
    outbox.join()
    outbox.write(b"y")
    assert pipe.times_lost == 1
    assert not outbox.is_behind or pipe.taken == []


def test_a_client_that_leaves_too_much_unread_is_given_up(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    outbox = Outbox(pipe.write, pipe.lose)
    outbox.write(b"x" * 500)  # one large answer is no reason
    assert not pipe.lost.is_set()
    outbox.write(b"x")
    assert pipe.times_lost == 1
    assert "left 500 bytes unread" in caplog.text
