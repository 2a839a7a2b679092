"""The server of a language, as small as one can be: it knows one definition and one symbol."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("other", "1")


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def definition(params: types.DefinitionParams) -> types.Location:
    """Return the first line of the document that was asked about."""
    return types.Location(params.text_document.uri, _first_line())


@server.feature(types.WORKSPACE_SYMBOL)
def symbols(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """Return a symbol that nobody else knows."""
    root = server.workspace.root_uri
    location = types.Location(f"{root}/json/decoder.py", _first_line())
    return [types.SymbolInformation(name="only_the_other_knows", kind=types.SymbolKind.Function, location=location)]


def _first_line() -> types.Range:
    return types.Range(types.Position(0, 3), types.Position(0, 6))


if __name__ == "__main__":
    server.start_io()
