"""Log messages to the client: few, and none below the level that it sets."""

from __future__ import annotations

import warnings
from typing import Any, get_args

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import EmptyResult, LoggingLevel, SetLevelRequestParams

_LEVELS: tuple[LoggingLevel, ...] = get_args(LoggingLevel)  # from debug to emergency


class LogMessages:
    """The messages to the clients of one server beside answers."""

    def __init__(self) -> None:
        self._least: LoggingLevel = "info"

    def offer(self, server: MCPServer[None]) -> None:
        """Take the level from the client, and announce that there are messages."""
        # the SDK has no door for this request
        server._lowlevel_server.add_request_handler("logging/setLevel", SetLevelRequestParams, self._set_level)

    async def _set_level(self, _: ServerRequestContext[Any, Any], params: SetLevelRequestParams) -> EmptyResult:
        self._least = params.level
        return EmptyResult()

    async def tell(self, context: Context[Any, Any], level: LoggingLevel, text: str) -> None:
        """Send a message about a call; newer versions of the protocol have them only on request of the call."""
        if _LEVELS.index(level) < _LEVELS.index(self._least):
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            sending = context.session.send_log_message(
                level, text, logger="lsp-codebase", related_request_id=context.request_id
            )
        await sending
