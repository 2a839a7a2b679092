"""`codebase/history`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, HistoryQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_history
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def history(client: Client, params: messages.HistoryParams) -> messages.HistoryResult:
    """Find the commits that touched some lines, a file or a folder, or that fit a query."""
    document = params.text_document
    if document is not None and params.folder is not None:
        raise InvalidQuery("folder", "goes without textDocument; give one of the two")
    if params.range is not None and document is None:
        raise InvalidQuery("range", "goes with a file; name it in textDocument")
    place = client.paths.to_path(document.uri, "textDocument.uri") if document else None
    field = "textDocument.uri" if document else "folder"
    path = place or client.paths.to_folder(params.folder)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HistoryResult:
        with uri_field(field):
            converter = client.converter(workspace)
            span = converter.span(path, params.range) if path is not None and params.range is not None else None
            asked = HistoryQuery(params.query, path, span, params.since, params.limit)
            return to_history(workspace.history(asked, cancel), client.paths)

    return await client.session.ask("codebase/history", answer)
