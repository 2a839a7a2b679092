"""`codebase/clear`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field


async def clear(client: Client, params: messages.FolderParams) -> None:
    """Delete an index; the answer says that it is done."""
    root = client.paths.to_folder(params.folder)
    with uri_field("folder"):  # as a reindex: one that was asked for after this is done after it
        await client.session.ask("codebase/reindex", lambda workspace, cancel: workspace.clear(root, cancel))
