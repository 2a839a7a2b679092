"""Long answers in parts, to a client that gave a token for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from lsprotocol import types

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken
from lsp_codebase.server.connection import Connection

T = TypeVar("T")

_PART = 16
"""Items in one part: about as many as a picker shows at once."""
_EVERY_S = 0.1
"""Items of an unfinished answer go out so often."""


class EarlyParts(Generic[T]):
    """Sends items of an answer that is still being made: the first at once, later ones ten times a second.

    `as_part` makes the value of a part. Used on a question thread, as a context: on leaving it all has been sent,
    or, after an error, nothing more will be. Without a token nothing is sent.
    """

    def __init__(
        self,
        connection: Connection,
        token: types.ProgressToken | None,
        cancel: CancelToken,
        as_part: Callable[[Sequence[T]], object],
    ) -> None:
        self.given = 0
        """Items so far."""
        self._connection = connection
        self._token = token
        self._cancel = cancel
        self._as_part = as_part
        self._unsent: list[T] = []  # from here on of the loop thread
        self._pause: asyncio.TimerHandle | None = None

    def __enter__(self) -> EarlyParts[T]:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self._connection.post(self._end, error is None)

    def add(self, item: T) -> None:
        """Give one more item."""
        self.given += 1
        self._connection.post(self._add, item)

    def _add(self, item: T) -> None:
        self._unsent.append(item)
        if self._pause is None:
            self._send_and_pause()

    def _send_and_pause(self) -> None:
        self._pause = None
        if self._unsent:
            self._send()
            self._pause = asyncio.get_running_loop().call_later(_EVERY_S, self._send_and_pause)

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self._token is None:
            return
        for start in range(0, len(unsent), _PART):
            _send(self._connection, self._token, self._as_part(unsent[start : start + _PART]), self._cancel)

    def _end(self, is_whole: bool) -> None:
        if self._pause is not None:
            self._pause.cancel()
        if is_whole:
            self._send()


def deliver(
    connection: Connection,
    token: types.ProgressToken | None,
    items: Iterable[T],
    cancel: CancelToken,
    as_part: Callable[[Sequence[T]], object] = list,
) -> Sequence[T]:
    """Return the items; with a token, send them in parts while they are made, and return none, as LSP wants then.

    `as_part` makes the value of a part. Called on a question thread. Raises `Cancelled` between two items.
    """
    whole: list[T] = []
    for item in items:
        cancel.check()
        whole.append(item)
        if token is not None and len(whole) == _PART:
            connection.post(_send, connection, token, as_part(whole), cancel)
            whole = []
    if token is None:
        return whole
    if whole:
        connection.post(_send, connection, token, as_part(whole), cancel)
    return []


def _send(connection: Connection, token: types.ProgressToken, part: object, cancel: CancelToken) -> None:
    with suppress(Cancelled):  # the request then has its answer, and its token is no more
        cancel.check()
        connection.notify(types.PROGRESS, types.ProgressParams(token, part))
