"""The tool calls of the models of one client, answered by the tools that MCP offers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsp_codebase.model import CancelToken
from lsp_codebase.server.session import Session

if TYPE_CHECKING:
    from lsp_codebase.tools import Toolbox
    from lsp_codebase.workspace import Workspace

_KIND = "codebase/callTool"
_POLL_S = 0.2


class ToolCalls:
    """Used on the loop thread. The tools are loaded with the first call."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._toolbox: Toolbox | None = None

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Return the text for the model, and whether it tells of an error. Waits for a first index, as MCP does.

        Raises:
            InvalidQuery: for a name that no tool has.
        """

        def answer(workspace: Workspace, cancel: CancelToken) -> tuple[str, bool]:
            from lsp_codebase.tools import ToolRefused

            try:
                return self._tools_of(workspace).call(name, arguments, cancel).text, False
            except ToolRefused as refused:
                return str(refused), True

        began = time.monotonic()

        def is_worth_waiting(workspace: Workspace, _: CancelToken) -> bool:
            toolbox = self._tools_of(workspace)
            question = toolbox.question(arguments)
            return toolbox.waits(name, arguments) and bool(toolbox.first_index.building(question, began))

        while await self._session.ask(_KIND, is_worth_waiting, is_lookup=True):
            await asyncio.sleep(_POLL_S)
        return await self._session.ask(_KIND, answer)

    def _tools_of(self, workspace: Workspace) -> Toolbox:
        from lsp_codebase.tools import Toolbox

        if self._toolbox is None:  # two threads may make one each: nothing is lost by it
            self._toolbox = Toolbox(workspace)
        return self._toolbox
