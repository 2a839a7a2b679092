"""A thin server: it has its client served by the process that writes the index, and goes on by itself when that ends.

Neither pygls nor anything else that is heavy is imported here.
"""

from __future__ import annotations

from lsp_codebase.attach import Wire, read_messages
from lsp_codebase.config import Sources
from lsp_codebase.server.forwarding.caller import read_caller
from lsp_codebase.server.forwarding.relay import Relay, find_host

__all__ = ["forward"]


def forward(client: Wire, sources: Sources, parent_pid: int | None) -> Wire | int:
    """Have the client served by another process, if there is one for it.

    `sources` are those of this process; the client adds its own.

    Returns the exit code once the client is gone; or how to serve it in this process, from where it stands.
    """
    taken = bytearray()

    def take(size: int) -> bytes:
        data = client.read(size)
        taken.extend(data)
        return data

    def read(size: int) -> bytes:
        data = bytes(taken[:size])
        del taken[:size]
        return data or client.read(size)

    first = next((message for message, _ in read_messages(take)), None)
    unread = Wire(read, client.write, client.close)
    caller = read_caller(first, sources)
    host = find_host(caller) if caller is not None else None
    if caller is None or host is None:
        return unread
    return Relay(unread, caller, host).run(parent_pid)
