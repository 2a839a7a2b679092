"""`codebase/readFile`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


async def read_file(client: Client, params: messages.ReadFileParams) -> messages.ReadFileResult:
    """Read a file of the workspace, or a range of it."""
    path = client.paths.to_path(params.uri)

    def answer(workspace: Workspace, _: CancelToken) -> messages.ReadFileResult:
        converter = client.converter(workspace)
        span = converter.span(path, params.range) if params.range is not None else None
        with uri_field("uri"):
            file = workspace.read_file(path, span, params.max_chars)
        shown = converter.range(path, file.span, is_ascii=False)
        return messages.ReadFileResult(file.text, shown, file.truncated, file.encoding)

    return await client.session.ask("codebase/readFile", answer)
