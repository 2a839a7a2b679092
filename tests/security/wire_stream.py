"""An endless stream of messages to a server, most of them spoiled, and what each must be answered with."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from lsprotocol import types
from wire_shapes import NOTIFICATIONS, RAW, REQUESTS, Shapes, Spoiler, is_harmless, nested

Key = tuple[type, Any]
"""The type and the value of an id: 1 and "1" are two."""

_RAW = re.compile(json.dumps(RAW)[:-1].replace("\\", r"\\").encode() + rb'([^"]*)"')
_RARE = {
    "codebase/reindex": 0.01,
    "codebase/doctor": 0.01,
    "codebase/hybridSearch": 0.3,
    "codebase/similar": 0.15,
    "codebase/directoryTree": 0.4,
    types.WORKSPACE_EXECUTE_COMMAND: 0.3,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: 0.01,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: 0.02,
}
"""Share of a method where 1 is usual: what costs the server much is asked less, so that much can be sent."""


@dataclass
class Window:
    """Bytes to write, and what is to come back: answers by id, and how many without one at least and at most."""

    data: bytearray = field(default_factory=bytearray)
    expected: dict[Key, bytes] = field(default_factory=dict)  # the frame, to tell what was not answered
    twice: set[Key] = field(default_factory=set)
    sent: Counter[str] = field(default_factory=Counter)
    nameless: int = 0  # answers with id null that must come
    uncertain: int = 0  # messages that may be answered with id null, or not at all


class Stream:
    """Messages from a seed. Ids are never used again, in whatever process."""

    def __init__(self, seed: int, files: Sequence[str], folders: Sequence[str]) -> None:
        self.random = Random(seed)
        self.shapes = Shapes(self.random, files, folders)
        self.spoiler = Spoiler(self.random, files)
        self._files, self._folders = files, folders
        self._number = 0
        self._recent: list[Any] = [0]
        self._kinds: dict[str, tuple[float, Callable[[Window], None]]] = {
            "spoiled requests": (0.60, self._spoiled),
            "valid requests": (0.08, self._valid),
            "notifications": (0.16, self._notification),
            "cancels": (0.04, self._cancel),
            "odd envelopes": (0.05, self._odd),
            "responses nobody asked for": (0.02, self._response),
            "broken frames": (0.03, self._broken),
            "duplicate ids": (0.01, self._duplicate),
            "halves of letters as id": (0.005, self._half),
            "very deep values": (0.005, self._deep),
        }
        self._weights = {
            methods: [_RARE.get(method, 1.0) for method in methods] for methods in (REQUESTS, NOTIFICATIONS)
        }

    def window(self, size: int) -> Window:
        """Return the next messages; the last one is answered when all before it were received."""
        window = Window()
        kinds = self.random.choices([*self._kinds], [share for share, _ in self._kinds.values()], k=size)
        for kind in kinds:
            self._kinds[kind][1](window)
            window.sent[kind] += 1
        self._request(window, "fuzz/fence", {}, f"fence {self._next()}")
        return window

    def sibling(self) -> Stream:
        """Return a stream with the same words and other chances."""
        return Stream(self._number, self._files, self._folders)

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Cut bytes where no frame ends, into few pieces."""
        cuts = sorted(self.random.randrange(len(data)) for _ in range(3))
        return (data[start:end] for start, end in zip((0, *cuts), (*cuts, len(data)), strict=True))

    def spoiled_params(self, method: str) -> Any:
        """Return wrong or odd params of a method."""
        params = self.shapes.params(method)
        spoiled = self.spoiler.spoil(params)
        return spoiled if is_harmless(method, spoiled, self._folders) else {}

    # -- kinds of messages -------------------------------------------------------------------------------------------

    def _spoiled(self, window: Window) -> None:
        method = self._choose(REQUESTS)
        self._request(window, method, self.spoiled_params(method), self._id())

    def _valid(self, window: Window) -> None:
        method = self._choose(REQUESTS)
        self._request(window, method, self.shapes.params(method), self._id())

    def _notification(self, window: Window) -> None:
        method = self._choose(NOTIFICATIONS)
        is_valid = self.random.random() < 0.4
        params = self.shapes.params(method) if is_valid else self.spoiled_params(method)
        window.data += frame({"jsonrpc": "2.0", "method": method, "params": params})

    def _cancel(self, window: Window) -> None:
        wanted = self.random.choice(self._recent)
        window.data += frame({"jsonrpc": "2.0", "method": types.CANCEL_REQUEST, "params": {"id": wanted}})

    def _odd(self, window: Window) -> None:
        """Wrong envelopes: with a usable id they are answered by it, else with none."""
        message: Any = {"jsonrpc": "2.0", "id": self._id(), "method": "codebase/status", "params": {}}
        choice = self.random.randrange(3)
        if choice == 0:
            message["jsonrpc"] = self.random.choice(("1.0", 2, None, "", [], "\ud800"))
            window.expected[_key(message["id"])] = b"jsonrpc"
        elif choice == 1:
            message["method"] = self.random.choice((5, None, [], {}, True, "", "\x00", "no/such", "\ud800", "$/x"))
            window.expected[_key(message["id"])] = b"method"
        else:
            message["id"] = self.random.choice((None, 1.5, True, [], {}, [1], RAW + "1e400"))
            message = self.random.choice((message, message, [message], [], "text", 5, None, True))
            window.nameless += 1
        window.data += frame(message)

    def _response(self, window: Window) -> None:
        answer = self.random.choice(
            ({"result": self.spoiler.junk()}, {"error": self.spoiler.junk()}, {}, {"result": 1, "error": 2})
        )
        msg_id = self.random.choice((self.spoiler.junk(), self.random.choice(self._recent), "unknown"))
        window.data += frame({"jsonrpc": "2.0", "id": msg_id, **answer})

    def _broken(self, window: Window) -> None:
        """Bytes that are no frame, and a request that they may take with them."""
        body = json.dumps({"jsonrpc": "2.0", "id": f"broken {self._next()}", "method": "fuzz/broken"}).encode()
        length, lie = len(body), self.random.randrange(1, 40)
        window.data += self.random.choice((
            b"Content-Length: %d\r\n\r\n%s" % (length + lie, body),
            b"Content-Length: %d\r\n\r\n%s" % (length - lie, body),
            b"Content-Length: %d\r\n\r\n%s" % (length, body[:-lie]),
            b"Content-Length: %d\r\n\r\n%s" % (9_999_999_999, body),
            b"Content-Length: %s\r\n\r\n%s" % (b"9" * 5_000, body),
            b"Content-Length: -%d\r\n\r\n%s" % (length, body),
            b"Content-Length:\r\n\r\n%s" % body,
            b"Content-Length: 0\r\n\r\n",
            b"\r\n\r\n\r\n\r\n",
            b"\x00" * lie + b"\n\n",
            b"HTTP/1.1 200 OK\r\n\r\n" + body,
            b"Content-Length: %d\r\nContent-Length: 1\r\n\r\n%s" % (length, body),
            b"content-LENGTH:\t%d\r\nX: %s\r\n\r\n%s" % (length, b"x" * 5_000, body),
            b"Content-Length: %d\n\n%s" % (length, body),
            b"Content-Length: %d\r\n\r\n%s" % (length + 1, body + b"}"),
            b"Content-Length: %d\r\n\r\n%s" % (length + 3, b"\xef\xbb\xbf" + body),
            b"Content-Length: %d\r\n\r\n%s" % (2 * length, body + body),
            b"Content-Length: 3\r\n\r\n\xff\xfe\xfd",
            b"Content-Length: 17\r\n\r\n{\"jsonrpc\": NaN  }",
            b"Content-Length: %d\r\n\r\n%s" % (5_000, b"[" * 5_000),
            b"Content-Length: %d\r\n\r\n%s" % (5_000, b"9" * 5_000),
            b"Content-Length: 34\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5",
            body,
        ))  # fmt: skip
        params = {"expendable": "x" * 300}
        window.data += frame(
            {"jsonrpc": "2.0", "id": f"broken {self._next()}", "method": "fuzz/next", "params": params}
        )
        window.uncertain += 3

    def _duplicate(self, window: Window) -> None:
        msg_id = self._id()
        for method in (self._choose(REQUESTS), self._choose(REQUESTS)):
            self._request(window, method, self.spoiled_params(method), msg_id)
        window.twice.add(_key(msg_id))

    def _half(self, window: Window) -> None:
        message = {"jsonrpc": "2.0", "id": f"half {self._next()}\ud800", "method": "codebase/status", "params": {}}
        window.data += frame(message)
        window.uncertain += 1

    def _deep(self, window: Window) -> None:
        """Nested about as deep as the parser's recursion goes: answered by id, or as unreadable without one."""
        body = {"jsonrpc": "2.0", "id": f"deep {self._next()}", "method": self._choose(REQUESTS)}
        depth, is_list = self.random.randrange(100, 900), self.random.random() < 0.5
        window.data += frame(body | {"params": {"query": "x", "arguments": nested(depth, is_list)}})
        window.uncertain += 1

    # -- parts -------------------------------------------------------------------------------------------------------

    def _request(self, window: Window, method: str, params: Any, msg_id: Any) -> None:
        message = {"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params}
        if params is None and self.random.random() < 0.5:
            del message["params"]
        written = frame(message)
        window.data += written
        window.expected[_key(msg_id)] = written

    def _id(self) -> Any:
        number, roll = self._next(), self.random.random()
        chosen: Any = number
        if roll < 0.1:
            chosen = self.random.choice(
                (f"s{number}", f" {number}", f"é\U0001f600\x00{number}", "x" * 5_000 + str(number))
            )
        elif roll < 0.15:
            chosen = self.random.choice((-number, 2**70 + number, -(2**70) - number, 2**53 + number))
        self._recent.append(chosen)
        del self._recent[:-50]
        return chosen

    def _choose(self, methods: tuple[str, ...]) -> str:
        return self.random.choices(methods, self._weights[methods])[0]

    def _next(self) -> int:
        self._number += 1
        return self._number


def _key(msg_id: Any) -> Key:
    return type(msg_id), msg_id


def frame(message: Any) -> bytes:
    """Return a value as a frame, numbers that only JSON can say included."""
    body = json.dumps(message).encode()
    if RAW_MARK in body:
        body = _RAW.sub(rb"\1", body)
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


RAW_MARK = json.dumps(RAW)[1:-1].encode()
