"""`codebase/clear`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field


async def clear(client: Client, params: messages.FolderParams) -> None:
    """Delete an index; the answer says that it is done."""
    root = client.paths.to_folder(params.folder)
    with uri_field("folder"):
        await client.session.ask("codebase/clear", lambda workspace, cancel: workspace.clear(root, cancel))
