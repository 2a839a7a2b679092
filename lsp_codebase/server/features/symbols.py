"""`codebase/symbols`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_symbols_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers


@reporting("Searching")
async def symbols(client: Client, params: messages.SymbolsParams) -> messages.SymbolsResult:
    """Find definitions by name, best first, with all known facts about them."""
    return await client.session.ask(
        "codebase/symbols",
        lambda workspace, cancel: find_symbols(workspace, params, client.paths, client.converter(workspace), cancel),
    )


def find_symbols(
    answers: Answers, params: messages.SymbolsParams, paths: PathMap, converter: PositionConverter, cancel: CancelToken
) -> messages.SymbolsResult:
    """Find as the params say. On a question thread."""
    folder, document = paths.to_folder(params.folder), params.text_document
    active = paths.to_document(document.uri, "textDocument.uri") if document is not None else None
    with uri_field("folder"):
        found = answers.symbols(params.query, cancel, active, params.limit, folder)
    return to_symbols_result(found, converter, paths)
