"""`workspace/executeCommand`: the twins of our requests, for clients that cannot send these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.server.client import Client
from lsp_codebase.server.messages import COMMANDS
from lsp_codebase.server.quirks import as_object


async def execute_command(client: Client, params: types.ExecuteCommandParams) -> Any:
    """Answer the request that is the command's twin; its one argument is the request's params."""
    method = COMMANDS.get(params.command)
    if method is None:
        raise InvalidQuery("command", "must be one of " + ", ".join(COMMANDS))
    arguments = params.arguments or []
    if len(arguments) > 1:
        raise InvalidQuery("arguments", "must hold one object")
    argument = as_object(arguments[0] if arguments else {})
    if params.work_done_token is not None and isinstance(argument, Mapping):
        argument = {"workDoneToken": params.work_done_token, **argument}
    return await client.call(method, argument)
