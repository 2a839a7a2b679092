"""`textDocument/didSave`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_save(client: Client, params: types.DidSaveTextDocumentParams) -> None:
    """Mark the file before anything else runs, so that a request that follows sees it marked."""
    for path in client.paths.to_paths([params.text_document.uri]):  # none where it is no file
        client.session.document_saved(path)
