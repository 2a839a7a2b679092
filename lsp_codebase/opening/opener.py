"""Opening folders: a host is asked to answer for them, or they are opened in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lsp_codebase.answers import Answers
from lsp_codebase.attach import AttachedWorkspace, HostEnded, Refused, connect
from lsp_codebase.config import Settings
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken
from lsp_codebase.opening.waiting import SETTLED, closed_on_error, wait_until

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener
    from lsp_codebase.server import Host


class Folders(Answers, Protocol):
    """Answers about folders that come and go."""

    def add_folder(self, root: Path, name: str = "") -> None:
        """Open one more folder."""

    def remove_folder(self, root: Path) -> None:
        """Close a folder."""


class Opener:
    """How to open folders, again and again."""

    def __init__(
        self,
        settings: Settings,
        name: str,
        listener: IndexListener | None,
        may_attach: bool,
        stays: bool,
        tell: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._name = name
        self._listener = listener
        self._may_attach = may_attach
        self._stays = stays
        self._tell = tell

    def open(self, roots: Sequence[Path], *, may_attach: bool = True) -> Folders:
        """Return the answers of the first host of one of the folders that serves us, or else our own."""
        for root in roots if may_attach and self._may_attach else ():
            try:
                host = connect(index_directory(root, self._settings.index_location), self._name)
                if host is not None:
                    return AttachedWorkspace(host.wire, roots, self._settings, self._name)
            except HostEnded:  # between two words
                continue
            except (Refused, CodebaseError) as error:
                self._tell(f"{error}; meanwhile the index is opened here too")
        return self._own(roots)

    def _own(self, roots: Sequence[Path]) -> Folders:
        from lsp_codebase.workspace import Workspace

        workspace = Workspace(self._settings, self._listener, self._host() if self._stays else None)
        with closed_on_error(workspace):
            for root in roots:
                workspace.add_folder(root)
            workspace.start()
            if self._stays:
                workspace.watch(client_watches=False)
            else:
                wait_until(workspace, CancelToken(), lambda status: status.has_index or status.phase in SETTLED)
        return workspace

    def _host(self) -> Host:
        """Return what lets others ask this process, once it writes the index."""
        from lsp_codebase.server import Host
        from lsp_codebase.workspace import Workspace

        return Host(lambda settings, listener: Workspace(settings, listener), self._name)
