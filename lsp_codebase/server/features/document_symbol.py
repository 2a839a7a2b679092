"""`textDocument/documentSymbol`, on request: a language's own server usually answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.errors import UnknownRoot
from lsp_codebase.model import CancelToken
from lsp_codebase.server.client import Client
from lsp_codebase.server.wire import to_document_symbols, to_symbol_informations

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace

Outline = Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]


async def document_symbol(client: Client, params: types.DocumentSymbolParams) -> Outline | None:
    """Outline a document as it is typed; None for one that lies in no folder, since clients ask for every buffer."""
    document = client.connection.capabilities.text_document
    known = document and document.document_symbol
    to_wire = to_document_symbols if known and known.hierarchical_document_symbol_support else to_symbol_informations
    path = next(client.paths.to_paths([params.text_document.uri]), None)

    def answer(workspace: Workspace, cancel: CancelToken) -> Outline | None:
        if path is None:
            return None
        try:
            symbols = workspace.symbols_in(path, cancel).symbols
        except UnknownRoot:
            return None
        return to_wire(path, symbols, client.converter(workspace))

    return await client.session.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer)
