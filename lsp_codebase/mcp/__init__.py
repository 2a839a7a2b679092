"""MCP: the same core for AI tools that do not speak LSP. Needs the extra `mcp`; the only place that knows its SDK."""

from lsp_codebase.mcp.over_http import streamable_http
from lsp_codebase.mcp.server import build_server, serve

__all__ = [
    "build_server",
    "serve",
    "streamable_http",
]
