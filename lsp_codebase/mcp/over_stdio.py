"""MCP over standard input and output: the transport of the SDK, and four things that it leaves out.

It drops lines that it cannot read, so that a client waits for ever; here they are answered. It cannot read half a
surrogate pair, whose escape JSON allows; here it is U+FFFD, as over LSP. It reads on while its answers are not read, so
that memory grows without end; here no more is read until the client has caught up. And it does not end while an answer
cannot be written; here the process is told when its end has come.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from lsp_codebase.errors import abridged

logger = logging.getLogger(__name__)

MOST_UNREAD = 1_000
"""Answers that wait for a client to read the earlier ones."""
_UNREAD_S = 60.0
"""A client that reads nothing for so long, and left so many unread, is given up."""
_POLL_S = 0.02

_Received = SessionMessage | Exception


async def serve_stdio(server: MCPServer[None], on_end: Callable[[], object]) -> None:
    """Serve one client until it closes standard input.

    Then `on_end` is called, which is to end the process in time: an answer that nobody reads blocks a thread for ever.
    """
    protocol = server._lowlevel_server
    received, incoming = anyio.create_memory_object_stream[_Received]()
    outgoing, to_write = anyio.create_memory_object_stream[SessionMessage]()
    async with stdio_server() as (lines, written), anyio.create_task_group() as group:
        group.start_soon(_read, lines, received, outgoing.clone(), on_end)
        group.start_soon(_write, to_write, written)
        await protocol.run(incoming, outgoing, protocol.create_initialization_options())


async def _read(
    lines: Any,
    received: MemoryObjectSendStream[_Received],
    answers: MemoryObjectSendStream[SessionMessage],
    on_end: Callable[[], object],
) -> None:
    with suppress(anyio.BrokenResourceError):  # the server has ended
        async with received, answers:
            async for line in lines:
                message = _with_whole_pairs(line) if isinstance(line, Exception) else line
                if message is not None:
                    await received.send(message)
                elif (error := _refusal(line)) is not None:
                    await answers.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=error)))
                if not await _is_read(answers):
                    logger.error("the client left %d answers unread: the connection ends", MOST_UNREAD)
                    break
    on_end()


async def _is_read(answers: MemoryObjectSendStream[SessionMessage]) -> bool:
    """Wait while too many answers are unread; return whether they are read at all."""
    with anyio.move_on_after(_UNREAD_S) as waiting:
        while answers.statistics().tasks_waiting_send >= MOST_UNREAD:
            await anyio.sleep(_POLL_S)
    return not waiting.cancelled_caught


async def _write(to_write: MemoryObjectReceiveStream[SessionMessage], written: Any) -> None:
    async with to_write, written:
        async for message in to_write:
            await written.send(message)


def _with_whole_pairs(error: Exception) -> SessionMessage | None:
    """Return the message of a line that cannot be read only because it cuts an emoji in two, None for any other."""
    first = _first_of(error)
    if first is None or first["type"] != "json_invalid":
        return None
    try:
        text = json.dumps(json.loads(first["input"]), ensure_ascii=False)
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return SessionMessage(jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except (ValueError, RecursionError):
        return None


def _refusal(error: Exception) -> ErrorData | None:
    """Return the answer to a line that could not be read, None for a blank one."""
    first = _first_of(error)
    if first is None or first["type"] != "json_invalid":
        return ErrorData(code=INVALID_REQUEST, message="a line must hold one request, notification or response")
    if not str(first["input"]).strip():
        return None
    return ErrorData(code=PARSE_ERROR, message=abridged(f"a line must hold one JSON value: {first['msg']}"))


def _first_of(error: Exception) -> Any:
    return error.errors()[0] if isinstance(error, ValidationError) else None
