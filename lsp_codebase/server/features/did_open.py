"""`textDocument/didOpen`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_open(client: Client, params: types.DidOpenTextDocumentParams) -> None:
    """Take the text of a document."""
    client.documents.open(params)
