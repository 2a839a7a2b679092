"""`workspace/symbol`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.model import CancelToken
from lsp_codebase.server.client import Client
from lsp_codebase.server.partial_results import deliver
from lsp_codebase.server.wire import to_symbol
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def workspace_symbol(client: Client, params: types.WorkspaceSymbolParams) -> Sequence[types.WorkspaceSymbol]:
    """Find definitions by name, best first."""
    active = client.documents.active

    def answer(workspace: Workspace, cancel: CancelToken) -> Sequence[types.WorkspaceSymbol]:
        converter = client.converter(workspace)
        hits = workspace.symbols(params.query, cancel, active, to_filter=True).hits
        found = (to_symbol(hit, converter) for hit in hits)
        return deliver(client.connection, params.partial_result_token, found, cancel)

    return await client.session.ask(types.WORKSPACE_SYMBOL, answer)
