"""How a tool asks: on a thread, once there is an index to ask, with errors that a model can act on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from lsp_codebase.answers import Answers
from lsp_codebase.errors import CodebaseError, InvalidQuery, UnknownRoot
from lsp_codebase.mcp import render
from lsp_codebase.mcp.log_messages import LogMessages
from lsp_codebase.mcp.places import Places
from lsp_codebase.model import CancelToken, IndexStatus, Phase

LONGEST_WAIT_S = 15.0
"""The first question waits so long for the first index, in all; clients give up after a minute."""
_POLL_S = 0.2
_SEARCHABLE = frozenset({Phase.EMBEDDING, Phase.READY, Phase.FAILED, Phase.DISABLED})

_Answer = TypeVar("_Answer")


class Asking:
    """The questions of all clients of one server."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.places = Places(lambda: answers.roots)
        self.log = LogMessages()
        self._waiting_since: dict[Path, float] = {}
        self._waited_for: frozenset[Path] = frozenset()

    async def ask(
        self,
        context: Context[Any, Any] | None,
        question: Callable[[CancelToken], _Answer],
        *,
        needs_index: bool = True,
    ) -> _Answer:
        """Answer on a thread that a cancelled request, or the end of the input, leaves behind and stops.

        Raises:
            ToolError: naming the argument that is wrong, or why there is no answer.
        """
        cancel = CancelToken()
        try:
            if needs_index and context is not None:
                await self._wait(context)
            return await to_thread.run_sync(question, cancel, abandon_on_cancel=True)
        except InvalidQuery as error:
            problems = (f"{render.argument(field)}: {reason}" for field, reason in error.problems)
            raise ToolError(self.places.hidden("; ".join(problems))) from error
        except UnknownRoot as error:
            raise ToolError(self.places.hidden(f"path: {error.path} lies outside of every folder")) from error
        except CodebaseError as error:
            raise ToolError(self.places.hidden(str(error))) from error
        finally:
            cancel.cancel()

    def forget(self) -> None:
        """Have the next question wait again, for what is built anew."""
        self._waiting_since, self._waited_for = {}, frozenset()

    async def _wait(self, context: Context[Any, Any]) -> None:
        """Wait for an index that is built from nothing, for a time that is spent once, and tell how far it is."""
        roots = frozenset(self.answers.roots)
        if roots <= self._waited_for:
            return
        is_told = False
        while building := [status for status in await self._statuses() if self._is_worth_waiting(status)]:
            if not is_told:
                await self.log.tell(context, "info", f"waiting for the index of {', '.join(map(self._name, building))}")
                is_told = True
            done, total = sum(status.indexed for status in building), sum(status.total for status in building)
            doing = f"Indexing: {done:,} of {total:,} files" if total else "Looking for files"
            await context.report_progress(done, total or None, doing)
            await anyio.sleep(_POLL_S)
        self._waited_for = roots
        if is_told:
            notes = [note for status in await self._statuses() for note in render.index_notes(status)]
            await self.log.tell(context, "warning" if notes else "info", notes[0] if notes else "the index is complete")

    async def _statuses(self) -> list[IndexStatus]:
        return await to_thread.run_sync(self.answers.status, abandon_on_cancel=True)

    def _name(self, status: IndexStatus) -> str:
        return next((name for name, root in self.places.named.items() if str(root) == status.root), "a folder")

    def _is_worth_waiting(self, status: IndexStatus) -> bool:
        is_mostly_there = status.has_index and status.indexed * 2 >= status.total > 0
        if status.phase in _SEARCHABLE or is_mostly_there:
            return False
        began = self._waiting_since.setdefault(Path(status.root), time.monotonic())
        return time.monotonic() - began < LONGEST_WAIT_S
