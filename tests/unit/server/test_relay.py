"""Between a client and its server: hosts that freeze, hang up, end together with the client, or come later."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from waiting import LONG_S

import lsp_codebase
from lsp_codebase.attach import Attached, Refused, Wire, frame_of, liveness, read_messages
from lsp_codebase.server.forwarding import relay as module
from lsp_codebase.server.forwarding.caller import Caller
from lsp_codebase.server.forwarding.relay import Relay

INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
CALLER = Caller(Path("/index"), "a test", None, None)


class Ends:
    """Both ends of the client's connection, hosts to be found one after another, and the server of this process."""

    lets_others_in = False

    def __init__(self) -> None:
        self.ours, theirs = socket.socketpair()
        self.ours.settimeout(LONG_S)
        self.client = wire_of(theirs)
        self.hosts: queue.Queue[Attached | None] = queue.Queue()
        self.has_resorted = False
        self.outcome: queue.Queue[Any] = queue.Queue()
        """The wire to the server of this process, and the exit code."""
        self.may_leave = threading.Event()
        self._sockets = [self.ours, theirs]

    def host(self) -> tuple[Attached, socket.socket]:
        near, far = socket.socketpair()
        self._sockets += [near, far]
        return Attached(1, Path("/root"), wire_of(near)), far

    def run(self, wire: Wire, has_left: Callable[[], bool]) -> int:
        """Take the place of the server of this process."""
        self.outcome.put(wire)
        assert self.may_leave.wait(LONG_S)
        return 0 if has_left() else 3

    def forward(self, host: Attached | None) -> None:
        relay = Relay(self.client, CALLER, host, lambda: self)
        threading.Thread(target=lambda: self.outcome.put(relay.run()), daemon=True).start()

    def say(self, message: object) -> None:
        self.ours.sendall(frame_of(message))

    def within(self, seconds: float) -> None:
        """Take the place of the last resort."""
        self.has_resorted = True

    def close(self) -> None:
        self.may_leave.set()
        self.client.close()
        for thread in threading.enumerate():
            if thread.name in ("client", "host seeker"):  # they may still ask for the last resort
                thread.join(LONG_S)
        for one in self._sockets:
            one.close()


def wire_of(end: socket.socket) -> Wire:
    def close() -> None:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)

    return Wire(end.recv, end.sendall, close)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ends]:
    ends = Ends()
    monkeypatch.setattr(module, "find_host", lambda _: ends.hosts.get(timeout=LONG_S))
    monkeypatch.setattr(module, "ForcedExit", lambda _: ends)  # else it ends the process that tests
    yield ends
    ends.close()


def messages_of(end: socket.socket) -> Callable[[], Any]:
    end.settimeout(LONG_S)
    messages = read_messages(end.recv)
    return lambda: next(messages)[0]


def test_a_client_whose_host_freezes_is_served_by_the_next_one(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENCE_S", 0.2)
    frozen, frozen_end = ends.host()
    following, end = ends.host()
    ends.hosts.put(following)
    ends.forward(frozen)
    ends.say(INITIALIZE)
    asked, replayed = messages_of(frozen_end), messages_of(end)
    assert asked() == INITIALIZE
    assert asked()["method"] == "$/lspCodebase/isThere"
    assert replayed() == INITIALIZE


def test_a_host_that_was_stopped_is_left_before_it_counts_as_frozen(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SILENCE_S", 1.0)
    stopped, stopped_end = ends.host()
    following, end = ends.host()
    ends.hosts.put(following)
    ends.forward(replace(stopped, wire=replace(stopped.wire, is_stopped=lambda: True)))
    ends.say(INITIALIZE)
    asked, replayed = messages_of(stopped_end), messages_of(end)
    assert asked() == INITIALIZE
    with pytest.raises(StopIteration):
        asked()
    assert replayed() == INITIALIZE


def test_a_host_that_is_slow_and_alive_is_waited_for(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENCE_S", 0.2)
    host, end = ends.host()
    ends.forward(host)
    ends.say(INITIALIZE)
    asked = messages_of(end)
    assert asked() == INITIALIZE
    for _ in range(6):  # signs of life for longer than silence is borne
        sign = asked()
        end.sendall(frame_of({"jsonrpc": "2.0", "id": sign["id"], "error": {"code": -32601, "message": "?"}}))
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"capabilities": {}}}
    end.sendall(frame_of(answer))
    assert messages_of(ends.ours)() == answer


def test_hosts_that_let_in_and_hang_up_are_not_tried_for_ever(ends: Ends) -> None:
    ends.say(INITIALIZE)
    host, end = ends.host()
    end.close()
    for _ in range(2):
        again, far = ends.host()
        far.close()
        ends.hosts.put(again)
    ends.forward(host)
    own = ends.outcome.get(timeout=LONG_S)
    assert isinstance(own, Wire)
    assert next(read_messages(own.read))[0] == INITIALIZE


def test_a_client_that_is_about_to_end_needs_no_other_server(ends: Ends) -> None:
    host, end = ends.host()
    ends.forward(host)
    for message in (INITIALIZE, shutdown := {"jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": None}):
        ends.say(message)
    asked = messages_of(end)
    assert [asked(), asked()] == [INITIALIZE, shutdown]
    end.close()
    answered = messages_of(ends.ours)
    assert answered() == {"jsonrpc": "2.0", "id": 2, "result": None}
    ends.say({"jsonrpc": "2.0", "method": "exit"})
    assert ends.outcome.get(timeout=LONG_S) == 0


def test_a_client_that_ends_while_this_process_takes_over_ends_it_too(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, end = ends.host()
    has_begun, may_go_on = threading.Event(), threading.Event()

    def replay(relay: Relay) -> list[bytes]:
        has_begun.set()
        assert may_go_on.wait(LONG_S)
        return []

    ended = threading.Event()
    end_of_client = Relay._end
    monkeypatch.setattr(Relay, "_replay", replay)
    monkeypatch.setattr(Relay, "_end", lambda relay: (end_of_client(relay), ended.set()))
    ends.hosts.put(None)
    end.close()
    ends.forward(host)
    assert has_begun.wait(LONG_S)
    ends.ours.shutdown(socket.SHUT_WR)
    assert ended.wait(LONG_S)
    may_go_on.set()
    assert ends.outcome.get(timeout=LONG_S) == 1
    assert not ends.has_resorted, "it ends in good order"


@pytest.mark.parametrize("now", ['__version__ = "99.0"\n', None])
def test_a_process_whose_package_was_replaced_ends_and_loads_no_more_of_it(
    ends: Ends, now: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    installed = tmp_path / "__init__.py"
    if now is not None:
        installed.write_text(now)
    monkeypatch.setattr(lsp_codebase, "__file__", str(installed))
    host, end = ends.host()
    ends.hosts.put(None)
    end.close()
    ends.forward(host)
    assert ends.outcome.get(timeout=LONG_S) == 1
    assert "this process ends, and is to be started again" in capfd.readouterr().err


@pytest.fixture
def coming(monkeypatch: pytest.MonkeyPatch) -> queue.Queue[Attached | Refused]:
    """Hosts that are found by a process that serves its client by itself; each look has another outcome."""
    coming: queue.Queue[Attached | Refused] = queue.Queue()

    def connect(*_: object) -> Attached | None:
        try:
            found = coming.get_nowait()
        except queue.Empty:
            return None
        if isinstance(found, Refused):
            raise found
        return found

    monkeypatch.setattr(module, "connect", connect)
    monkeypatch.setattr(liveness, "_FIRST_PAUSE_S", 0.01)
    return coming


def test_a_client_that_is_served_here_goes_to_a_host_that_lets_it_in_later(
    ends: Ends, coming: queue.Queue[Attached | Refused]
) -> None:
    ends.say(INITIALIZE)
    ends.forward(None)
    here = ends.outcome.get(timeout=LONG_S)
    messages = read_messages(here.read)
    assert next(messages)[0] == INITIALIZE
    answered = messages_of(ends.ours)
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"capabilities": {}}}
    here.write(frame_of(answer))
    assert answered() == answer
    ends.say(opened := {"jsonrpc": "2.0", "method": "initialized", "params": {}})
    assert next(messages)[0] == opened
    host, end = ends.host()
    coming.put(Refused("it was stopped"))
    coming.put(host)
    told = messages_of(end)
    assert [told()["method"], told()["method"]] == ["initialize", "initialized"]
    assert [*messages] == [], "the server of this process ends"
    here.write(frame_of({"jsonrpc": "2.0", "method": "window/logMessage", "params": {}}))
    ends.may_leave.set()
    end.sendall(frame_of(news := {"jsonrpc": "2.0", "method": "$/news"}))
    assert answered() == news, "of the server that was left the client hears no more"


@pytest.mark.parametrize("msg_id", [7, -7, "seven", 'of "seven"', "seven\\"])
def test_an_answer_of_this_process_arrives_whole_and_is_owed_no_more(
    ends: Ends, coming: queue.Queue[Attached | Refused], msg_id: object
) -> None:
    ends.say(INITIALIZE)
    ends.forward(None)
    here = ends.outcome.get(timeout=LONG_S)
    messages, answered = read_messages(here.read), messages_of(ends.ours)
    assert next(messages)[0] == INITIALIZE
    for request in (INITIALIZE["id"], msg_id):
        if request == msg_id:
            ends.say(asked := {"jsonrpc": "2.0", "id": msg_id, "method": "workspace/symbol", "params": {}})
            assert next(messages)[0] == asked
        here.write(
            frame_of(answer := {"jsonrpc": "2.0", "id": request, "result": {"capabilities": {}, "names": ["a"]}})
        )
        assert answered() == answer
    host, end = ends.host()
    coming.put(host)
    assert messages_of(end)()["method"] == "initialize"


def test_a_client_stays_with_the_server_that_owes_it_an_answer(
    ends: Ends, coming: queue.Queue[Attached | Refused]
) -> None:
    ends.say(INITIALIZE)
    ends.forward(None)
    here = ends.outcome.get(timeout=LONG_S)
    assert next(read_messages(here.read))[0] == INITIALIZE
    host, end = ends.host()
    coming.put(host)
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"capabilities": {}}}
    threading.Timer(0.2, here.write, (frame_of(answer),)).start()
    assert messages_of(ends.ours)() == answer
    assert messages_of(end)()["method"] == "initialize"


def seek_host(ends: Ends, monkeypatch: pytest.MonkeyPatch, looks: int) -> list[float]:
    """Have a process that serves its client by itself look so often, and return its pauses."""
    pauses: list[float] = []

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) > looks

    relay = Relay(ends.client, CALLER, None, lambda: ends)
    monkeypatch.setattr(relay._is_over, "wait", wait)
    relay._seek_host(ends, relay._server)
    return pauses


def test_a_host_that_refuses_is_tried_ever_more_seldom_and_never_given_up(
    ends: Ends, coming: queue.Queue[Attached | Refused], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(9):
        coming.put(Refused("it has another version"))
    monkeypatch.setattr(liveness, "_FIRST_PAUSE_S", 2.0)
    assert seek_host(ends, monkeypatch, 9) == [2, 4, 8, 16, 32, 60, 60, 60, 60, 60]
    assert coming.empty()


def test_a_process_that_lets_others_in_does_not_go_to_one_of_them(
    ends: Ends, coming: queue.Queue[Attached | Refused], monkeypatch: pytest.MonkeyPatch
) -> None:
    ends.lets_others_in = True
    coming.put(Refused("nobody asks"))
    seek_host(ends, monkeypatch, 3)
    assert not coming.empty()
