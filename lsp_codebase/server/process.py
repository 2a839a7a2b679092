"""The process that serves one client of its own: signals, its end and exit code, its log, and its door for others."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase import model
from lsp_codebase.attach import CLAIM_S, Wire, end_claims_after, settle_others
from lsp_codebase.config import Sources
from lsp_codebase.process import on_end_signal
from lsp_codebase.server import parent
from lsp_codebase.server.forced_exit import ForcedExit
from lsp_codebase.server.host import Host
from lsp_codebase.server.language_server import GRACE_S, CodebaseServer
from lsp_codebase.server.loading import uncollected
from lsp_codebase.server.logs import configure_logging

if TYPE_CHECKING:
    from lsp_codebase.config import Settings
    from lsp_codebase.index import IndexListener
    from lsp_codebase.open_roots import OpenRoots
    from lsp_codebase.workspace import Workspace

_LOCKED_S = 0.001
"""A working thread gives way to others so soon: an answer passes five threads, and Python's 5 ms are waited for by
each."""
_BEGINS_S = 2.0
"""A client says `initialized` so soon after `initialize`. Until then the servers of others wait with their answers."""
LONGEST_GRACE_S = 1.8
"""The process ends this long after a signal, or after its client or parent is gone, even if it cannot notice."""


class OwnProcess:
    """The `ServingProcess` of the client that started this process. When this client is gone, the process ends."""

    def __init__(self, sources: Sources | None = None, parent_pid: int | None = None) -> None:
        """`sources` are all places of settings but the editor."""
        self.sources = sources or Sources()
        self._parent_pid = parent_pid
        self._has_left: Callable[[], bool] = lambda: False
        self._host = Host(self.open_workspace)
        self._roots: OpenRoots | None = None
        self._opening = threading.Lock()
        self._server = CodebaseServer(self)
        self._forced_exit = ForcedExit(lambda: self._server.exit_code)

    @property
    def lets_others_in(self) -> bool:
        """Whether other processes may ask this one."""
        return self._host.lets_others_in

    def run(self, wire: Wire, has_left: Callable[[], bool] = lambda: False) -> int:
        """Serve the client until it is gone; return the exit code. The process ends soon after, whatever still runs.

        It does not if the client `has_left` for another process, over another wire.
        """
        self._has_left = has_left
        return asyncio.run(self._run(wire))

    async def _run(self, wire: Wire) -> int:
        on_end_signal(self._end_by_signal)
        sys.setswitchinterval(_LOCKED_S)
        parent.watch(self._parent_pid, self._server.end)
        await self._server.serve(wire)
        self._end_within(GRACE_S)  # index writes are atomic
        await asyncio.to_thread(self._host.shut)
        await asyncio.gather(self._server.close(), asyncio.to_thread(self._close_roots))
        return self._server.exit_code

    def open_workspace(self, settings: Settings, listener: IndexListener) -> Workspace:
        """Make the core of a client over the roots that all share; the first caller pays for loading it."""
        end_claims_after(CLAIM_S)
        with self._opening:
            with uncollected() if self._roots is None else nullcontext():
                from lsp_codebase.open_roots import OpenRoots
                from lsp_codebase.workspace import Workspace
            if self._roots is None:
                self._roots = OpenRoots(settings.index_workers, self._host)
        return Workspace(settings, listener, self._roots)

    def _close_roots(self) -> None:
        if self._roots is not None:
            self._roots.close()  # guests may have some of them open

    def configure_log(self, level: str, file: str, on_problem: Callable[[str], None]) -> None:
        """Log as is set."""
        configure_logging(level, file, on_problem)

    def watch_parent(self, pid: int | None, on_death: Callable[[], None]) -> None:
        """Call once the process is gone."""
        parent.watch(pid, on_death)

    def introduce(self, name: str | None) -> None:
        """Take the name of the client; other processes wait for this one only as long as it is about to begin."""
        if name is not None:
            self._host.name = name
        end_claims_after(_BEGINS_S)

    def on_opened(self, indexes: Iterable[Path]) -> None:
        """Have no other process wait for an index that is not opened here."""
        settle_others(indexes)

    def on_end(self) -> None:
        """Have the process end in time."""
        self._end_within(LONGEST_GRACE_S)

    def _end_by_signal(self, number: int) -> None:
        self._server.end(128 + number)
        self._forced_exit.within(LONGEST_GRACE_S)

    def _end_within(self, seconds: float) -> None:
        if not self._has_left():
            self._forced_exit.within(seconds)

    def host(self, root: Path) -> model.Host | None:
        """Return the clients served here."""
        return self._host.serving(root)
