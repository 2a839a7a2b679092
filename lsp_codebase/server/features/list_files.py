"""`codebase/listFiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, FilesQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.uris import PathMap

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers


async def list_files(client: Client, params: messages.ListFilesParams) -> messages.ListFilesResult:
    """List the files below a directory, or of every folder."""
    return await client.session.ask(
        "codebase/listFiles", lambda workspace, cancel: list_(workspace, params, client.paths, cancel)
    )


def list_(
    answers: Answers, params: messages.ListFilesParams, paths: PathMap, cancel: CancelToken
) -> messages.ListFilesResult:
    """List as the params say. On a question thread."""
    path = paths.to_path(params.uri) if params.uri is not None else None
    query = FilesQuery(
        params.max_results,
        params.preset,
        languages=tuple(params.languages),
        include=tuple(params.include),
        exclude=tuple(params.exclude),
        min_bytes=params.min_bytes,
        max_bytes=params.max_bytes,
    )
    with uri_field("uri"):
        files = answers.list_files(path, query, cancel)
    return messages.ListFilesResult([paths.to_uri(file) for file in files.paths], files.truncated)
