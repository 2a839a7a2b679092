"""Between a client and the server that stands for it: another process, the next one, or at last this one.

One thread reads the client, one the server. The journal knows the meaning of each message for the session.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from contextlib import suppress

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
    read_messages,
    settle,
)
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


class Relay:
    """The client, and its present server."""

    def __init__(self, client: Wire, caller: Caller, host: Attached) -> None:
        self._client = client
        self._caller = caller
        self._host = host
        self._server = host.wire  # to write to
        self._journal = Journal()
        self._turn = threading.Lock()  # for the journal, and for writing to the server
        self._writing = threading.Lock()  # to the client
        self._is_over = threading.Event()  # the client has ended, or reads no more
        self._is_forwarding = True
        self._heard = time.monotonic()  # of the host, or owed nothing by it

    def run(self) -> Wire | int:
        """Forward until the client is gone, and return the exit code; or return how to serve it from here on."""
        parent.watch(self._caller.pid, self._end_orphaned)
        threading.Thread(target=self._read_client, name="client", daemon=True).start()
        threading.Thread(target=self._doubt_host, name="doubt", daemon=True).start()
        silent = 0
        while True:
            silent = 0 if self._read_host() else silent + 1
            try:
                served = self._next(is_silent=silent >= _MOST_SILENT)
            except OSError:  # the client reads no more
                return self._exit_code()
            if served is not None:
                return served
            if self._journal.is_shut_down:
                self._is_over.wait()
            if self._is_over.is_set():
                return self._exit_code()

    def _next(self, *, is_silent: bool) -> Wire | int | None:
        """Do as `_go_on` does with the next host, unless the client needs none any more."""
        with self._turn:
            if self._is_over.is_set() or self._journal.is_shut_down:
                return None
            if self._journal.awaits_end:
                self._replay()
                return None
            tell(f"process {self._host.pid}, which served this one, does so no more")
            return self._go_on(None if is_silent else find_host(self._caller))

    def _go_on(self, host: Attached | None) -> Wire | int | None:
        """Have the next host serve the client, None; without one, return how this process is to, or an exit code."""
        if host is None:
            if (why := replaced()) is None:
                return self._take_over()
            tell(f"{why}; this process ends, and is to be started again")
            return 1
        self._heard = time.monotonic()
        self._host, self._server = host, host.wire
        for data in self._replay():
            self._send(data)
        return None

    def _read_host(self) -> bool:
        """Pass on the host's messages until it is gone; return whether there were any."""
        has_spoken = False
        try:
            for message, body in read_messages(self._host.wire.read):
                has_spoken = True
                self._heard = time.monotonic()
                self._pass_on(message, body)
        except OSError:  # the client reads no more
            self._is_over.set()
        self._host.wire.close()
        return has_spoken

    def _doubt_host(self) -> None:
        """Hang up on a host that owes an answer, or reads nothing, and gives no sign of life."""
        while self._is_forwarding and not self._is_over.wait(SILENCE_S / 2):
            if not (self._journal.is_owed or self._turn.locked()):
                self._heard = time.monotonic()
            silence = time.monotonic() - self._heard
            if silence > 2 * SILENCE_S or (silence > SILENCE_S / 2 and self._host.wire.is_stopped()):
                self._host.wire.close()  # its reader and its writers wake
            elif silence > SILENCE_S:  # on another thread, which may have to wait
                threading.Thread(target=self._ask_for_a_sign, name="sign of life", daemon=True).start()

    def _ask_for_a_sign(self) -> None:
        with self._turn:
            if self._is_forwarding:
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
        if self._is_forwarding:
            ForcedExit(self._exit_code).within(_END_S)

    def _pass_on(self, message: object, body: bytes) -> None:
        """Write a message of the server to the client, as far as it is news to it."""
        with self._turn:
            passed, reply = self._journal.note_received(message)
            if reply is not None:
                self._send(frame_of(reply))
        if passed is not None:
            self._write(frame(body) if passed is message else frame_of(passed))

    def _take_over(self) -> Wire:
        """Return the wire over which a server of this process goes on. The reader of the client stays."""
        self._is_forwarding = False
        frames: queue.Queue[bytes] = queue.Queue(_MOST_FRAMES)
        before = b"".join(self._replay())
        self._server = Wire(lambda _: b"", frames.put, lambda: frames.put(b""))

        def read(_: int) -> bytes:
            nonlocal before
            data, before = before, b""
            return data or frames.get()

        def write(data: bytes) -> None:
            body = data.partition(b"\r\n\r\n")[2]
            self._pass_on(decode(body), body)

        return Wire(read, write)

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
        if self._is_forwarding:  # else the server of this process sees it too
            os._exit(1)


def tell(sentence: str) -> None:
    """Write a sentence for the user to standard error, which editors keep."""
    with suppress(OSError):
        print(f"lsp-codebase: {sentence}", file=sys.stderr, flush=True)
