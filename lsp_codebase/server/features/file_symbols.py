"""`codebase/fileSymbols`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_file_symbols

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


async def file_symbols(client: Client, params: messages.FileSymbolsParams) -> messages.FileSymbolsResult:
    """List the definitions of a file."""
    path = client.paths.to_path(params.uri)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.FileSymbolsResult:
        with uri_field("uri"):
            found = workspace.symbols_in(path, cancel)
        return to_file_symbols(path, found, client.converter(workspace), client.paths)

    return await client.session.ask("codebase/fileSymbols", answer)
