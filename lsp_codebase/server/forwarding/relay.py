"""Between a client and the server that stands for it: another process, the next one, or this one.

One thread reads the client, one the server. The journal knows the meaning of each message for the session, which goes
on wherever it is served: here where no other process lets us in, and there once one does.
"""

from __future__ import annotations

import json
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from lsp_codebase.attach import (
    SIGN_OF_LIFE,
    SILENCE_S,
    Attached,
    Refused,
    Unreadable,
    Wire,
    claim,
    connect,
    decode,
    frame,
    frame_of,
    pauses_between_looks,
    read_messages,
    settle,
)
from lsp_codebase.process import on_end_signal
from lsp_codebase.server import parent
from lsp_codebase.server.forced_exit import ForcedExit
from lsp_codebase.server.forwarding.caller import Caller
from lsp_codebase.server.forwarding.installed import replaced
from lsp_codebase.server.forwarding.journal import Journal

_LONGEST_S = 30.0
"""A process that is about to serve is waited for so long: it takes a second or two on a quiet machine."""
_LOOK_EVERY_S = 0.05
_END_S = 1.8
"""The process ends this long after its client's `exit`, even if the host does not let go."""
_MOST_FRAMES = 16  # between the reader and the server of this process
_ANSWER = re.compile(rb'\{"jsonrpc": ?"2\.0", ?"id": ?(-?\d{1,18}|"[^"\\]{0,200}"), ?"result":')
"""The head of an answer as the server of this process writes it."""
_MOST_SILENT = 3
"""After so many hosts in a row that let us in and end without a word, this process serves its client itself."""


def find_host(caller: Caller) -> Attached | None:
    """Return the process that serves the index of a client, or is just about to; None if this one is to serve it."""
    deadline = time.monotonic() + _LONGEST_S
    is_ours = False
    try:
        while (host := connect(caller.index_directory, caller.name)) is None:
            if is_ours or time.monotonic() > deadline:
                return None
            is_ours = claim(caller.index_directory)
            if not is_ours:
                time.sleep(_LOOK_EVERY_S)
    except Refused as refusal:
        tell(f"{refusal}; this process goes on by itself")
        host = None
    if is_ours:  # somebody opened a door between the look and the claim
        settle(caller.index_directory)
    return host


class ServerHere(Protocol):
    """A server of this process for its client."""

    @property
    def lets_others_in(self) -> bool:
        """Whether it serves other processes, or stands ready to."""

    def run(self, wire: Wire, has_left: Callable[[], bool]) -> int:
        """Serve the client to the end of the wire, and return the exit code; by the main thread.

        The process ends soon after, whatever still runs, unless the client `has_left` for another server.
        """


class Relay:
    """The client, and its present server."""

    def __init__(self, client: Wire, caller: Caller, host: Attached | None, begin: Callable[[], ServerHere]) -> None:
        """`begin` makes a server of this process, for the times without a host."""
        self._client = client
        self._caller = caller
        self._host = host
        self._begin = begin
        self._journal = Journal()
        self._server = host.wire if host else self._here()  # to write to
        self._pauses = pauses_between_looks()  # those of hosts in a row that end without a word grow, too
        self._turn = threading.Lock()  # for the journal, and for writing to the server
        self._writing = threading.Lock()  # to the client
        self._is_over = threading.Event()  # the client has ended, or reads no more
        self._heard = time.monotonic()  # of the host, or owed nothing by it

    def run(self, parent_pid: int | None = None) -> int:
        """Have the client served until it is gone, and return the exit code. The main thread calls.

        While another process serves it, a signal ends this one at once, and so does the end of its parent or client:
        nothing is left to be put in order.
        """
        for pid in {parent_pid, self._caller.pid}:
            parent.watch(pid, self._end_orphaned)
        threading.Thread(target=self._read_client, name="client", daemon=True).start()
        threading.Thread(target=self._doubt_host, name="doubt", daemon=True).start()
        silent = 0
        while True:
            if self._host is None:
                code = self._serve_here(self._server)
                if self._host is None:
                    return code
            silent = 0 if self._read_host(self._host) else silent + 1
            if self._is_over.is_set():
                return self._exit_code()
            try:
                has_server = self._next(self._host, is_silent=silent >= _MOST_SILENT)
            except OSError:  # the client reads no more
                return self._exit_code()
            if self._journal.is_shut_down:
                self._is_over.wait()
            if self._is_over.is_set():
                return self._exit_code()
            if not has_server:
                return 1

    def _next(self, ended: Attached, *, is_silent: bool) -> bool:
        """Have the next host serve the client, or this process, unless it needs none any more.

        Return whether there is one.
        """
        with self._turn:
            if self._is_over.is_set() or self._journal.is_shut_down:
                return False
            if self._journal.awaits_end:
                self._replay()
                return False
            tell(f"process {ended.pid}, which served this one, does so no more")
            host = None if is_silent else find_host(self._caller)
            if host is not None:
                self._go_on(host)
                return True
            if (why := replaced()) is not None:
                tell(f"{why}; this process ends, and is to be started again")
                return False
            self._host = None
            self._server = self._here(b"".join(self._replay()))
            return True

    def _go_on(self, host: Attached) -> None:
        """Have a host serve the client from now on. Holds `_turn`."""
        self._heard = time.monotonic()
        self._host, self._server = host, host.wire
        for data in self._replay():
            self._send(data)

    def _read_host(self, host: Attached) -> bool:
        """Pass on the host's messages until it is gone; return whether there were any."""
        on_end_signal(lambda number: os._exit(128 + number))
        has_spoken = False
        try:
            for message, body in read_messages(host.wire.read):
                has_spoken = True
                self._heard = time.monotonic()
                self._pass_on(message, body)
        except OSError:  # the client reads no more
            self._is_over.set()
        host.wire.close()
        return has_spoken

    def _doubt_host(self) -> None:
        """Hang up on a host that owes an answer, or reads nothing, and gives no sign of life."""
        while not self._is_over.wait(SILENCE_S / 2):
            host = self._host
            if host is None or not (self._journal.is_owed or self._turn.locked()):
                self._heard = time.monotonic()
                continue
            silence = time.monotonic() - self._heard
            if silence > 2 * SILENCE_S or (silence > SILENCE_S / 2 and host.wire.is_stopped()):
                host.wire.close()  # its reader and its writers wake
            elif silence > SILENCE_S:  # on another thread, which may have to wait
                threading.Thread(target=self._ask_for_a_sign, name="sign of life", daemon=True).start()

    def _ask_for_a_sign(self) -> None:
        with self._turn:
            if self._host is not None:
                self._send(frame_of({"jsonrpc": "2.0", "id": SIGN_OF_LIFE, "method": SIGN_OF_LIFE}))

    def _read_client(self) -> None:
        """Pass on the client's messages until it is gone."""
        for message, body in read_messages(self._client.read):
            if isinstance(message, Unreadable):
                self._refuse(message)
                continue
            message, body = self._caller.introduced(message, body)
            is_exit = isinstance(message, dict) and message.get("method") == "exit"
            if is_exit:
                self._end()
            with self._turn:
                if self._journal.note_sent(message):
                    self._send(frame(body))
            if is_exit:
                return
        self._end()
        with self._turn:  # else it might be the wire of a host that has just been replaced
            self._server.close()

    def _end(self) -> None:
        self._is_over.set()
        if self._host is not None:
            ForcedExit(self._exit_code).within(_END_S)

    def _pass_on(self, message: object, body: bytes) -> None:
        """Write a message of the server to the client, as far as it is news to it."""
        with self._turn:
            passed, reply = self._journal.note_received(message)
            if reply is not None:
                self._send(frame_of(reply))
        if passed is not None:
            self._write(frame(body) if passed is message else frame_of(passed))

    def _here(self, before: bytes = b"") -> Wire:
        """Return the wire to a server of this process, which reads some messages first."""
        frames: queue.Queue[bytes] = queue.Queue(_MOST_FRAMES)

        def read(_: int) -> bytes:
            nonlocal before
            data, before = before, b""
            return data or frames.get()

        return Wire(read, frames.put, lambda: frames.put(b""))

    def _serve_here(self, here: Wire) -> int:
        """Serve the client in this process until it is gone, or another one serves it; return the exit code."""

        def write(data: bytes) -> None:
            body = data.partition(b"\r\n\r\n")[2]
            if self._server is here:
                self._pass_on(self._head(body) or decode(body), body)

        server = self._begin()
        threading.Thread(target=self._seek_host, args=(server, here), name="host seeker", daemon=True).start()
        return server.run(Wire(here.read, write), lambda: self._server is not here)

    def _head(self, body: bytes) -> object:
        """Return an answer of the server of this process without its result, which may be long; None if it counts."""
        answer = _ANSWER.match(body)
        msg_id = json.loads(answer[1]) if answer else None
        return None if answer is None or self._journal.reads_answer(msg_id) else {"id": msg_id, "result": None}

    def _seek_host(self, server: ServerHere, here: Wire) -> None:
        """Leave the server of this process, which may have to read an index beside its host, for the host of its index.

        A process that lets others in stays: else two of them might go to each other. No answer is lost or delayed: it
        is left while it owes none.
        """
        while not self._is_over.wait(next(self._pauses)):
            if server.lets_others_in or self._journal.is_owed:
                continue
            with suppress(Refused):
                host = connect(self._caller.index_directory, self._caller.name)
                if host is not None and self._has_left_for(host):
                    here.close()
                    return

    def _has_left_for(self, host: Attached) -> bool:
        with self._turn:
            if self._is_over.is_set() or self._journal.is_owed or self._journal.is_shut_down:
                host.wire.close()
                return False
            self._go_on(host)
            tell(f"process {host.pid} serves this one from now on")
            return True

    def _replay(self) -> list[bytes]:
        """Send the client its owed messages; return those for the next server. Holds `_turn`."""
        replay = self._journal.replay()
        for message in replay.to_client:
            self._write(frame_of(message))
        return [frame_of(message) for message in replay.to_server]

    def _send(self, data: bytes) -> None:
        with suppress(OSError):  # it is gone: the next one is told by the journal
            self._server.write(data)

    def _write(self, data: bytes) -> None:
        with self._writing:
            self._client.write(data)

    def _refuse(self, problem: Unreadable) -> None:
        error = {"code": -32700, "message": problem.reason}
        with suppress(OSError):
            self._write(frame_of({"jsonrpc": "2.0", "id": None, "error": error}))

    def _exit_code(self) -> int:
        return 0 if self._journal.is_shut_down else 1

    def _end_orphaned(self) -> None:
        if self._host is not None:  # else the server of this process sees it too
            os._exit(1)


def tell(sentence: str) -> None:
    """Write a sentence for the user to standard error, which editors keep."""
    with suppress(OSError):
        print(f"lsp-codebase: {sentence}", file=sys.stderr, flush=True)
