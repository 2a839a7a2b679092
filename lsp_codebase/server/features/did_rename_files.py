"""`workspace/didRenameFiles`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_rename_files(client: Client, params: types.RenameFilesParams) -> None:
    """Mark the old and the new name of every file and folder."""
    uris = (uri for file in params.files for uri in (file.old_uri, file.new_uri))
    client.session.mark_changed(client.paths.to_paths(uris))
