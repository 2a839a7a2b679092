"""`textDocument/didClose`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_close(client: Client, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    client.documents.close(params)
