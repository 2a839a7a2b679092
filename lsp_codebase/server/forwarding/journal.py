"""The facts that a new server needs in place of another one, kept from the messages that passed.

The journal reads the messages of both directions. When the server is gone, `replay` gives the messages for the next
server and those still owed to the client. The client notices nothing of it but time: its grants are not asked for
again, it is answered once, and it sees each progress bar end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lsp_codebase.attach import SIGN_OF_LIFE
from lsp_codebase.config import GROUPS, SECTION
from lsp_codebase.server.forwarding.documents import OpenTexts
from lsp_codebase.server.quirks import own_settings
from lsp_codebase.uris import place_of

Message = dict[str, Any]

_WRITING = frozenset({"codebase/reindex", "codebase/clear", "codebase/doctor"})
"""Requests that may have been done in part: they are not repeated unasked. Nor are those that were answered in part."""
_GONE = (-32803, "the server process ended before it had answered; ask again")
_CANCELLED = (-32800, "cancelled")
_REGISTER, _UNREGISTER = "client/registerCapability", "client/unregisterCapability"
_REPLAYED = "lsp-codebase/replayed-initialize"
_KINDS = ("begin", "report", "end")  # of progress


@dataclass(slots=True)
class Replay:
    """The messages to send when another server takes over."""

    to_server: list[Message] = field(default_factory=list)
    to_client: list[Message] = field(default_factory=list)


class Journal:
    """The session of one client, as far as another server needs it. Not for several threads at once."""

    def __init__(self) -> None:
        self.is_shut_down = False
        """The client's `shutdown` was answered: only `exit` may follow."""
        self._initialize: Message | None = None
        self._is_initialized = False
        self._settings: Message | None = None
        self._folders: dict[Any, Any] = {}
        self._removed: dict[Any, Any] = {}
        self._texts = OpenTexts()
        self._waiting: dict[Any, Message] = {}  # requests of the client without an answer
        self._cancelled: set[Any] = set()
        self._answered_in_part: set[Any] = set()
        self._asked: dict[Any, Message] = {}  # requests of the present server
        self._orphans: dict[Any, Message] = {}  # of one that is gone; the client may still answer
        self._registered: set[str] = set()
        self._shown: dict[Any, Any] = {}  # tokens whose progress has begun, and the request that brought each
        self._resumed: set[Any] = set()  # tokens whose next beginning the client has seen already

    @property
    def is_owed(self) -> bool:
        """Whether the client waits for an answer. Any thread may ask."""
        return bool(self._waiting)

    @property
    def awaits_end(self) -> bool:
        """Whether the client waits for the answer to its `shutdown`, which `replay` gives: it needs no other server."""
        return any(request["method"] == "shutdown" for request in self._waiting.values())

    def reads_answer(self, msg_id: Any) -> bool:
        """Whether the result of the request with an id tells anything that is kept."""
        return self._initialize is not None and self._initialize["id"] == msg_id

    # -- from the client

    def note_sent(self, message: object) -> bool:
        """Take a message of the client; return whether the present server is to have it."""
        if not isinstance(message, dict):
            return True
        if "method" not in message:
            return self._note_response(message)
        if message.get("id") is not None:
            self._note_request(message)
        else:
            try:
                self._note_notification(message["method"], message.get("params"), message)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
                pass  # the server refuses it too
        return True

    def _note_response(self, response: Message) -> bool:
        try:
            is_current = response.get("id") in self._asked
            request = (self._asked if is_current else self._orphans).pop(response.get("id"), None)
        except TypeError:  # an invalid id
            return True
        if request is not None and request["method"] == _REGISTER and "error" in response:
            self._registered -= _ids(request, "registrations")
        return is_current

    def _note_request(self, request: Message) -> None:
        try:
            self._waiting[request["id"]] = request
        except TypeError:  # an invalid id
            return
        if request["method"] == "initialize" and self._initialize is None:
            self._initialize = request

    def _note_notification(self, method: str, params: Any, message: Message) -> None:
        if method == "initialized":
            self._is_initialized = True
        elif method == "textDocument/didOpen":
            self._texts.note_open(params)
        elif method == "textDocument/didChange":
            self._texts.note_change(params)
        elif method == "textDocument/didClose":
            self._texts.note_close(params)
        elif method == "workspace/didChangeConfiguration":
            # One that says nothing of us undoes no earlier one; it has the server ask, as it will in any case.
            if own_settings(params["settings"], SECTION, GROUPS) is not None:
                self._settings = message
        elif method == "workspace/didChangeWorkspaceFolders":
            for folder in params["event"]["removed"]:
                self._folders.pop(place_of(folder["uri"]), None)
                self._removed[place_of(folder["uri"])] = folder
            for folder in params["event"]["added"]:
                self._folders[place_of(folder["uri"])] = folder
        elif method == "$/cancelRequest" and params["id"] in self._waiting:
            self._cancelled.add(params["id"])

    # -- from the server

    def note_received(self, message: object) -> tuple[Message | None, Message | None]:
        """Take a message of the server; return the message for the client, and the reply for the server."""
        if not isinstance(message, dict):
            return None, None
        if "method" not in message:
            return self._note_answer(message), None
        if "id" in message:
            return self._note_question(message)
        if message["method"] == "$/progress":
            return self._note_progress(message), None
        return message, None

    def _note_answer(self, answer: Message) -> Message | None:
        msg_id = answer.get("id")
        if msg_id in (_REPLAYED, SIGN_OF_LIFE):
            return None
        request = self._waiting.pop(msg_id, None)
        self._cancelled.discard(msg_id)
        self._answered_in_part.discard(msg_id)
        if request is not None and request is self._initialize:
            if "error" in answer:  # the client may try again
                self._initialize = None
            else:
                self._texts.encoding = answer["result"]["capabilities"].get("positionEncoding", "utf-16")
        if request is not None and request["method"] == "shutdown":
            self.is_shut_down = "error" not in answer
        return answer

    def _note_question(self, question: Message) -> tuple[Message | None, Message | None]:
        if question["method"] == _REGISTER:
            new = [one for one in question["params"]["registrations"] if one["id"] not in self._registered]
            if not new:
                return None, {"jsonrpc": "2.0", "id": question["id"], "result": None}
            question = {**question, "params": {"registrations": new}}
            self._registered |= _ids(question, "registrations")
        elif question["method"] == _UNREGISTER:
            self._registered -= _ids(question, "unregisterations")
        self._asked[question["id"]] = question
        return question, None

    def _note_progress(self, message: Message) -> Message | None:
        token, value = message["params"]["token"], message["params"]["value"]
        kind = value.get("kind") if isinstance(value, dict) else None
        if kind not in _KINDS:  # a part of an answer, of any form
            self._answered_in_part.update(self._with("partialResultToken", token))
        elif kind == "begin":
            if token in self._resumed:
                self._resumed.discard(token)
                return None
            self._shown[token] = next(self._with("workDoneToken", token), None)
        elif kind == "end":
            self._shown.pop(token, None)
            self._resumed.discard(token)
        return message

    def _with(self, name: str, token: Any) -> Iterator[Any]:
        """Yield the ids of requests without an answer that brought a token by this name."""
        for msg_id, request in self._waiting.items():
            params = request.get("params")
            if isinstance(params, dict) and params.get(name) == token:
                yield msg_id

    # -- from one server to the next

    def replay(self) -> Replay:
        """Return the messages to send now that the server is gone."""
        self._orphans.update(self._asked)
        self._asked.clear()
        replay = Replay()
        again = self._settle(replay)
        for token, msg_id in [*self._shown.items()]:
            if msg_id in again:
                self._resumed.add(token)
            else:
                del self._shown[token]
                value = {"kind": "end", "message": "interrupted"}
                replay.to_client.insert(0, _notification("$/progress", {"token": token, "value": value}))
        if self._initialize is not None:
            self._introduce(replay)
            replay.to_server += [request for request in again.values() if request is not self._initialize]
        return replay

    def _settle(self, replay: Replay) -> dict[Any, Message]:
        """Answer requests that are not to be asked again; return the others."""
        again = {}
        for msg_id, request in self._waiting.items():
            if request["method"] == "shutdown":
                self.is_shut_down = True
                replay.to_client.append({"jsonrpc": "2.0", "id": msg_id, "result": None})
            elif msg_id in self._cancelled:
                replay.to_client.append(_error(msg_id, *_CANCELLED))
            elif _writes(request) or msg_id in self._answered_in_part:
                replay.to_client.append(_error(msg_id, *_GONE))
            else:
                again[msg_id] = request
        self._waiting = dict(again)
        self._cancelled.clear()
        self._answered_in_part.clear()
        return again

    def _introduce(self, replay: Replay) -> None:
        """Tell the next server everything that the client has told so far."""
        assert self._initialize is not None
        is_answered = self._initialize["id"] not in self._waiting
        replay.to_server.append({**self._initialize, "id": _REPLAYED} if is_answered else self._initialize)
        if self._is_initialized:
            replay.to_server.append(_notification("initialized", {}))
        if self._folders or self._removed:
            event = {"removed": [*self._removed.values()], "added": [*self._folders.values()]}
            replay.to_server.append(_notification("workspace/didChangeWorkspaceFolders", {"event": event}))
        if self._settings is not None:
            replay.to_server.append(self._settings)
        opened = (_notification("textDocument/didOpen", params) for params in self._texts.as_opened())
        replay.to_server += opened


def _writes(request: Message) -> bool:
    params = request.get("params")
    if request["method"] == "workspace/executeCommand" and isinstance(params, dict):
        return str(params.get("command")).replace(".", "/") in _WRITING
    return str(request["method"]) in _WRITING


def _ids(request: Message, key: str) -> set[str]:
    return {one["id"] for one in request["params"][key]}


def _notification(method: str, params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _error(msg_id: Any, code: int, message: str) -> Message:
    return {"jsonrpc": "2.0", "id": msg_id, "error": {"code": code, "message": message}}
