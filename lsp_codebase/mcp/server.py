"""The MCP server: tools, resources and prompts over the folders of one asker, for any transport of the SDK."""

from __future__ import annotations

import logging
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp.server.context import ServerMiddleware
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import TypeAdapter

from lsp_codebase import __version__
from lsp_codebase.answers import Answers
from lsp_codebase.mcp import values
from lsp_codebase.mcp.arguments import StrictTool
from lsp_codebase.mcp.asking import Asking
from lsp_codebase.mcp.file_tools import FileTools
from lsp_codebase.mcp.index_tools import IndexTools
from lsp_codebase.mcp.prompts import add_prompts
from lsp_codebase.mcp.resources import add_completions, add_resources
from lsp_codebase.mcp.search_tools import SearchTools
from lsp_codebase.mcp.served_roots import Folders, ServedRoots
from lsp_codebase.mcp.symbol_tools import SymbolTools

_INSTRUCTIONS = """Search and read a codebase that is indexed on this machine and followed as it changes. Start with
search: a question or names in one call instead of grep and reading files. read_symbol reads one definition, outline
tells what is in a file, calls who calls a function, tree where things are. Paths are relative to the root (of several
roots they begin with its name), lines start at 1, budgets are tokens."""

Lifespan = Callable[[MCPServer[None]], AbstractAsyncContextManager[None]]


def build_server(
    answers: Answers,
    *,
    lifespan: Lifespan | None = None,
    middleware: Sequence[ServerMiddleware[Any]] = (),
    is_structured: bool = False,
) -> MCPServer[None]:
    """Return the server over the folders of an asker, whoever opens, starts and closes them; `lifespan` may.

    With `is_structured` every tool has an output schema and answers with values beside the text. Many clients then
    show a model the values alone.
    """
    asking = Asking(answers)
    server: MCPServer[None] = MCPServer(
        "lsp-codebase",
        title="Codebase search",
        version=__version__,
        instructions=_INSTRUCTIONS,
        tools=[*_tools(asking, is_structured=is_structured)],
        lifespan=lifespan,
        middleware=middleware,
        log_level="WARNING",
    )
    add_resources(server, asking)
    add_completions(server, asking)
    add_prompts(server)
    asking.log.offer(server)
    logging.getLogger("mcp").setLevel(logging.WARNING)  # at INFO it logs each request and each bad argument
    return server


def _tools(asking: Asking, *, is_structured: bool) -> list[StrictTool]:
    search, symbols, files, index = SearchTools(asking), SymbolTools(asking), FileTools(asking), IndexTools(asking)
    shapes: dict[Callable[..., Any], tuple[str, type]] = {
        search.search: ("Search the codebase", values.SearchValues),
        symbols.read_symbol: ("Read a definition", values.BodyValues),
        symbols.calls: ("Callers and callees", values.CallsValues),
        symbols.outline: ("Outline of a file", values.OutlineValues),
        symbols.find_symbols: ("Find definitions", values.SymbolsValues),
        search.similar: ("Find code like this", values.SearchValues),
        files.tree: ("Directory tree", values.TreeValues),
        files.list_files: ("List files", values.FilesValues),
        files.read_file: ("Read a file", values.FileValues),
        index.status: ("State of the index", values.StatusValues),
        index.reindex: ("Build the index again", values.BegunValues),
    }
    tools = []
    for function, (title, shape) in shapes.items():
        changes = function == index.reindex
        notes = ToolAnnotations(
            read_only_hint=not changes,
            destructive_hint=False if changes else None,
            idempotent_hint=True,
            open_world_hint=False,
        )
        tool = StrictTool.from_function(function, title=title, annotations=notes, structured_output=False)
        assert isinstance(tool, StrictTool)
        if is_structured:
            tool.is_structured = True
            tool.fn_metadata.output_schema = TypeAdapter(shape).json_schema()
        tools.append(tool)
    return tools


def serve(answers: Folders, given: Sequence[Path], *, project: Path | None, is_structured: bool = False) -> None:
    """Serve one client until it closes standard input.

    The folders that are `given` are opened, or else those of the client, or the `project`. The SDK keeps
    the standard streams for the protocol: whatever else prints goes to standard error.
    """
    roots = ServedRoots(answers, project, given)

    @asynccontextmanager
    async def opened(_: MCPServer[None]) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(roots.open_given)
            yield

    server = build_server(answers, lifespan=opened, middleware=[roots], is_structured=is_structured)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the SDK would wait for a line of input first
    server.run("stdio")
