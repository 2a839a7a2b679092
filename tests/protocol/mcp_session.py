"""A client of the MCP server: the SDK's own, over a real process."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from anyio.from_thread import BlockingPortal
from mcp import Client, StdioServerParameters
from written_files import write

RETRY = '''class Retry:
    """Wait longer after each failure."""

    def backoff(self, attempt):
        return 2**attempt
'''
FILES = {
    "net/retry.py": RETRY,
    "net/socket.go": "package net\n\nfunc openSocket(host string) int {\n\treturn 1\n}\n",
    "readme.md": "# Title\n\nProse.\n",
    ".env": "PASSWORD=hunter2\n",
    ".gitignore": "build/\n",
    "build/out.py": "def built(): pass\n",
}
INCOMPLETE = "(index not complete"
SECONDS = 240

Connect = Callable[[], AbstractAsyncContextManager["Asker"]]


class Asker:
    """A connected client whose tools answer with text."""

    def __init__(self, client: "Client | Elsewhere") -> None:
        self.client = client

    async def call(self, tool: str, **arguments: object) -> tuple[bool, str]:
        result = await self.client.call_tool(tool, arguments)
        return bool(result.is_error), "".join(block.text for block in result.content)

    async def ask(self, tool: str, **arguments: object) -> str:
        is_error, text = await self.call(tool, **arguments)
        assert not is_error, text
        return text

    async def refused(self, tool: str, **arguments: object) -> str:
        is_error, text = await self.call(tool, **arguments)
        assert is_error, text
        return text

    async def wait_for(self, said: str, tool: str, **arguments: object) -> str:
        """Ask until the answer holds what is expected and comes from a complete index."""
        end = time.monotonic() + SECONDS
        while said not in (text := await self.ask(tool, **arguments)) or INCOMPLETE in text:
            assert time.monotonic() < end, text
            await asyncio.sleep(0.05)
        return text


def make_files(folder: Path) -> Path:
    return write(folder / "root", FILES)


def command_on(root: Path, cache: Path) -> list[str]:
    return [sys.executable, "-m", "lsp_codebase", "mcp", "--root", str(root), "--set", f"index.location={cache}"]


def client_of(command: list[str]) -> Client:
    return Client(StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ)))


class Elsewhere:
    """A client that lives in the thread of a portal: who has opened a connection must close it."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client

    async def call_tool(self, *arguments: object) -> object:
        return await asyncio.wrap_future(self.portal.start_task_soon(self.client.call_tool, *arguments))

    async def list_tools(self) -> object:
        return await asyncio.wrap_future(self.portal.start_task_soon(self.client.list_tools))
