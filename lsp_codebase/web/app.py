"""The routes, and the layers around them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from lsp_codebase import __version__
from lsp_codebase.location import index_bytes
from lsp_codebase.mcp import streamable_http
from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.server import SingleRequests
from lsp_codebase.web.access import Access
from lsp_codebase.web.guard import MOST_BODY_BYTES, Guard
from lsp_codebase.web.metrics import MEDIA_TYPE, Metrics, names
from lsp_codebase.web.rpc import Rpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lsp_codebase.answers import Answers

MCP, RPC, HEALTH, METRICS = "/mcp", "/", "/health", "/metrics"


def build_app(answers: Answers, access: Access, index_of: Callable[[Path], Path]) -> ASGIApp:
    """Return the application; `index_of` tells where the index of a root lies."""
    metrics = Metrics((MCP, RPC, HEALTH, METRICS))
    requests = SingleRequests(answers)
    mcp = streamable_http(answers, MCP, MOST_BODY_BYTES)

    async def health(request: Request) -> Response:
        statuses = await requests.look_up(answers.status)
        return _health(statuses, is_trusted=request.scope["holds_token"])

    async def metrics_text(_: Request) -> Response:
        def ask() -> tuple[list[IndexStatus], dict[str, int]]:
            statuses = answers.status()
            return statuses, {one.root: index_bytes(index_of(Path(one.root))) for one in statuses}

        return Response(metrics.text(*await requests.look_up(ask)), media_type=MEDIA_TYPE)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with mcp.router.lifespan_context(mcp):
            yield
        requests.close()

    routes = [
        Route(RPC, Rpc(requests.answer, metrics.note_request).answer, methods=["POST"]),
        Route(HEALTH, health),
        Route(METRICS, metrics_text),
        *mcp.routes,
    ]
    app: ASGIApp = Guard(
        Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _not_here}),
        access,
        open_paths=frozenset({HEALTH}),
        streams=MCP,
        told=metrics.note_answer,
    )
    return _with_cors(app, access) if access.origins else app


async def _not_here(_: Request, error: Exception) -> Response:
    """Answer a request of a wrong path, or by a wrong method, with the right ones."""
    assert isinstance(error, HTTPException)
    where = f"POST {RPC} answers JSON-RPC, {MCP} MCP, GET {HEALTH} and {METRICS}"
    return JSONResponse({"error": f"{error.detail}: {where}"}, error.status_code, error.headers)


def _health(statuses: list[IndexStatus], *, is_trusted: bool) -> Response:
    """Return whether every folder can be asked; only trusted clients are told the places of folders and failures."""
    is_failed = any(status.phase is Phase.FAILED for status in statuses)
    folders: list[dict[str, Any]] = []
    for name, status in zip(names(statuses), statuses, strict=True):
        folders.append({"name": name, "phase": status.phase.value})
        if is_trusted:
            folders[-1] |= {"root": status.root, "message": status.message}
    body = {"status": "failed" if is_failed else "ok", "version": __version__, "folders": folders}
    return JSONResponse(body, HTTPStatus.SERVICE_UNAVAILABLE if is_failed else HTTPStatus.OK)


def _with_cors(app: ASGIApp, access: Access) -> ASGIApp:
    """Let pages of the named origins send the headers of a browser's MCP client, and read those it needs."""
    return CORSMiddleware(
        app,
        allow_origins=access.origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=(
            "Authorization",
            "Last-Event-ID",
            "MCP-Method",
            "MCP-Name",
            "MCP-Protocol-Version",
            "MCP-Session-ID",
        ),
        expose_headers=("MCP-Session-ID",),
    )
