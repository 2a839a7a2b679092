"""`workspace/symbol`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.model import CancelToken, SymbolHit
from lsp_codebase.server.convert import Converter
from lsp_codebase.server.partial_results import deliver

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.workspace import Workspace


async def workspace_symbol(
    server: CodebaseServer, params: types.WorkspaceSymbolParams
) -> Sequence[types.WorkspaceSymbol]:
    """Find definitions by name, best first, each with a full location: where its name is."""
    encoding, active = server.encoding, server.documents.active

    def answer(workspace: Workspace, cancel: CancelToken) -> Sequence[types.WorkspaceSymbol]:
        converter = Converter(encoding, server.places, workspace.lines)
        hits = workspace.symbols(params.query, cancel, active).hits
        return deliver(server, params.partial_result_token, (_to_wire(hit, converter) for hit in hits), cancel)

    return await server.session.ask(types.WORKSPACE_SYMBOL, answer)


def _to_wire(hit: SymbolHit, converter: Converter) -> types.WorkspaceSymbol:
    symbol = hit.symbol
    return types.WorkspaceSymbol(
        name=symbol.name,
        kind=types.SymbolKind(symbol.kind),
        container_name=symbol.container or None,
        location=converter.location(hit.path, symbol.name_span, is_ascii=hit.is_ascii),
        tags=[types.SymbolTag.Deprecated] if symbol.is_deprecated else None,
    )
