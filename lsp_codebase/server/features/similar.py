"""`codebase/similar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, SimilarQuery, Span
from lsp_codebase.server import messages
from lsp_codebase.server.convert import Converter
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.features.hybrid_search import to_wire
from lsp_codebase.server.features.status import to_wire as status_to_wire

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.workspace import Workspace


async def similar(server: CodebaseServer, params: messages.SimilarParams) -> messages.HybridSearchResult:
    """Find code like a selection, or like the definition around a position."""
    encoding = server.encoding
    path = server.places.path(params.text_document.uri, "textDocument.uri")
    if (params.range is None) == (params.position is None):
        raise InvalidQuery("position", "give either a position or a range")

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = Converter(encoding, server.places, workspace.lines)
        with uri_field("textDocument.uri"):
            if params.range is not None:
                span = converter.span(path, params.range)
            else:
                assert params.position is not None
                place = converter.position(path, params.position)
                span = Span(*place, *place)
            found = workspace.similar(SimilarQuery(path, span, params.limit), cancel)
        return to_wire(found, status_to_wire(found.status, server.places), converter)

    return await server.session.ask("codebase/similar", answer)
