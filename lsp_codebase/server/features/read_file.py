"""`codebase/readFile`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers


async def read_file(client: Client, params: messages.ReadFileParams) -> messages.ReadFileResult:
    """Read a file of the workspace, or a range of it."""
    return await client.session.ask(
        "codebase/readFile",
        lambda workspace, _: read(workspace, params, client.paths, client.converter(workspace)),
    )


def read(
    answers: Answers, params: messages.ReadFileParams, paths: PathMap, converter: PositionConverter
) -> messages.ReadFileResult:
    """Read as the params say. On a question thread."""
    path = paths.to_path(params.uri)
    span = converter.span(path, params.range) if params.range is not None else None
    with uri_field("uri"):
        file = answers.read_file(path, span, params.max_chars)
    shown = converter.range(path, file.span, is_ascii=False)
    return messages.ReadFileResult(file.text, shown, file.truncated, file.encoding)
