"""`codebase/reindex`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field


async def reindex(client: Client, params: messages.FolderParams) -> None:
    """Start indexing from nothing; the answer does not wait for the end."""
    root = client.paths.to_folder(params.folder)
    with uri_field("folder"):
        await client.session.ask("codebase/reindex", lambda workspace, _: workspace.reindex(root))
