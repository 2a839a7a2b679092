"""`workspace/didChangeWatchedFiles`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client


def did_change_watched_files(client: Client, params: types.DidChangeWatchedFilesParams) -> None:
    """Mark created, changed or deleted entries; the indexer looks which it was."""
    client.session.mark_changed(client.paths.to_paths(change.uri for change in params.changes))
