"""`codebase/listFiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.server import messages
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def list_files(server: CodebaseServer, params: messages.ListFilesParams) -> messages.ListFilesResult:
    """List the files below a directory, or of every folder."""
    path = server.places.path(params.uri) if params.uri is not None else None
    with uri_field("uri"):
        files = await server.session.ask(
            "codebase/listFiles",
            lambda workspace, cancel: workspace.list_files(
                path,
                params.max_results,
                cancel,
                languages=tuple(params.languages),
                include=tuple(params.include),
                exclude=tuple(params.exclude),
            ),
        )
    return messages.ListFilesResult([server.places.uri(file) for file in files.paths], files.truncated)
