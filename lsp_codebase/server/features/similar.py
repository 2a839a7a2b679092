"""`codebase/similar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, SimilarQuery, Span
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_hits, to_search_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def similar(client: Client, params: messages.SimilarParams) -> messages.HybridSearchResult:
    """Find code like a selection, or like the definition around a position."""
    path = client.paths.to_path(params.text_document.uri, "textDocument.uri")
    if (params.range is None) == (params.position is None):
        raise InvalidQuery("position", "give either a position or a range")

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = client.converter(workspace)
        with uri_field("textDocument.uri"):
            if params.range is not None:
                span = converter.span(path, params.range)
            else:
                assert params.position is not None
                place = converter.position(path, params.position)
                span = Span(*place, *place)
            found = workspace.similar(SimilarQuery(path, span, params.limit), cancel)
        return to_search_result(found, [*to_hits(found, converter)], client.paths)

    return await client.session.ask("codebase/similar", answer)
