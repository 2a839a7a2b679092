"""Long answers in parts, to a client that gave a token for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

from lsprotocol import types

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken
from lsp_codebase.server.connection import Connection

T = TypeVar("T")

_PART = 16
"""Items in one part: about what a picker shows at once."""


def deliver(
    connection: Connection,
    token: types.ProgressToken | None,
    items: Iterable[T],
    cancel: CancelToken,
    as_part: Callable[[Sequence[T]], object] = list,
) -> Sequence[T]:
    """Return the items; with a token, send them in parts while they are made, and return what LSP wants then: none.

    `as_part` makes the value of a part. Called on a question thread. Raises `Cancelled` between two items.
    """
    whole: list[T] = []
    for item in items:
        cancel.check()
        whole.append(item)
        if token is not None and len(whole) == _PART:
            _send(connection, token, as_part(whole), cancel)
            whole = []
    if token is None:
        return whole
    if whole:
        _send(connection, token, as_part(whole), cancel)
    return []


def _send(connection: Connection, token: types.ProgressToken, part: object, cancel: CancelToken) -> None:
    def send() -> None:
        with suppress(Cancelled):  # the request then has its answer, and its token is no more
            cancel.check()
            connection.notify(types.PROGRESS, types.ProgressParams(token, part))

    connection.post(send)
