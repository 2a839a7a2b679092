"""A server of the team: JSON-RPC over HTTP, within bounds of time and size."""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, TimeoutError
from contextlib import suppress
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from lsp_codebase.config import TEAM_TOKEN_VARIABLE
from lsp_codebase.errors import CodebaseError

ANSWER_S = 2.0
"""An answer is waited for so long, connecting included: a question has local answers, too."""
MOST_BYTES = 16_000_000
"""The most bytes of an answer: the longest page of hits with their context has some megabytes."""
_IDLE_S = 10.0  # a connection is used again within this time; the server closes it after 15
_LEAST_PAUSE_S, _LONGEST_PAUSE_S = 5.0, 60.0  # without a question, after failures
_ASKING = 4  # requests at a time
_TOKEN = re.compile(r"[!-~]+")
_CLOSED = "its folder was closed"


class ServerUnavailable(CodebaseError):
    """The server cannot be asked at the moment, or its answer is not valid."""


class Server:
    """One server. Any thread may ask; after a failure it is left alone for a while, so that few questions wait."""

    def __init__(self, url: str) -> None:
        """Raise `ServerUnavailable` for an address to which no code may be sent."""
        parts = urlsplit(url)
        self._host, self._port, self._path = _checked(url)
        self._is_safe = parts.scheme == "https"
        self._token = os.environ.get(TEAM_TOKEN_VARIABLE, "").strip()
        if self._token and not _TOKEN.fullmatch(self._token):
            raise ServerUnavailable(f"{TEAM_TOKEN_VARIABLE} holds what no header can: ASCII without spaces")
        self._lock = threading.Lock()
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._busy: set[http.client.HTTPConnection] = set()
        self._is_closed = False
        self._pause_s = 0.0
        self._off_until = 0.0  # on the monotonic clock
        self._threads = ThreadPoolExecutor(_ASKING, thread_name_prefix="team")
        self.reason: str | None = None
        """The reason why it was not asked, or gave no answer, the last time."""

    def begin(self, method: str, params: Mapping[str, Any]) -> Future[object]:
        """Ask on a thread of its own; see `answer`."""
        if self._is_left_alone:
            return _refused(self.reason or "it does not answer")
        try:
            return self._threads.submit(self._ask, method, params, time.monotonic() + ANSWER_S)
        except RuntimeError:  # they are shut down
            return _refused(_CLOSED)

    def answer(self, asked: Future[object]) -> object:
        """Return the `result` of a request; waits a moment.

        Raises:
            ServerUnavailable: if no answer came in time, or an invalid one.
        """
        try:
            result = asked.result(ANSWER_S)
        except TimeoutError:
            asked.cancel()
            raise self.failed(f"no answer within {ANSWER_S:g} s") from None
        except CancelledError:
            raise ServerUnavailable(_CLOSED) from None
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            raise self.failed(str(error) or type(error).__name__) from error
        self._pause_s, self.reason = 0.0, None
        return result

    def failed(self, reason: str) -> ServerUnavailable:
        """Leave the server alone for a while; return the error to raise."""
        with self._lock:
            self.reason = reason
            self._pause_s = min(max(self._pause_s * 2, _LEAST_PAUSE_S), _LONGEST_PAUSE_S)
            self._off_until = time.monotonic() + self._pause_s
        self._hang_up()
        return ServerUnavailable(reason)

    @property
    def _is_left_alone(self) -> bool:
        return time.monotonic() < self._off_until

    def close(self) -> None:
        """Ask nothing more; returns at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._is_closed = True
        self._hang_up()

    def _hang_up(self) -> None:
        """End all connections: a thread that gets its answer byte by byte waits no longer."""
        with self._lock:
            left, self._idle = self._idle, []
            for connection in self._busy:
                if connection.sock is not None:
                    with suppress(OSError):
                        connection.sock.shutdown(socket.SHUT_RDWR)
        for connection, _ in left:
            connection.close()

    # -- threads that ask

    def _ask(self, method: str, params: Mapping[str, Any], until: float) -> object:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        connection, may_last = self._connection(), False
        was_open = connection.sock is not None

        def sent() -> http.client.HTTPResponse:
            connection.request("POST", self._path, body, headers)
            return connection.getresponse()

        try:
            try:
                response = sent()
            except ConnectionError:
                if not was_open or self._is_closed or self._is_left_alone:
                    raise
                connection.close()  # what stands between had hung up while it was idle
                response = sent()
            text = _read(response, until)
            may_last = not response.will_close
        finally:
            with self._lock:
                self._busy.discard(connection)
                if may_last and not self._is_closed:
                    self._idle.append((connection, time.monotonic()))
                else:
                    connection.close()
        return _result(response.status, text)

    def _connection(self) -> http.client.HTTPConnection:
        with self._lock:
            connection = self._kept() or self._new()
            self._busy.add(connection)
        return connection

    def _kept(self) -> http.client.HTTPConnection | None:
        while self._idle:
            connection, since = self._idle.pop()
            if time.monotonic() - since < _IDLE_S:
                return connection
            connection.close()
        return None

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        """The authorities of this system: read once, in 40 ms."""
        return ssl.create_default_context()

    def _new(self) -> http.client.HTTPConnection:
        if self._is_safe:
            return http.client.HTTPSConnection(self._host, self._port, timeout=ANSWER_S, context=self._certificates)
        return http.client.HTTPConnection(self._host, self._port, timeout=ANSWER_S)


def _refused(reason: str) -> Future[object]:
    failed: Future[object] = Future()
    failed.set_exception(ServerUnavailable(reason))
    return failed


def _checked(url: str) -> tuple[str, int | None, str]:
    """Return host, port and path of an address over which a token may be sent."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = -1
    host = parts.hostname or ""
    is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
    if parts.scheme not in ("http", "https") or not host or port == -1 or not is_plain:
        raise ServerUnavailable(f"{url!r} is no address such as https://code.example/")
    if parts.scheme == "http" and not _is_loopback(host):
        raise ServerUnavailable(f"{url!r} would send code and the token in the clear; write https://")
    return host, port, parts.path or "/"


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _read(response: http.client.HTTPResponse, until: float) -> bytes:
    """Return a body; raise `ValueError` for one that is too large or comes too slowly."""
    text = bytearray()
    while part := response.read1(1 << 16):
        text += part
        if len(text) > MOST_BYTES:
            raise ValueError(f"an answer of more than {MOST_BYTES:,} bytes")
        if time.monotonic() > until:
            raise ValueError(f"no whole answer within {ANSWER_S:g} s")
    response.close()  # so that the connection may be used again
    return bytes(text)


def _result(status: int, text: bytes) -> object:
    if status == http.client.UNAUTHORIZED:
        raise ValueError(f"it does not know the token in {TEAM_TOKEN_VARIABLE}")
    if status != http.client.OK:
        raise ValueError(f"it answers with the status {status}")
    message = json.loads(text)
    if not isinstance(message, dict):
        raise ValueError("its answer is no JSON-RPC")
    if "result" not in message:
        error = message.get("error")
        reason = error.get("message") if isinstance(error, dict) else None
        raise ValueError(f"it refuses: {str(reason)[:200]}")
    return message["result"]
