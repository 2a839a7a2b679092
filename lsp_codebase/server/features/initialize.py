"""`initialize`."""

from __future__ import annotations

from lsprotocol import types

from lsp_codebase.server.client import Client
from lsp_codebase.server.folders import folders_of


def initialize(client: Client, params: types.InitializeParams) -> None:
    """Take the client's words; read and ask nothing, so that the answer goes out at once."""
    client.process.watch_parent(params.process_id, client.end)
    client.process.introduce(params.client_info.name if params.client_info is not None else None)
    client.configuration.initialize(params.initialization_options)
    client.outline.initialize()
    for root in folders_of(params, client.configuration.problems):
        client.session.add_folder(root)
