"""A client of another process: served beside others, whom it does not concern."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase import model
from lsp_codebase.attach import Wire
from lsp_codebase.server.language_server import CodebaseServer

if TYPE_CHECKING:
    from lsp_codebase.config import Settings, Sources
    from lsp_codebase.index import IndexListener
    from lsp_codebase.workspace import Workspace


class GuestProcess:
    """The `ServingProcess` of a guest: it may ask, but not change the process's log or end.

    The process of the guest watches its own parent: when that is gone, the connection ends.
    """

    def __init__(
        self,
        open_workspace: Callable[[Settings, IndexListener], Workspace],
        serving: Callable[[Path], model.Host | None],
        sources: Sources,
    ) -> None:
        self.sources = sources
        self.open_workspace = open_workspace
        self.host = serving

    def configure_log(self, level: str, file: str, on_problem: Callable[[str], None]) -> None:
        """Leave the log as it is."""

    def watch_parent(self, pid: int | None, on_death: Callable[[], None]) -> None:
        """Watch nobody."""

    def introduce(self, name: str | None) -> None:
        """Keep the name of the greeting."""

    def on_opened(self, indexes: Iterable[Path]) -> None:
        """Let the process claim what it will: it opened the door before."""

    def on_end(self) -> None:
        """Keep the process."""


async def serve_guest(
    wire: Wire,
    open_workspace: Callable[[Settings, IndexListener], Workspace],
    serving: Callable[[Path], model.Host | None],
    sources: Sources,
) -> None:
    """Serve a guest until it is gone."""
    server = CodebaseServer(GuestProcess(open_workspace, serving, sources))
    await server.serve(wire)
    await server.close()
