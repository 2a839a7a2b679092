"""`codebase/listDirectory`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_directory


async def list_directory(client: Client, params: messages.ListDirectoryParams) -> messages.ListDirectoryResult:
    """List one page of a directory."""
    path = client.paths.to_path(params.uri)
    with uri_field("uri"):
        page = await client.session.ask(
            "codebase/listDirectory", lambda workspace, _: workspace.list_directory(path, params.page, params.page_size)
        )
    text = None
    if params.format == "text":
        from lsp_codebase.tree import page_text

        text = page_text(path, page)
    return to_directory(page, text, client.paths)
