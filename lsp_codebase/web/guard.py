"""The checks before every answer: access, form, size and time of a request.

It stands around all routes, MCP's too, which have no checks of their own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lsp_codebase.web.access import Access

logger = logging.getLogger(__name__)

MOST_HEADER_BYTES = 32_768
MOST_BODY_BYTES = 1_000_000
BODY_S = 10.0
"""A request waits no longer than this for its body after the headers."""
REQUEST_S = 60.0
"""A request is answered within this time, streams of MCP aside."""

Told = Callable[[str, int], None]
"""Is told of each answer: the path and the status."""


class Guard:
    """An ASGI application around another one. The scope of a passed request says whether it brought the token."""

    def __init__(self, app: ASGIApp, access: Access, *, open_paths: frozenset[str], streams: str, told: Told) -> None:
        """`open_paths` need no token; the answers of `streams` may last. `told` hears of each answer."""
        self._app = app
        self._access = access
        self._open_paths = open_paths
        self._streams = streams
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        is_begun = False

        async def counted(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                self._told(scope["path"], message["status"])
            await send(message)

        try:
            limit = None if scope["path"] == self._streams else REQUEST_S
            await asyncio.wait_for(self._answer(scope, receive, counted), limit)
        except Exception as error:
            response = _failed(error)
            if not is_begun:  # else the connection is closed: the answer has no end
                await response(scope, receive, counted)
        return None

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            return await refusal(scope, receive, send)
        if scope["method"] not in ("POST", "PUT", "PATCH"):
            return await self._app(scope, receive, send)
        body = await _body(receive)
        if isinstance(body, Response):
            return await body(scope, receive, send)
        return await self._app(scope, _replay(body, receive), send)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if sum(len(name) + len(value) for name, value in headers.raw) > MOST_HEADER_BYTES:  # that came all at once
            return plain(HTTPStatus.BAD_REQUEST, f"headers have at most {MOST_HEADER_BYTES:,} bytes")
        if (found := self._access.refusal(headers)) is not None:
            return plain(found.status, found.reason)
        scope["holds_token"] = self._access.holds_token(headers)
        if self._access.needs_token and not scope["holds_token"] and scope["path"] not in self._open_paths:
            response = plain(HTTPStatus.UNAUTHORIZED, "Authorization: must be `Bearer` and the token of this server")
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        if scope["method"] == "POST" and _media_type(headers) != "application/json":
            return plain(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Content-Type: must be application/json")
        if headers.get("content-encoding", "identity").lower() != "identity":
            return plain(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Content-Encoding: bodies are taken as they are")
        if int(headers.get("content-length", "0")) > MOST_BODY_BYTES:  # before the client sends it
            return _too_large()
        return None


def plain(status: HTTPStatus, reason: str) -> Response:
    """Return an answer that is a status and a sentence."""
    return Response(json.dumps({"error": reason}), status, media_type="application/json")


def _too_large() -> Response:
    return plain(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body has at most {MOST_BODY_BYTES:,} bytes")


def _failed(error: Exception) -> Response:
    if isinstance(error, asyncio.TimeoutError):
        return plain(HTTPStatus.SERVICE_UNAVAILABLE, f"the answer took longer than {REQUEST_S:g} s")
    reference = uuid.uuid4().hex[:8]
    logger.error("internal error %s", reference, exc_info=error)
    return plain(HTTPStatus.INTERNAL_SERVER_ERROR, f"internal error {reference}; the server's log has the details")


def _media_type(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


async def _body(receive: Receive) -> bytes | Response:
    """Return a body, or the answer to one that is too large or too slow."""
    try:
        body = await asyncio.wait_for(_whole_body(receive), BODY_S)
    except asyncio.TimeoutError:
        return plain(HTTPStatus.REQUEST_TIMEOUT, f"the body took longer than {BODY_S:g} s")
    return _too_large() if body is None else body


async def _whole_body(receive: Receive) -> bytes | None:
    """Return a body, None for one that is too large. If the client is gone, return the part that came."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a body that was read, then all later messages."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed
