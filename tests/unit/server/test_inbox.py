"""What a client sends faster than it is handled waits outside."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lsp_codebase.server.inbox import MOST_BYTES, MOST_MESSAGES, Inbox


class HeldLoop:
    """A loop thread that is busy until the test lets it call what was posted."""

    def __init__(self) -> None:
        self.posted: list[Callable[[], None]] = []
        self.received: list[object] = []
        self.inbox = Inbox(self.posted.append, self.received.append)

    def go_on(self) -> None:
        self.posted.pop(0)()


def sending(loop: HeldLoop, messages: int, size: int) -> threading.Thread:
    def send() -> None:
        for number in range(messages):
            loop.inbox.put(number, size)

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    return thread


def handle_all(loop: HeldLoop, reader: threading.Thread) -> int:
    """Let the loop work until all is read; return how many messages waited at most."""
    most = 0
    while reader.is_alive() or loop.posted:
        most = max(most, len(loop.posted))
        if loop.posted:
            loop.go_on()
        else:
            reader.join(0.001)
    return most


def test_the_reader_waits_where_many_messages_wait_and_all_arrive_in_order() -> None:
    loop = HeldLoop()
    reader = sending(loop, 5 * MOST_MESSAGES, 10)
    reader.join(0.2)
    assert reader.is_alive()
    assert handle_all(loop, reader) <= MOST_MESSAGES
    assert loop.received == [*range(5 * MOST_MESSAGES)]


def test_the_reader_waits_where_much_text_waits() -> None:
    loop = HeldLoop()
    reader = sending(loop, 20, MOST_BYTES // 4)
    reader.join(0.2)
    assert reader.is_alive()
    assert handle_all(loop, reader) <= 4
    assert loop.received == [*range(20)]


def test_a_message_larger_than_the_bound_is_handed_over_alone() -> None:
    loop = HeldLoop()
    reader = sending(loop, 3, 2 * MOST_BYTES)
    assert handle_all(loop, reader) == 1
    assert loop.received == [0, 1, 2]
