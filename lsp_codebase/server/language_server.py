"""The language server of one client: what its handlers share, and its run from the first byte to the last."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from lsp_codebase import __version__
from lsp_codebase.config import Settings
from lsp_codebase.server import features, parent
from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.convert import Places
from lsp_codebase.server.dispatch import CodebaseProtocol
from lsp_codebase.server.documents import Documents
from lsp_codebase.server.last_resort import LastResort
from lsp_codebase.server.messages import COMMANDS
from lsp_codebase.server.outbox import Outbox
from lsp_codebase.server.outline_offer import OutlineOffer
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.session import Session
from lsp_codebase.server.structure import strict_converter
from lsp_codebase.server.transport import Wire, read_messages

GRACE_S = 0.9
"""The process ends this long after it has noticed its end, whatever still runs; index writes are atomic."""
LONGEST_GRACE_S = 1.8
"""The process ends this long after a signal, or after its client or parent is gone, even if it cannot notice."""


class CodebaseServer(LanguageServer):
    """What handlers see: the session, the settings, and the client."""

    protocol: CodebaseProtocol
    loop: asyncio.AbstractEventLoop

    def __init__(
        self, *, parent_pid: int | None = None, log_level: str | None = None, log_file: str | None = None
    ) -> None:
        super().__init__(
            "lsp-codebase",
            __version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=CodebaseProtocol,
            converter_factory=strict_converter,
        )
        self.index_progress = IndexProgress(self)
        self.session = Session(self.index_progress, self._first_settings)
        self.documents = Documents(self)
        self.outline = OutlineOffer(self)
        self.configuration = Configuration(self, log_level, log_file)
        self._parent_pid = parent_pid
        self._code: int | None = None
        self._outbox: Outbox | None = None
        self._tasks: list[asyncio.Task[None]] = []
        for method, (handler, options) in features.HANDLERS.items():
            self.feature(method, options)(partial(handler, self))
        for command, method in COMMANDS.items():
            self.command(command)(self.protocol.fm.features[method])

    @property
    def places(self) -> Places:
        """How the client writes paths."""
        return self.session.places

    @property
    def encoding(self) -> str:
        """The negotiated position encoding."""
        return str(self.workspace.position_encoding)

    @property
    def wants_index_status(self) -> bool:
        """Whether the client announced `experimental.codebase.indexStatus`."""
        wanted: Any = self.client_capabilities.experimental
        for key in ("codebase", "indexStatus"):
            wanted = wanted.get(key) if isinstance(wanted, dict) else None
        return bool(wanted)

    @property
    def wants_nested_symbols(self) -> bool:
        """Whether the client can show an outline as a tree."""
        document = self.client_capabilities.text_document
        known = document and document.document_symbol
        return bool(known and known.hierarchical_document_symbol_support)

    async def request(self, method: str, params: object, *, timeout_s: float) -> Any:
        """Ask the client; raises when it refuses, or does not answer in time."""
        return await asyncio.wait_for(self.protocol.send_request_async(method, params), timeout_s)

    def watch_parent(self, pid: int | None) -> None:
        """End with this process, and with the one named on the command line."""
        for watched in {pid, self._parent_pid}:
            parent.watch(watched, self.end)

    async def run(self, wire: Wire) -> int:
        """Serve the client until it is gone; return the exit code."""
        self.loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[None] = self.loop.create_future()
        self._last_resort = LastResort(self._exit_code)
        self._outbox = Outbox(wire.write, self.end)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda number, _: self.end(128 + number))
        threading.Thread(target=self._read, args=(wire.read,), name="reader", daemon=True).start()
        await self._stopped
        self._last_resort.within(GRACE_S)
        self._outbox.close()
        await asyncio.wrap_future(self.session.close())
        await asyncio.to_thread(self._outbox.join)
        return self._exit_code()

    def end(self, code: int | None = None) -> None:
        """End the process soon, whatever is blocked. Any thread may call, and a signal handler."""
        self._last_resort.within(LONGEST_GRACE_S)
        self._code = code if self._code is None else self._code
        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        """End the process now, as is done on the loop thread."""
        if not self._stopped.done():
            self._stopped.set_result(None)

    def _exit_code(self) -> int:
        """Return what a signal asked for; else 0 after `shutdown`, and 1 without."""
        return (0 if self.protocol.is_shut_down else 1) if self._code is None else self._code

    def write(self, data: bytes) -> None:
        """Send bytes to the client, after what was sent before; returns at once. One that is gone ends the process."""
        if self._outbox is not None:
            self._outbox.put(data)

    @property
    def is_behind(self) -> bool:
        """Whether the client has not read what it was sent: news that will be older soon had better wait."""
        return self._outbox is not None and self._outbox.is_behind

    def report_server_error(self, error: Exception, source: object) -> None:
        """Keep pygls from showing a popup for every error; they are in the log."""

    def _read(self, read: Callable[[int], bytes]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            for message in read_messages(read):
                self.loop.call_soon_threadsafe(self.protocol.receive, message)
        self.end()

    async def _first_settings(self) -> Settings:
        await self.configuration.pull()
        self.configuration.report()
        self._tasks.append(asyncio.ensure_future(self.outline.update()))  # the client may take its time
        return self.configuration.settings
