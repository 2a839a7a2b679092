"""Questions of the SDK: on a thread, once there is an index to ask, with refusals as it wants them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from lsp_codebase.answers import Answers
from lsp_codebase.errors import CodebaseError
from lsp_codebase.mcp.log_messages import LogMessages
from lsp_codebase.model import CancelToken, IndexStatus
from lsp_codebase.tools import POLL_S, Reply, Toolbox, how_far, index_notes

_Answer = TypeVar("_Answer")

_MOST_AT_ONCE = 16
"""Questions on threads. The SDK reads and writes messages on the other threads, 24 by default: else a flood of
questions would keep the answers to the first of them from being written."""


class Asking:
    """The questions of all clients of one server."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.toolbox = Toolbox(answers)
        self.places = self.toolbox.places
        self.log = LogMessages()
        self._threads = anyio.CapacityLimiter(_MOST_AT_ONCE)

    async def call(self, context: Context[Any, Any], name: str, arguments: Mapping[str, Any]) -> Reply:
        """Call a tool.

        Raises:
            ToolError: naming the argument that is wrong, or why there is no answer.
        """
        if self.toolbox.waits(name, arguments):
            await self._wait(context, self.toolbox.question(arguments))
        return await self._on_thread(lambda cancel: self.toolbox.call(name, arguments, cancel))

    async def ask(self, question: Callable[[CancelToken], _Answer]) -> _Answer:
        """Answer a question that is for no tool, and raise `ToolError` as a call of one does."""

        def ask(cancel: CancelToken) -> _Answer:
            with self.toolbox.refusals():
                return question(cancel)

        return await self._on_thread(ask)

    async def _on_thread(self, question: Callable[[CancelToken], _Answer]) -> _Answer:
        """Answer on a thread that a cancelled request, or the end of the input, leaves behind and stops."""
        cancel = CancelToken()
        try:
            return await self._run(partial(question, cancel))
        except CodebaseError as error:
            raise ToolError(str(error)) from error
        finally:
            cancel.cancel()

    async def _run(self, function: Callable[[], _Answer]) -> _Answer:
        """Call a function on a thread that is for questions, or leave it behind if the request is cancelled."""
        return await to_thread.run_sync(function, abandon_on_cancel=True, limiter=self._threads)

    async def _wait(self, context: Context[Any, Any], question: str | None) -> None:
        """Wait for an index that is built from nothing, or the files for a question, and tell how far it is."""
        is_told = False
        look = partial(self.toolbox.first_index.building, question, time.monotonic())
        while building := await self._run(look):
            if not is_told:
                await self.log.tell(context, "info", f"waiting for the index of {', '.join(map(self._name, building))}")
                is_told = True
            done, total, doing = how_far(building)
            await context.report_progress(done, total or None, doing)
            await anyio.sleep(POLL_S)
        if is_told:
            statuses = await self._run(self.answers.status)
            notes = [note for status in statuses for note in index_notes(status)]
            await self.log.tell(context, "warning" if notes else "info", notes[0] if notes else "the index is complete")

    def _name(self, status: IndexStatus) -> str:
        return self.places.name_of(status.root) or "a folder"
