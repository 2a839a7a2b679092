"""`codebase/listFiles`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field


async def list_files(client: Client, params: messages.ListFilesParams) -> messages.ListFilesResult:
    """List the files below a directory, or of every folder."""
    path = client.paths.to_path(params.uri) if params.uri is not None else None
    with uri_field("uri"):
        files = await client.session.ask(
            "codebase/listFiles",
            lambda workspace, cancel: workspace.list_files(
                path,
                params.max_results,
                cancel,
                preset=params.preset,
                languages=tuple(params.languages),
                include=tuple(params.include),
                exclude=tuple(params.exclude),
                min_bytes=params.min_bytes,
                max_bytes=params.max_bytes,
            ),
        )
    return messages.ListFilesResult([client.paths.to_uri(file) for file in files.paths], files.truncated)
