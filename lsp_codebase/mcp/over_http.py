"""MCP's streamable HTTP transport, as a part of somebody's HTTP server."""

from __future__ import annotations

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from lsp_codebase.answers import Answers
from lsp_codebase.mcp.server import build_server

_MOST_SESSIONS = 1_000
"""A client that begins sessions without ending the former ones holds each for the half hour of the SDK."""


def streamable_http(answers: Answers, path: str, max_body_bytes: int) -> Starlette:
    """Return the application that answers MCP at a path, its lifespan included.

    The serving code decides about access: the SDK's own check of Host and Origin is off, as it knows nothing of tokens.
    """
    return build_server(answers).streamable_http_app(
        streamable_http_path=path,
        max_request_body_size=max_body_bytes,
        max_sessions=_MOST_SESSIONS,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
