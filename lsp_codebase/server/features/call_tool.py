"""`codebase/callTool`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.work_done import reporting


@reporting("Reading the codebase")
async def call_tool(client: Client, params: messages.CallToolParams) -> messages.CallToolResult:
    """Answer a tool call of a model with the text that it gets over MCP."""
    return messages.CallToolResult(*await client.tools.call(params.name, params.arguments or {}))
