"""The client as the other end of the wire: what it can do, what it is told, what it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol

from lsp_codebase.server.outbox import Outbox


class Connection:
    """One client, over the protocol of pygls. Used on the loop thread, save where a method says otherwise."""

    def __init__(self, protocol: LanguageServerProtocol) -> None:
        self._protocol = protocol
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outbox: Outbox | None = None

    def attach(self, loop: asyncio.AbstractEventLoop, outbox: Outbox) -> None:
        """Begin to send."""
        self._loop = loop
        self._outbox = outbox
        self._protocol.set_writer(outbox)

    @property
    def capabilities(self) -> types.ClientCapabilities:
        """What the client announced in `initialize`."""
        return self._protocol.client_capabilities

    @property
    def encoding(self) -> str:
        """The negotiated position encoding. Any thread may ask."""
        return str(self._protocol.workspace.position_encoding)

    @property
    def wants_index_status(self) -> bool:
        """Whether the client announced `experimental.codebase.indexStatus`."""
        wanted: Any = self.capabilities.experimental
        for key in ("codebase", "indexStatus"):
            wanted = wanted.get(key) if isinstance(wanted, dict) else None
        return bool(wanted)

    @property
    def is_behind(self) -> bool:
        """Whether the client has not read what it was sent: news that will be older soon had better wait."""
        return self._outbox is not None and self._outbox.is_behind

    def notify(self, method: str, params: object) -> None:
        """Tell the client."""
        self._protocol.notify(method, params)

    async def request(
        self, method: str, params: object, *, timeout_s: float, on_late: Callable[[], object] = lambda: None
    ) -> Any:
        """Ask the client; raises when it refuses, or does not answer in time.

        `on_late` is called when an answer comes that was not waited for any more.
        """
        asked = asyncio.ensure_future(self._protocol.send_request_async(method, params))
        try:
            return await asyncio.wait_for(asyncio.shield(asked), timeout_s)
        except asyncio.TimeoutError:
            asked.add_done_callback(lambda _: None if asked.cancelled() or asked.exception() else on_late())
            raise

    def post(self, call: Callable[..., object], *args: object) -> None:
        """Have the loop thread call; once the loop is closed nobody is left to be told. Any thread may call."""
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(call, *args)
