"""`codebase/listDirectory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_directory

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


async def list_directory(client: Client, params: messages.ListDirectoryParams) -> messages.ListDirectoryResult:
    """List one page of a directory."""
    path = client.paths.to_path(params.uri)

    def answer(workspace: Workspace, _: CancelToken) -> messages.ListDirectoryResult:
        from lsp_codebase.tree import page_text

        with uri_field("uri"):
            page = workspace.list_directory(path, params.page, params.page_size)
        return to_directory(page, page_text(path, page) if params.format == "text" else None, client.paths)

    return await client.session.ask("codebase/listDirectory", answer)
