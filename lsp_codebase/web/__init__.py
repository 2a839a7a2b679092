"""HTTP: MCP's streamable transport, JSON-RPC, health and metrics. Needs the extra `http`; the only place that knows
uvicorn.
"""

from lsp_codebase.web.access import Access, check_origin, check_token
from lsp_codebase.web.listening import bind, serve

__all__ = [
    "Access",
    "bind",
    "check_origin",
    "check_token",
    "serve",
]
