"""`POST /`: JSON-RPC 2.0, single requests and batches, of the tools by the names that AI tools know.

Params, results and errors are those of the requests of PROTOCOL.md that the tools stand for.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from lsp_codebase.attach import Unreadable, decode
from lsp_codebase.errors import abridged
from lsp_codebase.nearest import did_you_mean

MOST_IN_BATCH = 20
QUESTION_S = 30.0
UNKNOWN = "unknown"
"""The one name, in metrics, for all unknown tools."""

_PARSE_ERROR, _INVALID_REQUEST, _METHOD_NOT_FOUND, _INVALID_PARAMS = -32700, -32600, -32601, -32602
_GONE = 499
"""The status in logs and metrics of HTTP servers for a request whose client went away."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A request of PROTOCOL.md, and the params that the name of the tool implies."""

    method: str
    says: Mapping[str, object]


TOOLS: Mapping[str, Tool] = {
    "search_code": Tool("codebase/hybridSearch", {}),
    "search_by_embedding": Tool("codebase/hybridSearch", {"mode": "vector"}),
    "read_file": Tool("codebase/readFile", {}),
    "list_files": Tool("codebase/listFiles", {}),
    "find_symbols": Tool("codebase/symbols", {}),
    "directory_tree": Tool("codebase/directoryTree", {}),
    "index_status": Tool("codebase/status", {}),
}

Ask = Callable[[str, object, float], Awaitable[dict[str, Any]]]
"""Answers a request of PROTOCOL.md: its method, its params as received, and how many seconds it may take."""
Told = Callable[[str, str, float], None]
"""Is told of each request: the tool, `ok` or the code of the error, and how many seconds it took."""


class Rpc:
    """The endpoint."""

    def __init__(self, ask: Ask, told: Told) -> None:
        self._ask = ask
        self._told = told

    async def answer(self, request: Request) -> Response:
        """Answer a body. When the client goes away, its questions are stopped."""
        message = decode(await request.body())
        answering = asyncio.ensure_future(self._answer_body(message))
        gone = asyncio.ensure_future(_until_gone(request))
        try:
            await asyncio.wait({answering, gone}, return_when=asyncio.FIRST_COMPLETED)
            return _json(answering.result()) if answering.done() else Response(status_code=_GONE)
        finally:
            gone.cancel()
            answering.cancel()

    async def _answer_body(self, message: object) -> object:
        if isinstance(message, Unreadable):
            return _response(None, _error(_PARSE_ERROR, message.reason))
        if not isinstance(message, list):
            return await self._answer(message)
        if not 0 < len(message) <= MOST_IN_BATCH:
            reason = f"a batch holds 1 to {MOST_IN_BATCH} requests, not {len(message)}"
            return _response(None, _error(_INVALID_REQUEST, reason))
        answers = await asyncio.gather(*map(self._answer, message))
        return [answer for answer in answers if answer is not None] or None

    async def _answer(self, message: object) -> object:
        """Return the response to a request, None to a notification: nothing can be told here."""
        wrong = _wrong(message)
        if wrong is not None or not isinstance(message, dict):
            self._told(UNKNOWN, str(_INVALID_REQUEST), 0.0)
            msg_id = message.get("id") if isinstance(message, dict) and _is_id(message.get("id")) else None
            return _response(msg_id, _error(_INVALID_REQUEST, wrong or ""))
        if "id" not in message:
            return None
        name, begun = message["method"], time.monotonic()
        outcome = await self._outcome(name, message.get("params"))
        status = str(outcome["error"]["code"]) if "error" in outcome else "ok"
        self._told(name if name in TOOLS else UNKNOWN, status, time.monotonic() - begun)
        return _response(message["id"], outcome)

    async def _outcome(self, name: str, params: object) -> dict[str, Any]:
        tool = TOOLS.get(name)
        if tool is None:
            hint = did_you_mean(name, TOOLS) or f"; there are {', '.join(TOOLS)}"
            return _error(_METHOD_NOT_FOUND, f"unknown method {abridged(name)}{hint}")
        if tool.says and isinstance(params, dict):
            for field, value in tool.says.items():
                if params.get(field) not in (None, value):
                    reason = f"is {value} with {name}; leave it out"
                    return _error(_INVALID_PARAMS, f"{field}: {reason}", data={"field": field, "reason": reason})
            params = {**params, **tool.says}
        return await self._ask(tool.method, params, QUESTION_S)


def _wrong(message: object) -> str | None:
    """Return the reason why a message is no request or notification."""
    if not isinstance(message, dict):
        return "a request must be an object"
    if "id" in message and not _is_id(message["id"]):
        return "id: must be a string or a whole number"
    if message.get("jsonrpc") != "2.0":
        return 'jsonrpc: must be "2.0"'
    return None if isinstance(message.get("method"), str) else "method: must be a string"


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _error(code: int, message: str, **more: object) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, **more}}


def _response(msg_id: object, outcome: Mapping[str, object]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": msg_id, **outcome}


def _json(value: object) -> Response:
    """Return a response; None, the answer to notifications, is no content."""
    if value is None:
        return Response(status_code=204)
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(body, media_type="application/json")


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
