"""The socket and the process: its address, the limits of a connection, its end."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.process import on_end_signal
from lsp_codebase.server import ForcedExit, cannot_listen
from lsp_codebase.web.access import Access
from lsp_codebase.web.app import MCP, build_app
from lsp_codebase.web.connections import TimedConnection
from lsp_codebase.web.guard import MOST_HEADER_BYTES

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers

MOST_CONNECTIONS = 256
KEEP_ALIVE_S = 15
END_S = 1.8
"""The process ends this long after a signal, even if something blocks."""


def bind(address: str, *, is_guarded: bool) -> socket.socket:
    """Return a socket that listens at `HOST:PORT`, `[IPv6]:PORT` or a port of the loopback interface; port 0 is any.

    Raises `InvalidQuery` for an address that is none or is taken, and, unless a token guards it, for one that other
    machines reach.
    """
    host, separator, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if separator else "127.0.0.1"
    if not port.isascii() or not port.isdecimal() or int(port) > 65_535 or not host:
        raise InvalidQuery("--http", f"{address!r} is not HOST:PORT, such as 127.0.0.1:8765")
    try:
        found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)
        family, *_, place = found[0]
        if not is_guarded and not ipaddress.ip_address(place[0]).is_loopback:
            reason = f"{host} is reached from other machines, which needs a token: --token-file or LSP_CODEBASE_TOKEN"
            raise InvalidQuery("--http", reason)
        return socket.create_server(place[:2], family=family)
    except OSError as error:
        raise cannot_listen("--http", address, error) from error


def serve(answers: Answers, listener: socket.socket, access: Access, index_of: Callable[[Path], Path]) -> int:
    """Serve until a signal; return 128 and its number. `index_of` tells where the index of a root lies."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # the guard logs failures; the rest is about clients
    config = uvicorn.Config(
        build_app(answers, access, index_of),
        http=TimedConnection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=0,
    )
    server = _Server(config)
    print(f"lsp-codebase: listening on {url_of(listener)} (MCP at {MCP}); Ctrl+C ends", file=sys.stderr, flush=True)
    asyncio.run(server.serve(sockets=[listener]))
    return server.exit_code


def url_of(listener: socket.socket) -> str:
    """Return where a socket listens."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if listener.family == socket.AF_INET6 else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Ends soon after a signal, and says by its exit code after which."""

    exit_code = 1

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals of the whole process; a signal after the end of the server ends the process at once."""
        self._forced_exit = ForcedExit(lambda: self.exit_code)
        on_end_signal(self._end)
        yield

    def _end(self, number: int) -> None:
        self._forced_exit.within(END_S)
        self.exit_code = 128 + number
        self.should_exit = True
