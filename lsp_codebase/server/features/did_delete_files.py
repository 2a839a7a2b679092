"""`workspace/didDeleteFiles`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_delete_files(client: Client, params: types.DeleteFilesParams) -> None:
    """Mark the files and folders that are gone."""
    client.session.mark_changed(client.paths.to_paths(file.uri for file in params.files))
