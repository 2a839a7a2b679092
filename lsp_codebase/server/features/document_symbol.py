"""`textDocument/documentSymbol`, for those who want it: a language's own server usually answers it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.errors import UnknownRoot
from lsp_codebase.model import CancelToken, Span, Symbol
from lsp_codebase.server.convert import Converter

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.workspace import Workspace

Outline = Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]


async def document_symbol(server: CodebaseServer, params: types.DocumentSymbolParams) -> Outline | None:
    """Outline a document as it is typed; None for one that lies in no folder, since clients ask for every buffer."""
    encoding, is_nested = server.encoding, server.wants_nested_symbols
    path = next(server.places.paths([params.text_document.uri]), None)

    def answer(workspace: Workspace, cancel: CancelToken) -> Outline | None:
        if path is None:
            return None
        try:
            symbols = workspace.symbols_in(path, cancel)
        except UnknownRoot:
            return None
        converter = Converter(encoding, server.places, workspace.lines)
        return _nested(path, symbols, converter) if is_nested else _flat(path, symbols, converter)

    return await server.session.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer)


def _nested(path: Path, symbols: Sequence[Symbol], converter: Converter) -> list[types.DocumentSymbol]:
    """Nest by span: a definition lies in the innermost one that surrounds it."""
    top: list[types.DocumentSymbol] = []
    around: list[tuple[Span, list[types.DocumentSymbol]]] = []
    for symbol in sorted(symbols, key=lambda one: (one.span.start, [-end for end in one.span.end])):
        span = _around(symbol)
        while around and not around[-1][0].contains(span):
            around.pop()
        children: list[types.DocumentSymbol] = []
        (around[-1][1] if around else top).append(
            types.DocumentSymbol(
                name=symbol.name,
                kind=types.SymbolKind(symbol.kind),
                range=converter.range(path, span, is_ascii=False),
                selection_range=converter.range(path, symbol.name_span, is_ascii=False),
                tags=_tags(symbol),
                children=children,
            )
        )
        around.append((span, children))
    return top


def _flat(path: Path, symbols: Sequence[Symbol], converter: Converter) -> list[types.SymbolInformation]:
    return [
        types.SymbolInformation(
            name=symbol.name,
            kind=types.SymbolKind(symbol.kind),
            location=converter.location(path, _around(symbol), is_ascii=False),
            container_name=symbol.container or None,
            tags=_tags(symbol),
        )
        for symbol in symbols
    ]


def _around(symbol: Symbol) -> Span:
    """Return the span of a definition; LSP wants its name inside."""
    span, name = symbol.span, symbol.name_span
    return Span(*min(span.start, name.start), *max(span.end, name.end))


def _tags(symbol: Symbol) -> list[types.SymbolTag] | None:
    return [types.SymbolTag.Deprecated] if symbol.is_deprecated else None
