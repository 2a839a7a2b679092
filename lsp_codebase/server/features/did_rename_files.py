"""`workspace/didRenameFiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_rename_files(server: CodebaseServer, params: types.RenameFilesParams) -> None:
    """Mark the old and the new name of every file and folder."""
    server.session.mark_changed(
        server.places.paths(uri for file in params.files for uri in (file.old_uri, file.new_uri))
    )
