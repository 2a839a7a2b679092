"""The MCP server: the tools over one root, on standard input and output."""

from __future__ import annotations

import inspect
import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

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


Lifespan = Callable[[MCPServer[None]], AbstractAsyncContextManager[None]]


def build_server(workspace: Workspace, *, lifespan: Lifespan | None = None) -> MCPServer[None]:
    """Return the server of the tools over the folders of a workspace, for any transport of the SDK.

    Who builds it opens the folders, and starts and closes the workspace; `lifespan` may do so.
    """
    tools = Tools(workspace, workspace.roots[0])
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
        lifespan=lifespan,
        log_level="WARNING",
    )
    logging.getLogger("mcp").setLevel(logging.WARNING)  # at INFO it logs each request and each bad argument
    return server


def serve(workspace: Workspace) -> None:
    """Serve one client until it closes standard input; indexing begins with it.

    The SDK keeps the standard streams for the protocol: whatever else prints goes to standard error.
    """

    @asynccontextmanager
    async def indexed(_: MCPServer[None]) -> AsyncIterator[None]:
        await to_thread.run_sync(workspace.start)
        await to_thread.run_sync(lambda: workspace.watch(client_watches=False))
        yield

    server = build_server(workspace, lifespan=indexed)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the SDK would wait for a line of input first
    server.run("stdio")
