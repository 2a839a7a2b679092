"""`workspace/didChangeConfiguration`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


async def did_change_configuration(client: Client, params: types.DidChangeConfigurationParams) -> None:
    """Take the pushed settings, and those the client gives when asked."""
    await client.configuration.change(params.settings)
    await client.apply_settings()
