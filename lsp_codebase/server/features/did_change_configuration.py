"""`workspace/didChangeConfiguration`."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from lsp_codebase.server.client import Client
from lsp_codebase.server.configuration import PATIENCE_S


async def did_change_configuration(client: Client, params: types.DidChangeConfigurationParams) -> None:
    """Take the pushed settings, and those the client gives when asked: a busy one much later."""
    change = asyncio.ensure_future(client.configuration.change(params.settings))
    await asyncio.wait([change], timeout=PATIENCE_S)
    if not change.done():
        await client.apply_settings()  # what was pushed
    await change
    await client.apply_settings()
