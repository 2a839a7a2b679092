"""`workspace/didChangeConfiguration`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def did_change_configuration(server: CodebaseServer, params: types.DidChangeConfigurationParams) -> None:
    """Take the pushed settings, and those the client gives when asked."""
    server.configuration.push(params.settings)
    await server.configuration.pull()
    server.configuration.report()
    server.session.configure(server.configuration.settings)
    await server.outline.update()
