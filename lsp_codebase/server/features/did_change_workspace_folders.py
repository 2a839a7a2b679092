"""`workspace/didChangeWorkspaceFolders`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.server.lifecycle import named_folders

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_change_workspace_folders(server: CodebaseServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Close the folders that went, open the ones that came."""
    problems = server.configuration.problems
    for root, _ in named_folders(params.event.removed, []):
        server.session.remove_folder(root)
    for root, name in named_folders(params.event.added, problems):
        server.session.add_folder(root, name)
    server.configuration.report()
