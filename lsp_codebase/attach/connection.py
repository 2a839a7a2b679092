"""The host as the other end of a wire: requests out, replies in. Any thread may ask."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lsp_codebase.attach.frames import Wire, frame_of, read_messages
from lsp_codebase.attach.liveness import SIGN_OF_LIFE, SILENCE_S
from lsp_codebase.errors import Cancelled, CodebaseError, IndexUnavailable, InvalidQuery, UnknownRoot
from lsp_codebase.model import UNCANCELLED, CancelToken

_LOOK_S = 0.02
"""A request checks this often whether it was cancelled; a reply wakes it at once."""
_LOG_MESSAGE, _WARNING = "window/logMessage", 2
_INVALID_PARAMS, _METHOD_NOT_FOUND, _CANCELLED = -32602, -32601, -32800


class HostEnded(CodebaseError):
    """The process that has the index open ended, or does not answer any more."""


@dataclass(slots=True)
class _Asked:
    done: threading.Event = field(default_factory=threading.Event)
    reply: Mapping[str, Any] | None = None


class Connection:
    """A JSON-RPC client: one reader thread, and as many requests at a time as there are threads that ask."""

    def __init__(self, wire: Wire, tell: Callable[[str], None] = lambda _: None) -> None:
        """`tell` is given the host's warnings for the user, on the reader thread."""
        self._wire = wire
        self._tell = tell
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._asked: dict[int, _Asked] = {}
        self._next_id = 1
        self._ended: str | None = None
        self._heard = time.monotonic()
        self._doubted: float | None = None  # since when, if the host was asked for a sign of life and gave none
        threading.Thread(target=self._read, name="attached", daemon=True).start()

    def request(self, method: str, params: Mapping[str, Any], cancel: CancelToken = UNCANCELLED) -> Any:
        """Return the result of a request.

        Raises:
            InvalidQuery, UnknownRoot, IndexUnavailable, Cancelled, CodebaseError: as the host raised it.
            HostEnded: if the host ends before it has answered.
        """
        number, asked = self._begin()
        try:
            self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            began = time.monotonic()
            while not asked.done.wait(_LOOK_S):
                cancel.check()
                self._doubt(began)
        except Cancelled:
            self.notify("$/cancelRequest", {"id": number})
            raise
        finally:
            with self._lock:
                self._asked.pop(number, None)
        if asked.reply is None:
            raise HostEnded(self._ended or "it ended")
        if "error" in asked.reply:
            raise as_exception(asked.reply["error"])
        return asked.reply["result"]

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Tell the host."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def close(self) -> None:
        """End the connection; waiting requests raise `HostEnded`."""
        self._end("the connection was closed")

    def _begin(self) -> tuple[int, _Asked]:
        asked = _Asked()
        with self._lock:
            if self._ended is not None:
                raise HostEnded(self._ended)
            number, self._next_id = self._next_id, self._next_id + 1
            self._asked[number] = asked
        return number, asked

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            with self._writing:
                self._wire.write(frame_of(message))
        except OSError as error:
            self._end(f"it cannot be reached: {error}")

    def _doubt(self, began: float) -> None:
        """Give up a host that has said nothing for long, nor for as long again since it was asked for a sign of life.

        This process may have stood still for longer than both.
        """
        now, doubted = time.monotonic(), self._doubted
        if doubted is not None:
            if now - doubted > SILENCE_S or self._wire.is_stopped():
                self._end("it does not answer")
        elif now - max(began, self._heard) > SILENCE_S:
            self._doubted = now
            self._send({"jsonrpc": "2.0", "id": SIGN_OF_LIFE, "method": SIGN_OF_LIFE})

    def _read(self) -> None:
        try:
            for message, _ in read_messages(self._wire.read):
                self._heard, self._doubted = time.monotonic(), None
                if isinstance(message, dict):
                    self._take(message)
        finally:  # after any error: waiting threads must know
            self._end("it ended")

    def _take(self, message: Mapping[str, Any]) -> None:
        if "method" not in message:
            with self._lock:
                asked = self._asked.get(message["id"])
            if asked is not None:
                asked.reply = message
                asked.done.set()
        elif "id" in message:
            error = {"code": _METHOD_NOT_FOUND, "message": "this client answers nothing"}
            self._send({"jsonrpc": "2.0", "id": message["id"], "error": error})
        elif message["method"] == _LOG_MESSAGE and message["params"]["type"] <= _WARNING:
            self._tell(str(message["params"]["message"]).removeprefix("lsp-codebase: "))

    def _end(self, reason: str) -> None:
        with self._lock:
            if self._ended is not None:
                return
            self._ended = reason
            left = [*self._asked.values()]
        self._wire.close()
        for asked in left:
            asked.done.set()


def as_exception(error: Mapping[str, Any]) -> CodebaseError:
    """Return the host's error, as it was before it became a JSON-RPC error."""
    code, message, data = error["code"], error["message"], error.get("data") or {}
    if code == _CANCELLED:
        return Cancelled()
    if "outside" in data:
        return UnknownRoot(data["outside"])
    if code == _INVALID_PARAMS and "field" in data:
        others = [(one["field"], one["reason"]) for one in data.get("problems", ())[1:]]
        return InvalidQuery(data["field"], data["reason"], *others)
    if "cause" in data:
        return IndexUnavailable(data["cause"], data["hint"])
    return CodebaseError(message)
