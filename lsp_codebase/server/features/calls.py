"""`codebase/calls`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CallQuery, CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_calls
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def calls(client: Client, params: messages.CallsParams) -> messages.CallsResult:
    """Find the callers or the callees of a definition."""
    path = client.paths.to_path(params.uri) if params.uri is not None else None
    query = CallQuery(params.relation, params.name, path, params.line, params.limit)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.CallsResult:
        with uri_field("uri"):
            found = workspace.calls(query, cancel)
        return to_calls(found, client.converter(workspace), client.paths)

    return await client.session.ask("codebase/calls", answer)
