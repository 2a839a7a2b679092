"""`workspace/didChangeWatchedFiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


def did_change_watched_files(server: CodebaseServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Mark what was created, changed or deleted; the indexer looks what it was."""
    server.session.mark_changed(server.places.paths(change.uri for change in params.changes))
