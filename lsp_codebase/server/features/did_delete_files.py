"""`workspace/didDeleteFiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_delete_files(server: CodebaseServer, params: types.DeleteFilesParams) -> None:
    """Mark the files and folders that are gone."""
    server.session.mark_changed(server.places.paths(file.uri for file in params.files))
