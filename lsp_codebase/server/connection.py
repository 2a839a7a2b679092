"""The client as the other end of the wire: its abilities, notifications to it, requests to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol

from lsp_codebase.server.outbox import Outbox


class Connection:
    """One client, over the protocol of pygls. Used on the loop thread, unless a method says otherwise."""

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
        """The capabilities of `initialize`."""
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
        """Whether the client has not read its earlier messages: news that will be older soon had better wait."""
        return self._outbox is not None and self._outbox.is_behind

    def notify(self, method: str, params: object) -> None:
        """Tell the client."""
        self._protocol.notify(method, params)

    async def request(
        self, method: str, params: object, *, timeout_s: float, on_late: Callable[[Any], object] = lambda _: None
    ) -> Any:
        """Ask the client; raises when it refuses, or does not answer in time.

        `on_late` is called with an answer that came too late.
        """
        asked = asyncio.ensure_future(self._protocol.send_request_async(method, params))
        try:
            return await asyncio.wait_for(asyncio.shield(asked), timeout_s)
        except asyncio.TimeoutError:
            asked.add_done_callback(lambda answer: _tell(answer, on_late))
            raise

    def post(self, call: Callable[..., object], *args: object) -> None:
        """Have the loop thread call; once the loop is closed nobody is left to be told. Any thread may call."""
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(call, *args)


def _tell(answer: asyncio.Future[Any], told: Callable[[Any], object]) -> None:
    if not answer.cancelled() and answer.exception() is None:
        told(answer.result())
