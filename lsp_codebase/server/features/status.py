"""`codebase/status`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from lsp_codebase.model import CancelToken, IndexStatus
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_host, to_status, to_text_cache

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


async def status(client: Client, params: messages.StatusParams) -> Sequence[messages.IndexStatus]:
    """Tell the state of every index, with the files that are not in it and the kept texts."""
    root = client.paths.to_folder(params.folder)

    def answer(workspace: Workspace, _: CancelToken) -> Sequence[messages.IndexStatus]:
        with uri_field("folder"):
            statuses = workspace.status(root, params.question)
        return [_full(client, workspace, one) for one in statuses]

    statuses = await client.session.ask("codebase/status", answer)
    wrong = client.configuration.wrong or None
    return [evolve(one, settings_problems=wrong) for one in statuses]


def _full(client: Client, workspace: Workspace, one: IndexStatus) -> messages.IndexStatus:
    root = Path(one.root)
    codebase = workspace.codebases.get(root)
    parts = codebase.bytes_by_part() if codebase else {}  # it was closed meanwhile
    return evolve(
        to_status(one, client.paths, is_full=True),
        host=to_host(client.process.host(root)),
        bytes_on_disk=sum(parts.values()),
        bytes_by_part={**parts},
        texts=to_text_cache(workspace.text_use(root), root, client.paths),
    )
