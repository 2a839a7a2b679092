"""The language server of one client: it makes the services, and runs from the first byte to the last.

It knows nothing of the process, in which others may run beside it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from lsp_codebase import __version__
from lsp_codebase.attach import Wire, read_messages
from lsp_codebase.config import Settings
from lsp_codebase.server import features
from lsp_codebase.server.client import Client, ServingProcess
from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.dispatch import CodebaseProtocol
from lsp_codebase.server.documents import Documents
from lsp_codebase.server.inbox import Inbox
from lsp_codebase.server.messages import COMMANDS
from lsp_codebase.server.outbox import Outbox
from lsp_codebase.server.outline_offer import OutlineOffer
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.session import Session
from lsp_codebase.server.structure import strict_converter
from lsp_codebase.server.tool_calls import ToolCalls
from lsp_codebase.server.uris import PathMap

GRACE_S = 0.9
"""Unwritten messages are given up so long after the end, if the client does not read them."""


class CodebaseServer(LanguageServer):
    """The server of one client."""

    protocol: CodebaseProtocol

    def __init__(self, process: ServingProcess) -> None:
        super().__init__(
            "lsp-codebase",
            __version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=CodebaseProtocol,
            converter_factory=strict_converter,
        )
        connection, paths = Connection(self.protocol), PathMap()
        configuration = Configuration(connection, process.sources, process.configure_log, self._take_late_settings)
        progress = IndexProgress(connection, paths)
        session = Session(
            progress,
            paths,
            prepare=self._first_settings,
            settings_of=configuration.of_root,
            open_workspace=process.open_workspace,
            on_unmet=configuration.note_unmet,
            leave_root=configuration.leave_root,
            on_opened=process.on_opened,
            on_link=lambda: connection.post(documents.follow_links),
        )
        documents = Documents(connection, paths, session)
        self._client = Client(
            connection=connection,
            paths=paths,
            configuration=configuration,
            session=session,
            documents=documents,
            progress=progress,
            outline=OutlineOffer(connection, configuration, self._handle),
            tools=ToolCalls(session),
            call=self.protocol.call,
            process=process,
            end=self.end,
        )
        self._process = process
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

    async def serve(self, wire: Wire) -> None:
        """Serve the client until it is gone, or told to end; `close` must follow."""
        self._wire = wire
        self._loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        self._outbox = Outbox(wire.write, self.end)
        self._client.connection.attach(self._loop, self._outbox)
        threading.Thread(target=self._read, args=(wire.read,), name="reader", daemon=True).start()
        await self._stopped

    async def close(self) -> None:
        """Stop everything that runs for the client, and write its last messages if it reads."""
        self._outbox.close()
        await asyncio.wrap_future(self._client.session.close())
        await asyncio.to_thread(self._outbox.join, GRACE_S)
        self._wire.close()

    def end(self, code: int | None = None) -> None:
        """End the connection soon. Any thread may call, and a signal handler."""
        self._process.on_end()
        self._code = code if self._code is None else self._code
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        if not self._stopped.done():
            self._stopped.set_result(None)

    @property
    def exit_code(self) -> int:
        """The code of a signal; else 0 after `shutdown`, and 1 without."""
        return (0 if self.protocol.is_shut_down else 1) if self._code is None else self._code

    def report_server_error(self, error: Exception, source: object) -> None:
        """Keep pygls from showing a popup for every error; they are in the log."""

    def _read(self, read: Callable[[int], bytes]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            inbox = Inbox(self._loop.call_soon_threadsafe, self.protocol.receive)
            for message, body in read_messages(read):
                inbox.put(message, len(body))
        self.end()

    async def _first_settings(self) -> Settings:
        configuration = self._client.configuration
        await configuration.pull()
        self._tasks.append(asyncio.ensure_future(self._report()))
        self._tasks.append(asyncio.ensure_future(self._client.outline.update()))  # the client may take its time
        return configuration.settings

    def _take_late_settings(self) -> None:
        self._tasks.append(asyncio.ensure_future(self._client.apply_settings()))

    async def _report(self) -> None:
        """Report wrong settings, those of the folders too: they are known when the core is there, or cannot be."""
        await asyncio.wait([self._client.session.open()])
        self._client.configuration.report()
