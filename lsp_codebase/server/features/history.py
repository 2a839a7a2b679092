"""`codebase/history`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, HistoryQuery, Span
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
    place = client.paths.to_path(document.uri, "textDocument.uri") if document else None
    field = "textDocument.uri" if document else "folder"
    path = place or client.paths.to_folder(params.folder)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HistoryResult:
        with uri_field(field):
            converter = client.converter(workspace)
            span = None
            if params.range is not None:  # without a file it is refused, together with all other faults
                span = converter.span(path, params.range) if path else Span.of_lines(params.range.start.line)
            asked = HistoryQuery(params.query, path, span, params.since, params.limit)
            return to_history(workspace.history(asked, cancel), client.paths)

    return await client.session.ask("codebase/history", answer)
