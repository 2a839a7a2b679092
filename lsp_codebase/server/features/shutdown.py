"""`shutdown`."""

from __future__ import annotations

from lsp_codebase.server.client import Client


def shutdown(client: Client, _: object) -> None:
    """Answer nothing more; the protocol refuses later messages and cancels running work."""
    client.session.close()
