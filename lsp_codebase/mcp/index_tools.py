"""The state of the index, as a model sees it."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import Field

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.mcp import values
from lsp_codebase.mcp.asking import Asking
from lsp_codebase.mcp.render_files import status_text
from lsp_codebase.mcp.replies import Reply
from lsp_codebase.model import CancelToken


class IndexTools:
    """What tells of the index and renews it."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._answers = asking.answers
        self._places = asking.places

    async def status(self, context: Context[Any, Any]) -> Reply:
        """Tell which folders are open, how complete their index is, their languages, and which files are not in it
        and why. Needed only if something is not found that must be there.
        """

        def ask(_: CancelToken) -> Reply:
            statuses = self._answers.status()
            return Reply(status_text(statuses, self._places), values.statuses(statuses, self._places))

        return await self._asking.ask(context, ask, needs_index=False)

    async def reindex(
        self,
        context: Context[Any, Any],
        path: Annotated[str, Field(description="One of the open folders, or anything in it")] = ".",
    ) -> Reply:
        """Build the index again from nothing, in the background. Changed files are followed without it: only for an
        index that is wrong.
        """

        def ask(_: CancelToken) -> Reply:
            place = self._places.read(path)
            if place is not None and not place.exists():  # an index is not thrown away for a typing error
                raise InvalidQuery("path", f"there is no file or folder {path}")
            self._answers.reindex(place)
            self._asking.forget()
            return Reply("the index is being built again: status tells how far it is", {"begun": True})

        return await self._asking.ask(context, ask, needs_index=False)
