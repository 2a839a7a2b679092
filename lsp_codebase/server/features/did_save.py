"""`textDocument/didSave`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_save(server: CodebaseServer, params: types.DidSaveTextDocumentParams) -> None:
    """Mark the file before anything else runs, so that a request that follows sees it marked."""
    for path in server.places.paths([params.text_document.uri]):  # none where it is no file
        server.session.document_saved(path)
