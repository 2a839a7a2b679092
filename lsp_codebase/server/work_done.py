"""The progress of a request under the token that came with it.

LSP lets such a token live until the request is answered: a `begin` comes first, an `end` before the answer, whatever it
is. A client that wants to stop the work cancels the request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from lsprotocol import types

from lsp_codebase.server.client import Client
from lsp_codebase.server.connection import Connection

Answer = TypeVar("Answer")
Handler = Callable[[Client, Any], Awaitable[Answer]]


class WorkDone:
    """The news of the work on one request; nothing without a token. Used on the loop thread."""

    def __init__(self, connection: Connection, token: types.ProgressToken | None) -> None:
        self._connection = connection
        self._token = token
        self._told: tuple[str, int | None] | None = None
        self.closing = ""
        """Told at the end."""

    @contextmanager
    def shown(self, title: str, percentage: int | None = None) -> Iterator[None]:
        """Begin, and end in any case. Only work that begins with a percentage can tell more of them."""
        self._send(types.WorkDoneProgressBegin(title, cancellable=True, percentage=percentage))
        try:
            yield
        finally:
            self._send(types.WorkDoneProgressEnd(message=self.closing or None))

    def report(self, message: str, percentage: int | None = None) -> None:
        """Tell the present work, if that is new and the client reads its messages."""
        if (message, percentage) != self._told and not self._connection.is_behind:
            self._told = message, percentage
            self._send(types.WorkDoneProgressReport(message=message, percentage=percentage))

    def _send(self, value: object) -> None:
        if self._token is not None:
            self._connection.notify(types.PROGRESS, types.ProgressParams(self._token, value))


def reporting(title: str) -> Callable[[Handler[Answer]], Callable[[Client, Any], Awaitable[Answer]]]:
    """Show the work of a handler under the `work_done_token` of its params, and its waits."""

    def shown(handler: Handler[Answer]) -> Callable[[Client, Any], Awaitable[Answer]]:
        @wraps(handler)
        async def answer(client: Client, params: Any) -> Answer:
            work = WorkDone(client.connection, params.work_done_token)
            with work.shown(title):
                if not client.session.is_open:
                    work.report("Opening the folders")
                return await handler(client, params)

        return answer

    return shown
