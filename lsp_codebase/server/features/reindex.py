"""`codebase/reindex`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.server import messages
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def reindex(server: CodebaseServer, params: messages.FolderParams) -> None:
    """Start indexing from nothing; the answer does not wait for the end."""
    root = server.places.path(params.folder, "folder") if params.folder is not None else None
    with uri_field("folder"):
        await server.session.ask("codebase/reindex", lambda workspace, _: workspace.reindex(root))
