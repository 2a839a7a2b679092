"""What a handler is given: the services of one client, each of which knows nothing of the others' insides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.documents import Documents
from lsp_codebase.server.outline_offer import OutlineOffer
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.session import Session
from lsp_codebase.server.uris import PathMap

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


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
    call: Callable[[str, object], Awaitable[Any]]
    """Answers a request of ours: its method, and its params as received."""
    end: Callable[[], None]
    """Ends the process soon. Any thread may call."""

    def converter(self, workspace: Workspace) -> PositionConverter:
        """Return the converter for the places of one answer. Any thread may call."""
        return PositionConverter(self.connection.encoding, self.paths, workspace.lines)
