"""The MCP server: the tools over one root, on standard input and output."""

from __future__ import annotations

import inspect
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio import to_thread
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

from lsp_codebase import __version__
from lsp_codebase.mcp.arguments import StrictTool
from lsp_codebase.mcp.tools import Tools
from lsp_codebase.workspace import Workspace

_INSTRUCTIONS = """Search and read one codebase that is indexed on this machine and followed as it changes. Start with
search_code; use find_symbols for a name, directory_tree for an overview, read_file for what surrounds a hit. Paths are
relative to the root, lines start at 1."""


def serve(workspace: Workspace, root: Path) -> None:
    """Serve one client until it closes standard input; indexing begins with it.

    The SDK keeps the standard streams for the protocol: whatever else prints goes to standard error.
    """

    @asynccontextmanager
    async def indexed(_: MCPServer[None]) -> AsyncIterator[None]:
        await to_thread.run_sync(workspace.start)
        await to_thread.run_sync(lambda: workspace.watch(client_watches=False))
        yield

    tools = Tools(workspace, root)
    server: MCPServer[None] = MCPServer(
        "lsp-codebase",
        version=__version__,
        instructions=_INSTRUCTIONS,
        tools=[
            StrictTool.from_function(
                tool,
                description=inspect.getdoc(tool),
                annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
                structured_output=False,
            )
            for tool in (
                tools.search_code,
                tools.search_by_embedding,
                tools.find_symbols,
                tools.read_file,
                tools.list_files,
                tools.directory_tree,
            )
        ],
        lifespan=indexed,
        log_level="WARNING",
    )
    logging.getLogger("mcp").setLevel(logging.WARNING)  # at INFO it logs each request and each bad argument
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the SDK would wait for a line of input first
    server.run("stdio")
