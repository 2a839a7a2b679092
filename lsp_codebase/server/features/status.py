"""`codebase/status`."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_status


async def status(client: Client, params: messages.FolderParams) -> Sequence[messages.IndexStatus]:
    """Tell the state of every index, with the files that are not in it."""
    root = client.paths.to_folder(params.folder)
    with uri_field("folder"):
        statuses = await client.session.ask("codebase/status", lambda workspace, _: workspace.status(root))
    return [to_status(status, client.paths, is_full=True) for status in statuses]
