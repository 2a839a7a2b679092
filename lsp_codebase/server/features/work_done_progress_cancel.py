"""`window/workDoneProgress/cancel`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def work_done_progress_cancel(client: Client, params: types.WorkDoneProgressCancelParams) -> None:
    """Stop the indexing run that shows this progress; one that is over is ignored."""
    root = client.progress.root_of(params.token)
    if root is not None:
        client.session.cancel_indexing(root)
