"""`workspace/didChangeWatchedFiles`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_change_watched_files(client: Client, params: types.DidChangeWatchedFilesParams) -> None:
    """Mark what was created, changed or deleted; the indexer looks what it was."""
    client.session.mark_changed(client.paths.to_paths(change.uri for change in params.changes))
