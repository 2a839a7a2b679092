"""The clients of other processes that ask this one, because it writes their index.

A host need not be a language server: the modules for LSP are loaded with the first guest. All guests live on one loop
thread, and no act of one of them ends more than its own connection.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase import model
from lsp_codebase.attach import Door, GuestGreeting, NoPlace, Wire, claim, has_door, settle
from lsp_codebase.config import Sources

if TYPE_CHECKING:
    import asyncio

    from lsp_codebase.config import Settings
    from lsp_codebase.index import IndexListener
    from lsp_codebase.workspace import Workspace

logger = logging.getLogger(__name__)

_HOME_S = 0.5
"""Guests that are sent home have so long to end: the threads that they need for it go when the process does."""

OpenWorkspace = Callable[["Settings", "IndexListener"], "Workspace"]


class Host:
    """The doors of this process, and the guests that came through them. Any thread may call.

    `name` is the kind of this process, for people.
    """

    def __init__(self, open_workspace: OpenWorkspace, name: str = "editor") -> None:
        """`open_workspace` makes the core of a guest, over the codebases that are open in this process."""
        self.name = name
        self._open_workspace = open_workspace
        self._lock = threading.Lock()
        self._doors: dict[Path, tuple[Path, Door]] = {}  # by the directory of the index
        self._guests: dict[Wire, model.HostClient] = {}
        self._left = threading.Condition(self._lock)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_shut = False

    def admit(self, root: Path, index_directory: Path) -> None:
        """Let guests in: this process writes the index from now on. An indexer calls."""
        with self._lock:
            _, displaced = self._doors.get(index_directory, (None, None))
            if self._is_shut or (displaced is not None and not displaced.is_displaced):
                return
            try:
                self._doors[index_directory] = root, Door(index_directory, root, self._receive)
                if displaced is not None:
                    displaced.close()
            except (OSError, NoPlace) as error:
                logger.warning("other processes cannot ask this one: %s", error)
        settle(index_directory)

    def stand_in(self, root: Path, index_directory: Path) -> None:
        """Let guests in where the writer of the index does not: else each follows it by itself. An indexer calls."""
        with self._lock:
            is_open = index_directory in self._doors
        if not is_open and claim(index_directory) and not has_door(index_directory):
            self.admit(root, index_directory)
        settle(index_directory)

    def dismiss(self, index_directory: Path) -> None:
        """Let nobody in any more: this process is about to close the index. Present guests stay. An indexer calls."""
        with self._lock:
            _, door = self._doors.pop(index_directory, (None, None))
        settle(index_directory)
        if door is not None:
            door.close()

    def shut(self) -> None:
        """Close every door for good, and send all guests home: they go on by themselves. Waits a moment for that."""
        with self._lock:
            self._is_shut = True
            doors, guests = [*self._doors.values()], [*self._guests]
            self._doors.clear()
        for _, door in doors:
            door.close()
        for wire in guests:
            wire.close()
        with self._left:
            self._left.wait_for(lambda: not self._guests, _HOME_S)

    @property
    def lets_others_in(self) -> bool:
        """Whether others come through a door of this process."""
        with self._lock:
            return any(not door.is_displaced for _, door in self._doors.values())

    def serving(self, root: Path) -> model.Host | None:
        """Return the clients of the index of a root, None if nobody is let in."""
        with self._lock:
            if root not in [of for of, _ in self._doors.values()]:
                return None
            own = model.HostClient(self.name, os.getpid())
            return model.Host(os.getpid(), (own, *self._guests.values()))

    def _receive(self, guest: GuestGreeting, wire: Wire) -> None:  # on a thread of the guest
        import asyncio

        import lsp_codebase.server.guest  # noqa: F401  # now, since the loop thread is to look at no file

        sources = Sources.of_process({})  # of the same user; a guest tells its own variables and command line
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="guests", daemon=True).start()
            self._guests[wire] = model.HostClient(guest.name, guest.pid)
            if self._is_shut:
                wire.close()
        asyncio.run_coroutine_threadsafe(self._serve(wire, sources), self._loop)

    async def _serve(self, wire: Wire, sources: Sources) -> None:
        from lsp_codebase.server.guest import serve_guest

        try:
            await serve_guest(wire, self._open_workspace, self.serving, sources)
        except Exception:
            logger.log(logging.DEBUG if self._is_shut else logging.ERROR, "a guest could not be served", exc_info=True)
        finally:
            wire.close()
            with self._left:
                del self._guests[wire]
                self._left.notify_all()
