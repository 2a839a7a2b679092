"""The services of one client, as given to a handler; each of them knows nothing of the others' insides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.documents import Documents
from lsp_codebase.server.outline_offer import OutlineOffer
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.session import Session
from lsp_codebase.server.tool_calls import ToolCalls
from lsp_codebase.server.uris import PathMap

if TYPE_CHECKING:
    from lsp_codebase.config import Settings, Sources
    from lsp_codebase.index import IndexListener
    from lsp_codebase.model import Host
    from lsp_codebase.workspace import Workspace


class ServingProcess(Protocol):
    """The process that a client is served in: alone, or beside others, whom it must not concern. Any thread may ask."""

    sources: Sources
    """The client's settings beside those that it tells."""

    def open_workspace(self, settings: Settings, listener: IndexListener) -> Workspace:
        """Make the core of the client; its codebases are those that are open in the process."""

    def configure_log(self, level: str, file: str, on_problem: Callable[[str], None]) -> None:
        """Log as the client has set it, if this client may say so."""

    def watch_parent(self, pid: int | None, on_death: Callable[[], None]) -> None:
        """Call once the process that the client named as its own is gone, if that is ours to see."""

    def introduce(self, name: str | None) -> None:
        """Take the name that the client gives itself; it is to begin soon."""

    def on_opened(self, indexes: Iterable[Path]) -> None:
        """The client has begun, and these are the directories of the indexes that are opened for it. A thread calls."""

    def on_end(self) -> None:
        """The connection is about to end. A signal handler may call."""

    def host(self, root: Path) -> Host | None:
        """Return the clients of the index of a root, None if this process lets nobody in."""


@dataclass(frozen=True, slots=True)
class Client:
    """One client, as its handlers see it."""

    connection: Connection
    paths: PathMap
    configuration: Configuration
    session: Session
    documents: Documents
    progress: IndexProgress
    outline: OutlineOffer
    tools: ToolCalls
    call: Callable[[str, object], Awaitable[Any]]
    """Answers a request of ours: its method, and its params as received."""
    process: ServingProcess
    end: Callable[[], None]
    """Ends the connection soon. Any thread may call."""

    async def apply_settings(self) -> None:
        """Put the known settings of the client into force, and tell it their faults."""
        self.configuration.report()
        self.session.configure(self.configuration.settings)
        await self.outline.update()

    def converter(self, workspace: Workspace) -> PositionConverter:
        """Return the converter for the places of one answer. Any thread may call."""
        return PositionConverter(self.connection.encoding, self.paths, workspace.lines)
