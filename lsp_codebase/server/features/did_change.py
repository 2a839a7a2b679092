"""`textDocument/didChange`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_change(client: Client, params: types.DidChangeTextDocumentParams) -> None:
    """Apply edits to an open document."""
    client.documents.change(params)
