"""`codebase/status`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from lsp_codebase.location import index_bytes
from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_host, to_status, to_text_cache

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


async def status(client: Client, params: messages.FolderParams) -> Sequence[messages.IndexStatus]:
    """Tell the state of every index, with the files that are not in it and the texts that are kept."""
    root = client.paths.to_folder(params.folder)

    def answer(workspace: Workspace, _: CancelToken) -> Sequence[messages.IndexStatus]:
        with uri_field("folder"):
            statuses = workspace.status(root)
        return [
            evolve(
                to_status(one, client.paths, is_full=True),
                host=to_host(client.process.host(Path(one.root))),
                bytes_on_disk=index_bytes(Path(one.root), workspace.find(Path(one.root)).settings.index_location),
                texts=to_text_cache(workspace.text_use(Path(one.root)), Path(one.root), client.paths),
            )
            for one in statuses
        ]

    statuses = await client.session.ask("codebase/status", answer)
    wrong = client.configuration.wrong or None
    return [evolve(one, settings_problems=wrong) for one in statuses]
