"""The requests that wait for a thread, or for an index: of too many the oldest ones are dropped, as over LSP."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import anyio

from lsp_codebase.errors import RequestDropped
from lsp_codebase.model import bounds


class Turns:
    """Used on the loop thread, but for what `turn` yields."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, OrderedDict[anyio.CancelScope, None]] = defaultdict(OrderedDict)

    @contextmanager
    def turn(self, kind: str) -> Iterator[Callable[[], object]]:
        """Wait within this; any thread calls what is yielded when the wait is over.

        Raises:
            RequestDropped: if too many of the same kind, a method, came after it and wait, too.
        """
        scope, waiting = anyio.CancelScope(), self._waiting[kind]
        waiting[scope] = None
        if len(waiting) > bounds.MOST_WAITING:
            oldest, _ = waiting.popitem(last=False)
            oldest.cancel()
        try:
            with scope:
                yield partial(waiting.pop, scope, None)
        finally:
            waiting.pop(scope, None)
        if scope.cancelled_caught:
            raise RequestDropped(kind, bounds.MOST_WAITING)
