"""`codebase/symbols`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_symbols_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def symbols(client: Client, params: messages.SymbolsParams) -> messages.SymbolsResult:
    """Find definitions by name, best first, with all that is known of them."""
    folder = client.paths.to_folder(params.folder)
    document = params.text_document
    active = client.paths.to_document(document.uri, "textDocument.uri") if document is not None else None

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.SymbolsResult:
        with uri_field("folder"):
            found = workspace.symbols(params.query, cancel, active, params.limit, folder)
        return to_symbols_result(found, client.converter(workspace), client.paths)

    return await client.session.ask("codebase/symbols", answer)
