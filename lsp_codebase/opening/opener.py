"""Opening folders: a host is asked to answer for them, or they are opened in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lsp_codebase.answers import Answers
from lsp_codebase.attach import AttachedWorkspace, HostEnded, Refused, claim, connect, settle
from lsp_codebase.config import Sources, Teller
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken
from lsp_codebase.opening.waiting import SETTLED, closed_on_error, wait_until

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener
    from lsp_codebase.workspace import Workspace

_SUCCESSION_S = 10.0
"""How long a host is waited for that another process has begun to be; it takes a second or two."""
_LOOK_EVERY_S = 0.05


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
        sources: Sources,
        name: str,
        listener: IndexListener | None,
        may_attach: bool,
        wait: bool,
        stays: bool,
        tell: Callable[[str], None],
    ) -> None:
        self._sources = sources
        self._name = name
        self._listener = listener
        self._may_attach = may_attach
        self._waits = wait
        self._stays = stays
        self._teller = Teller(tell)
        self._settings = self._teller.settings(sources.resolved())

    def open(self, roots: Sequence[Path], *, may_attach: bool = True) -> Folders:
        """Return the answers of the first host of one of the folders that serves us, or else our own."""
        return (self._attached(roots) if may_attach else None) or self._own(roots)

    def reopen(self, roots: Sequence[Path], *, may_attach: bool) -> Folders:
        """Return who answers after a host has ended: the next one, which may be this process if it stays."""
        if not (self._stays and may_attach and roots):
            return self.open(roots, may_attach=may_attach)
        until = time.monotonic() + _SUCCESSION_S
        index = self._index_of(roots[0])
        while time.monotonic() < until:
            is_ours = claim(index)  # before the look, or the door might be opened between the two
            if (attached := self._attached(roots)) is not None:
                if is_ours:
                    settle(index)
                return attached
            if is_ours:
                break
            time.sleep(_LOOK_EVERY_S)
        return self._own(roots)

    def _attached(self, roots: Sequence[Path]) -> Folders | None:
        for root in roots if self._may_attach else ():
            try:
                host = connect(self._index_of(root), self._name)
                if host is not None:
                    return AttachedWorkspace(host.wire, roots, self._sources.of_run(), self._name)
            except HostEnded:  # between two words
                continue
            except (Refused, CodebaseError) as error:
                self._teller.once(f"{error}; meanwhile the index is opened here too")
        return None

    def _index_of(self, root: Path) -> Path:
        return index_directory(root, self._settings.index_location)

    def _own(self, roots: Sequence[Path]) -> Folders:
        workspace = self._made()
        workspace.configure_each(lambda root: self._teller.settings(self._sources.resolved(root)))
        with closed_on_error(workspace):
            for root in roots:
                workspace.add_folder(root)
                if not (self._stays or self._waits):
                    workspace.find(root).put_off()
            workspace.start()
            if self._stays:
                workspace.watch(client_watches=False)
            else:
                wait_until(workspace, CancelToken(), lambda status: status.has_index or status.phase in SETTLED)
        return workspace

    def _made(self) -> Workspace:
        if self._stays:
            from lsp_codebase.opening.serving import ServingWorkspace

            return ServingWorkspace(self._settings, self._listener, self._name)
        from lsp_codebase.workspace import Workspace

        return Workspace(self._settings, self._listener)
