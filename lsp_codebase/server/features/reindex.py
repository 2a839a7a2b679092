"""`codebase/reindex`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.model import CancelToken, IndexStatus, Phase
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.rebuilding import Rebuilding
from lsp_codebase.server.work_done import WorkDone

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace

_REPORT_EVERY_S = 0.1
_LOOK_EVERY_S = 1.0
_BEGIN_S = 5.0


async def reindex(client: Client, params: messages.ReindexParams) -> None:
    """Start indexing; only with a token for its progress does the answer wait for the end."""
    root, rebuilding = client.paths.to_folder(params.folder), Rebuilding(resume=params.resume)
    if params.work_done_token is None:
        await _begin(client, root, params, rebuilding)
        return
    work = WorkDone(client.connection, params.work_done_token)
    with work.shown("Indexing" if params.resume else "Reindexing", percentage=0), client.progress.followed(rebuilding):
        try:
            await _begin(client, root, params, rebuilding)
            await _follow(client, rebuilding, work)
        except asyncio.CancelledError:
            await _stop(client, rebuilding)
            raise
        if failure := rebuilding.failure():
            raise IndexUnavailable(failure, "the server's log says more")
        work.closing = rebuilding.outcome()


async def _begin(client: Client, root: Path | None, params: messages.ReindexParams, rebuilding: Rebuilding) -> None:
    def begin(workspace: Workspace, cancel: CancelToken) -> None:
        cancel.check()
        rebuilding.roots = frozenset(workspace.roots if root is None else [workspace.find(root).root])
        workspace.reindex(root, resume=params.resume)

    with uri_field("folder"):
        await client.session.ask("codebase/reindex", begin)


async def _follow(client: Client, rebuilding: Rebuilding, work: WorkDone) -> None:
    """Report until all is done, as far as the folders stay open and indexed."""
    clock = asyncio.get_running_loop().time
    looked, indexed = clock(), rebuilding.roots
    while rebuilding.unfinished() & indexed:
        message, percentage = rebuilding.progress()
        work.report(message, percentage)
        await asyncio.sleep(_REPORT_EVERY_S)
        if clock() - looked > _LOOK_EVERY_S:
            statuses = await client.session.ask("codebase/reindex", lambda workspace, _: _statuses(workspace))
            for status in statuses:
                rebuilding.note_status(status)
            indexed, looked = {Path(status.root) for status in statuses}, clock()


def _statuses(workspace: Workspace) -> list[IndexStatus]:
    statuses = [codebase.status() for codebase in workspace.codebases.values()]
    return [status for status in statuses if status.phase is not Phase.DISABLED]


async def _stop(client: Client, rebuilding: Rebuilding) -> None:
    """Stop the indexing, after waiting for it to begin: before, nothing could be stopped."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(rebuilding.has_begun.wait(), _BEGIN_S if rebuilding.roots else 0)
    for root in rebuilding.unfinished():
        client.session.cancel_indexing(root)
