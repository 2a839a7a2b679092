"""`workspace/didCreateFiles`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_create_files(client: Client, params: types.CreateFilesParams) -> None:
    """Mark the new files and folders."""
    client.session.mark_changed(client.paths.to_paths(file.uri for file in params.files))
