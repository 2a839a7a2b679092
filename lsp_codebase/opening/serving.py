"""The workspace of a process that stays."""

from __future__ import annotations

from lsp_codebase.config import Settings
from lsp_codebase.index import IndexListener
from lsp_codebase.open_roots import OpenRoots
from lsp_codebase.server import Host
from lsp_codebase.workspace import Workspace


class ServingWorkspace(Workspace):
    """A workspace that other processes may ask, too, where this one writes the index."""

    def __init__(self, settings: Settings, listener: IndexListener | None, name: str) -> None:
        """`name` is the kind of this process, for people."""
        self._host = Host(lambda others, listening: Workspace(others, listening, roots), name)
        roots = OpenRoots(settings.index_workers, self._host)
        super().__init__(settings, listener, roots)

    @property
    def lets_others_in(self) -> bool:
        """Whether other processes may ask this one."""
        return self._host.lets_others_in

    def close(self) -> None:
        """Disconnect all guests, and stop all work within about two seconds."""
        self._host.shut()
        super().close()
        self._roots.close()
