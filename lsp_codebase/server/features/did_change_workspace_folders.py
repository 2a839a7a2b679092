"""`workspace/didChangeWorkspaceFolders`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client
from lsp_codebase.server.folders import paths_of


def did_change_workspace_folders(client: Client, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Close the folders that went, open the ones that came."""
    for root in paths_of(params.event.removed, []):
        client.session.remove_folder(root)
    for root in paths_of(params.event.added, client.configuration.problems):
        client.session.add_folder(root)
    client.configuration.report()
