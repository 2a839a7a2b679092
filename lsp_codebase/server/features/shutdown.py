"""`shutdown`."""

from __future__ import annotations

from lsp_codebase.server.client import Client


def shutdown(client: Client, _: object) -> None:
    """Answer nothing more; the protocol refuses what follows and cancels what runs."""
    client.session.close()
