"""`codebase/listDirectory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.server import messages
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def list_directory(server: CodebaseServer, params: messages.ListDirectoryParams) -> messages.ListDirectoryResult:
    """List one page of a directory."""
    path = server.places.path(params.uri)
    with uri_field("uri"):
        page = await server.session.ask(
            "codebase/listDirectory", lambda workspace, _: workspace.list_directory(path, params.page, params.page_size)
        )
    children = None
    if page.children is not None:
        to_uri = server.places.uri
        children = [
            messages.DirectoryEntry(entry.name, to_uri(entry.path), entry.is_directory, entry.is_symbolic_link)
            for entry in page.children
        ]
    text = None
    if params.format == "text":
        from lsp_codebase.tree import page_text

        text = page_text(path, page)
    return messages.ListDirectoryResult(children, page.has_next, page.has_previous, page.remaining, text)
