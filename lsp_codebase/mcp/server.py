"""The MCP server: tools, resources and prompts over the folders of one asker, for any transport of the SDK."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp.server.context import ServerMiddleware
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from lsp_codebase import __version__
from lsp_codebase.answers import Answers, Folders
from lsp_codebase.mcp.asking import Asking
from lsp_codebase.mcp.over_stdio import serve_stdio
from lsp_codebase.mcp.prompts import add_prompts
from lsp_codebase.mcp.refused_params import name_refused_params
from lsp_codebase.mcp.resources import add_completions, add_resources
from lsp_codebase.mcp.sdk_tools import sdk_tool
from lsp_codebase.mcp.served_roots import ServedRoots
from lsp_codebase.tools import CONVENTIONS

_INSTRUCTIONS = f"""Search and read a codebase that is indexed on this machine and followed as it changes. Start with
search: a question or names in one call instead of grep and reading files. read_symbol reads one definition, outline
tells what is in a file, calls who calls a function, tree where things are.
{CONVENTIONS}"""

_LOCKED_S = 0.001
"""A working thread gives way so soon: a message passes several threads, and Python's 5 ms are waited for by each."""

Lifespan = Callable[[MCPServer[None]], AbstractAsyncContextManager[None]]


class _Server(MCPServer[None]):
    """The server of the SDK, which takes a wrong name or argument of a prompt for a failure of its own."""

    async def get_prompt(self, *args: Any, **kwargs: Any) -> Any:
        """Answer with a prompt, or raise `MCPError` that names the error."""
        try:
            return await super().get_prompt(*args, **kwargs)
        except ValueError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error


def build_server(
    answers: Answers,
    *,
    lifespan: Lifespan | None = None,
    middleware: Sequence[ServerMiddleware[Any]] = (),
    is_structured: bool = False,
) -> MCPServer[None]:
    """Return the server over the folders of an asker. The caller, or `lifespan`, opens, starts and closes them.

    With `is_structured` every tool has an output schema and answers with values beside the text. Many clients then
    show a model the values alone.
    """
    asking = Asking(answers)
    server = _Server(
        "lsp-codebase",
        title="Codebase search",
        version=__version__,
        instructions=_INSTRUCTIONS,
        tools=[sdk_tool(tool, asking, is_structured=is_structured) for tool in asking.toolbox.tools.values()],
        lifespan=lifespan,
        middleware=[*middleware, name_refused_params],
        log_level="WARNING",
    )
    add_resources(server, asking)
    add_completions(server, asking)
    add_prompts(server)
    asking.log.offer(server)
    logging.getLogger("mcp").setLevel(logging.WARNING)  # at INFO it logs each request and each bad argument
    return server


def serve(
    answers: Folders,
    given: Sequence[Path],
    on_end: Callable[[], object],
    *,
    project: Path | None,
    is_structured: bool = False,
) -> None:
    """Serve one client until it closes standard input.

    The folders that are `given` are opened, or else those of the client, or the `project`. The SDK keeps
    the standard streams for the protocol: all other output goes to standard error. `on_end` is called once the
    input ends, and is to end the process in time.
    """
    roots = ServedRoots(answers, project, given)

    @asynccontextmanager
    async def opened(_: MCPServer[None]) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(roots.open_given)
            yield

    server = build_server(answers, lifespan=opened, middleware=[roots], is_structured=is_structured)
    sys.setswitchinterval(_LOCKED_S)
    anyio.run(serve_stdio, server, on_end)
