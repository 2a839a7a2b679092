"""The repair of an index that an examination, or a question, found damaged."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from lsp_codebase.errors import IndexReplaced, IndexUnavailable
from lsp_codebase.index.indexer import Indexer
from lsp_codebase.indexes import ChunkTexts, State
from lsp_codebase.model import CancelToken, Check, CheckState, Phase
from lsp_codebase.store import StoreBlocked, StoreUnreadable, full_disk_reason

logger = logging.getLogger(__name__)

_SETTLED = frozenset({Phase.READY, Phase.FAILED})
_POLL_S = 0.02


def wait_while(is_so: Callable[[], bool], cancel: CancelToken) -> None:
    """Block while something is so.

    Raises:
        Cancelled: if asked to stop.
    """
    while is_so():
        cancel.check()
        time.sleep(_POLL_S)


class Repairs:
    """Has one index repaired. Any thread may call."""

    def __init__(self, root: Path, indexer: Indexer) -> None:
        self._root = root
        self._indexer = indexer
        self._suspect: ChunkTexts | None = None  # a question found them unreadable

    def repaired(self, before: Sequence[Check], cancel: CancelToken) -> tuple[Check, ...]:
        """Repair the damaged parts of an examination; return the checks after that.

        Raises:
            Cancelled: if asked to stop.
        """
        damaged = {check.name: check for check in before if check.state is CheckState.DAMAGED}
        self._indexer.repair(damaged)
        wait_while(lambda: self._indexer.is_repairing, cancel)
        self.wait_until_idle(cancel)
        if self._indexer.is_closed:
            return (*before, self.skipped("the folder was closed, or its settings changed; ask again"))
        after = {check.name: check for check in self._indexer.examine(cancel)}
        for name, check in damaged.items():
            if name not in after or after[name].state is CheckState.OK:
                after[name] = replace(check, state=CheckState.REPAIRED, detail=f"it was: {check.detail}")
        try:
            self._indexer.check_writable()
        except IndexUnavailable as error:
            return (*after.values(), self.skipped(str(error)))
        return tuple(after.values())

    def skipped(self, reason: str) -> Check:
        """Return the check that tells why nothing was repaired."""
        return Check(self._root, "repair", CheckState.SKIPPED, reason)

    def wait_until_idle(self, cancel: CancelToken) -> None:
        """Block until the index is ready, has failed, or is closed.

        Raises:
            Cancelled: if asked to stop.
        """
        indexer = self._indexer
        wait_while(lambda: indexer.reporter.phase not in _SETTLED and not indexer.is_closed, cancel)

    @contextmanager
    def reading(self, state: State) -> Iterator[None]:
        """Have the index repaired, once, if a question finds it unreadable.

        Raises:
            IndexUnavailable: in place of the store's error.
        """
        try:
            yield
        except StoreBlocked as error:
            cause = f"the index cannot be read: {full_disk_reason(error)}"
            raise IndexUnavailable(cause, "ask again in a moment") from error
        except StoreUnreadable as error:
            if self._indexer.has_discarded(state.texts):
                raise IndexReplaced from error
            if self._suspect is not state.texts:
                self._suspect = state.texts
                logger.warning("repairing the index of %s, which a question found unreadable: %s", self._root, error)
                self._indexer.repair(("chunks", "row index"))
            raise IndexUnavailable("the index cannot be read", self._way_out()) from error

    def _way_out(self) -> str:
        """Return what becomes of an index that cannot be read: it is repaired here, or why it is not."""
        try:
            self._indexer.check_writable()
        except IndexUnavailable as error:
            return f"it is not repaired here: {error}"
        status = self._indexer.reporter.status()
        if status.phase is Phase.FAILED:
            return f"it could not be repaired: {status.message}"
        return "it is being repaired; ask again in a moment"
