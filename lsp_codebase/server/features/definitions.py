"""`codebase/definitions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, DefinitionQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_symbols_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def definitions(client: Client, params: messages.DefinitionsParams) -> messages.SymbolsResult:
    """Find the definitions of exactly one name, or the one at a place."""
    path = client.paths.to_path(params.uri) if params.uri is not None else None
    query = DefinitionQuery(params.name, path, params.line, params.limit)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.SymbolsResult:
        with uri_field("uri"):
            found = workspace.definitions(query, cancel)
        return to_symbols_result(found, client.converter(workspace), client.paths)

    return await client.session.ask("codebase/definitions", answer)
