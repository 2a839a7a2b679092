"""A thin server: the process that writes the index serves its client; when that process ends, it goes on by itself.

Neither pygls nor any other heavy module is imported here.
"""

from __future__ import annotations

import os

from lsp_codebase.attach import Wire, read_messages
from lsp_codebase.config import Sources
from lsp_codebase.process import on_end_signal
from lsp_codebase.server import parent
from lsp_codebase.server.forwarding.caller import read_caller
from lsp_codebase.server.forwarding.relay import Relay, find_host, tell

__all__ = ["forward"]


def forward(client: Wire, sources: Sources, parent_pid: int | None) -> Wire | int:
    """Have the client served by another process, if there is one for it.

    `sources` are those of this process; the client adds its own.

    Returns the exit code once the client is gone; or how to serve it in this process, from where it stands. Until
    then a signal ends the process at once, and so does the end of its parent: nothing is left to be put in order.
    """
    on_end_signal(lambda number: os._exit(128 + number))
    is_thin = True
    parent.watch(parent_pid, lambda: os._exit(1) if is_thin else None)  # else the server of this process sees it too
    try:
        return _forwarded(client, sources)
    finally:
        is_thin = False


def _forwarded(client: Wire, sources: Sources) -> Wire | int:
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
    for problem in sources.problems_of_run():  # the client's server tells of the others
        tell(problem)
    return Relay(unread, caller, host).run()
