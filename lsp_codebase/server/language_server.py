"""The language server of one client: it makes the services, and runs from the first byte to the last."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from lsp_codebase import __version__
from lsp_codebase.config import Settings, Sources
from lsp_codebase.server import features, parent
from lsp_codebase.server.client import Client
from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.dispatch import CodebaseProtocol
from lsp_codebase.server.documents import Documents
from lsp_codebase.server.inbox import Inbox
from lsp_codebase.server.last_resort import LastResort
from lsp_codebase.server.messages import COMMANDS
from lsp_codebase.server.outbox import Outbox
from lsp_codebase.server.outline_offer import OutlineOffer
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.session import Session
from lsp_codebase.server.structure import strict_converter
from lsp_codebase.server.transport import Wire, read_messages
from lsp_codebase.server.uris import PathMap

GRACE_S = 0.9
"""The process ends this long after it has noticed its end, whatever still runs; index writes are atomic."""
LONGEST_GRACE_S = 1.8
"""The process ends this long after a signal, or after its client or parent is gone, even if it cannot notice."""


class CodebaseServer(LanguageServer):
    """One server process and its one client."""

    protocol: CodebaseProtocol

    def __init__(self, sources: Sources | None = None, *, parent_pid: int | None = None) -> None:
        """`sources` are all places of settings but the editor."""
        super().__init__(
            "lsp-codebase",
            __version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=CodebaseProtocol,
            converter_factory=strict_converter,
        )
        connection, paths = Connection(self.protocol), PathMap()
        configuration = Configuration(connection, sources or Sources())
        progress = IndexProgress(connection, paths)
        session = Session(progress, paths, self._first_settings, configuration.of_root)
        self._client = Client(
            connection=connection,
            paths=paths,
            configuration=configuration,
            session=session,
            documents=Documents(connection, paths, session),
            progress=progress,
            outline=OutlineOffer(connection, configuration, self._handle),
            call=self.protocol.call,
            end=self.end,
        )
        self._parent_pid = parent_pid
        self._code: int | None = None
        self._tasks: list[asyncio.Task[None]] = []
        for method in features.HANDLERS:
            self._handle(method)
        for command, method in COMMANDS.items():
            self.command(command)(self.protocol.fm.features[method])

    def _handle(self, method: str) -> None:
        if method not in self.protocol.fm.features:
            handler, options = features.OPTIONAL.get(method) or features.HANDLERS[method]
            self.feature(method, options)(partial(handler, self._client))

    async def run(self, wire: Wire) -> int:
        """Serve the client until it is gone; return the exit code."""
        self._loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        self._last_resort = LastResort(self._exit_code)
        outbox = Outbox(wire.write, self.end)
        self._client.connection.attach(self._loop, outbox)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda number, _: self.end(128 + number))
        parent.watch(self._parent_pid, self.end)
        threading.Thread(target=self._read, args=(wire.read,), name="reader", daemon=True).start()
        await self._stopped
        self._last_resort.within(GRACE_S)
        outbox.close()
        await asyncio.wrap_future(self._client.session.close())
        await asyncio.to_thread(outbox.join)
        return self._exit_code()

    def end(self, code: int | None = None) -> None:
        """End the process soon, whatever is blocked. Any thread may call, and a signal handler."""
        self._last_resort.within(LONGEST_GRACE_S)
        self._code = code if self._code is None else self._code
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        if not self._stopped.done():
            self._stopped.set_result(None)

    def _exit_code(self) -> int:
        """Return what a signal asked for; else 0 after `shutdown`, and 1 without."""
        return (0 if self.protocol.is_shut_down else 1) if self._code is None else self._code

    def report_server_error(self, error: Exception, source: object) -> None:
        """Keep pygls from showing a popup for every error; they are in the log."""

    def _read(self, read: Callable[[int], bytes]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            inbox = Inbox(self._loop.call_soon_threadsafe, self.protocol.receive)
            for message, size in read_messages(read):
                inbox.put(message, size)
        self.end()

    async def _first_settings(self) -> Settings:
        configuration = self._client.configuration
        await configuration.pull()
        self._tasks.append(asyncio.ensure_future(self._report()))
        self._tasks.append(asyncio.ensure_future(self._client.outline.update()))  # the client may take its time
        return configuration.settings

    async def _report(self) -> None:
        """Tell of wrong settings, those of the folders too: they are known when the core is there, or cannot be."""
        await asyncio.wait([self._client.session.open()])
        self._client.configuration.report()
