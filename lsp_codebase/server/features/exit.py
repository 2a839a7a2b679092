"""`exit`."""

from __future__ import annotations

from lsp_codebase.server.client import Client


def exit(client: Client, _: object) -> None:
    """End the connection; a process of its own exits with 0 after `shutdown`, with 1 without."""
    client.end()
