"""MCP: the same core for AI tools that do not speak LSP. Needs the extra `mcp`; the only place that knows its SDK."""

from lsp_codebase.mcp.server import serve

__all__ = [
    "serve",
]
