"""`workspace/didChangeWorkspaceFolders`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.server.convert import to_paths

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_change_workspace_folders(server: CodebaseServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Close the folders that went, open the ones that came."""
    for root in to_paths(folder.uri for folder in params.event.removed):
        server.session.remove_folder(root)
    for folder in params.event.added:
        for root in to_paths([folder.uri]):
            server.session.add_folder(root, folder.name or root.name)
