"""Questions of the SDK: on a thread, once there is an index to ask, with refusals as it wants them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from lsp_codebase.answers import Answers
from lsp_codebase.errors import CodebaseError
from lsp_codebase.mcp.log_messages import LogMessages
from lsp_codebase.mcp.turns import Turns
from lsp_codebase.model import CancelToken, IndexStatus
from lsp_codebase.tools import POLL_S, Reply, Toolbox, how_far, index_notes

_Answer = TypeVar("_Answer")

_QUESTIONS_AT_ONCE, _LOOKUPS_AT_ONCE = 4, 2
"""Calls on threads; those that wait for no index have threads of their own. More would answer none of them sooner, and
take memory and the processor from the thread that reads messages."""


class Asking:
    """The questions of all clients of one server."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.toolbox = Toolbox(answers)
        self.places = self.toolbox.places
        self.log = LogMessages()
        self._questions = anyio.CapacityLimiter(_QUESTIONS_AT_ONCE)
        self._lookups = anyio.CapacityLimiter(_LOOKUPS_AT_ONCE)
        self._turns = Turns()

    async def call(self, context: Context[Any, Any], name: str, arguments: Mapping[str, Any]) -> Reply:
        """Call a tool.

        Raises:
            ToolError: naming the argument that is wrong, or why there is no answer.
        """
        with _refusing(), self._turns.turn("tools/call") as begin:
            threads = self._lookups
            if self.toolbox.waits(name, arguments):
                await self._wait(context, self.toolbox.question(arguments))
                threads = self._questions
            return await self._on_thread(threads, begin, partial(self.toolbox.call, name, arguments))

    async def ask(self, kind: str, question: Callable[[CancelToken], _Answer]) -> _Answer:
        """Answer a question that is for no tool, and raise `ToolError` as a call of one does; `kind` is its method."""

        def ask(cancel: CancelToken) -> _Answer:
            with self.toolbox.refusals():
                return question(cancel)

        with _refusing(), self._turns.turn(kind) as begin:
            return await self._on_thread(self._questions, begin, ask)

    async def _on_thread(
        self, threads: anyio.CapacityLimiter, begin: Callable[[], object], question: Callable[[CancelToken], _Answer]
    ) -> _Answer:
        """Answer on a thread that a cancelled request, or the end of the input, leaves behind and stops."""
        cancel = CancelToken()

        def answer() -> _Answer:
            begin()
            return question(cancel)

        try:
            return await _run(answer, threads)
        finally:
            cancel.cancel()

    async def _wait(self, context: Context[Any, Any], question: str | None) -> None:
        """Wait for an index that is built from nothing, or the files for a question, and tell how far it is."""
        is_told = False
        look = partial(self.toolbox.first_index.building, question, time.monotonic())
        while building := await _run(look, self._lookups):
            if not is_told:
                await self.log.tell(context, "info", f"waiting for the index of {', '.join(map(self._name, building))}")
                is_told = True
            done, total, doing = how_far(building)
            await context.report_progress(done, total or None, doing)
            await anyio.sleep(POLL_S)
        if is_told:
            statuses = await _run(self.answers.status, self._lookups)
            notes = [note for status in statuses for note in index_notes(status)]
            await self.log.tell(context, "warning" if notes else "info", notes[0] if notes else "the index is complete")

    def _name(self, status: IndexStatus) -> str:
        return self.places.name_of(status.root) or "a folder"


async def _run(function: Callable[[], _Answer], threads: anyio.CapacityLimiter) -> _Answer:
    """Call a function on one of some threads, and leave it behind if the request is cancelled."""
    return await to_thread.run_sync(function, abandon_on_cancel=True, limiter=threads)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise errors of ours as the SDK wants them."""
    try:
        yield
    except CodebaseError as error:
        raise ToolError(str(error)) from error
