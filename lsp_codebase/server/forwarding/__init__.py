"""A thin server: the process that writes the index serves its client; without one it serves the client by itself.

Neither pygls nor any other heavy module is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from lsp_codebase.attach import Wire, read_messages
from lsp_codebase.config import Sources
from lsp_codebase.process import on_end_signal
from lsp_codebase.server import parent
from lsp_codebase.server.forwarding.caller import Caller, read_caller
from lsp_codebase.server.forwarding.relay import Relay, ServerHere, find_host, tell

__all__ = ["forward"]


def forward(client: Wire, sources: Sources, parent_pid: int | None, begin: Callable[[], ServerHere]) -> int:
    """Have the client served by another process whenever there is one for it; return the exit code once it is gone.

    `sources` are those of this process; the client adds its own. `begin` makes a server of this process.
    """
    on_end_signal(lambda number: os._exit(128 + number))
    is_begun = False
    parent.watch(parent_pid, lambda: None if is_begun else os._exit(1))  # else the server or the relay sees it too
    unread, caller = _introduced(client, sources)
    host = find_host(caller) if caller is not None else None
    if host is not None:
        for problem in sources.problems_of_run():  # the client's server tells of the others
            tell(problem)
    is_begun = True
    if caller is None:
        return begin().run(unread, lambda: False)
    return Relay(unread, caller, host, begin).run(parent_pid)


def _introduced(client: Wire, sources: Sources) -> tuple[Wire, Caller | None]:
    """Return the client, with nothing read, and what its first message says of it."""
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
    return Wire(read, client.write, client.close), read_caller(first, sources)
