"""Opening folders: a host is asked to answer for them, or this process opens them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.answers import Folders
from lsp_codebase.attach import AttachedWorkspace, HostEnded, Refused, claim, connect, settle, settle_others
from lsp_codebase.config import OPTIONS, ProblemNotices, Sources
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.model import UNCANCELLED, IndexStatus, Phase
from lsp_codebase.opening.waiting import SETTLED, Meanwhile, closed_on_error, wait_until

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener
    from lsp_codebase.opening.serving import ServingWorkspace
    from lsp_codebase.workspace import Workspace

_SUCCESSION_S = 10.0
"""A host that another process has begun to be is waited for so long; it takes a second or two."""
_LOOK_EVERY_S = 0.05
_LATEST_S = 30.0
"""A one-time question waits so long for the few changed files; they take a second or two on an idle machine."""


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
        meanwhile: Meanwhile | None = None,
    ) -> None:
        self._sources = sources
        self._name = name
        self._listener = listener
        self._may_attach = may_attach
        self._waits = wait
        self.stays = stays
        self._serving: ServingWorkspace | None = None  # opened last by this process, if it stays
        self._meanwhile = meanwhile
        self._teller = ProblemNotices(tell)
        self._settings = sources.resolved().settings

    def open(self, roots: Sequence[Path], *, may_attach: bool = True) -> Folders:
        """Return the answers of a host of one of the folders, even one about to start, or else our own."""
        host = self._host_of(roots) if may_attach and self._may_attach and roots else None
        if host is not None and self._has_index(host):
            return host
        return self._own(roots)

    def host_instead(self, answers: Folders, roots: Sequence[Path]) -> Folders | None:
        """Return the answers of a host that came after our own were opened; None without one, or if we let others in.

        Else two processes might go to each other.
        """
        own = self._serving
        return None if own is None or own is not answers or own.lets_others_in else self.attached(roots)

    def _host_of(self, roots: Sequence[Path]) -> Folders | None:
        index, is_ours = self._index_of(roots[0]), False
        until = time.monotonic() + _SUCCESSION_S
        while (host := self.attached(roots)) is None and not is_ours and time.monotonic() < until:
            is_ours = claim(index)
            if not is_ours:  # else look once more: a door may have been opened meanwhile
                time.sleep(_LOOK_EVERY_S)
        if is_ours and not (host is None and self.stays):
            settle(index)
        return host

    def _has_index(self, host: Folders) -> bool:
        """Wait for a host's first index, for a one-time question; return whether there is still a host."""
        try:
            if not self.stays and any(map(_is_begun, host.status())):
                wait_until(host, UNCANCELLED, lambda status: status.phase in SETTLED, self._meanwhile)
        except HostEnded:
            host.close()
            return False
        except BaseException:
            host.close()
            raise
        return True

    def attached(self, roots: Sequence[Path], otherwise: str = "the index is opened here too") -> Folders | None:
        """Return the answers of the first host that serves us one of the folders, None if there is none.

        `otherwise` tells the user of the consequence where a host does not serve us.
        """
        for root in roots if self._may_attach else ():
            try:
                host = connect(self._index_of(root), self._name)
                if host is not None:
                    for problem in self._sources.problems_of_run():  # the host tells those in files
                        self._teller.once(problem)
                    return AttachedWorkspace(host.wire, roots, self._sources.of_run(), self._name, self._warn)
            except HostEnded:  # between two words
                continue
            except (Refused, CodebaseError) as error:
                self._teller.once(f"{error}; meanwhile {otherwise}")
        return None

    def _warn(self, warning: str) -> None:
        """Pass on a host's warning, but not of settings that differ from its own only because they were left to it."""
        key = warning.partition(":")[0]
        if key in self._sources.of_run() or key not in [option.key for option in OPTIONS]:
            self._teller.once(warning)

    def _index_of(self, root: Path) -> Path:
        return index_directory(root, self._settings.index_location)

    def _own(self, roots: Sequence[Path]) -> Folders:
        self._teller.settings(self._sources.resolved())
        workspace = self._made()
        workspace.configure_each(lambda root: self._teller.settings(self._sources.resolved(root)))
        with closed_on_error(workspace):
            for root in roots:
                workspace.add_folder(root)
                if not (self.stays or self._waits):
                    workspace.find(root).put_off()
            workspace.start()
            settle_others(workspace.opened_indexes)
            if self.stays:
                workspace.watch(client_watches=False)
            else:
                until = time.monotonic() + _LATEST_S
                is_enough = partial(_is_enough, until=until)
                wait_until(workspace, UNCANCELLED, is_enough, self._meanwhile)
        return workspace

    def _made(self) -> Workspace:
        if self.stays:
            from lsp_codebase.opening.serving import ServingWorkspace

            self._serving = ServingWorkspace(self._settings, self._listener, self._name)
            return self._serving
        from lsp_codebase.workspace import Workspace

        return Workspace(self._settings, self._listener)


def _is_begun(status: IndexStatus) -> bool:
    """Whether an index that is made for the first time has less than half of the files."""
    return status.is_unread and not (status.has_index or status.is_half_read)


def _is_enough(status: IndexStatus, until: float) -> bool:
    """Whether an index may answer: all text is read, or too much is not or cannot be, or the wait was long enough."""
    if status.phase is Phase.FAILED:  # a full disk: the answer says so
        return status.indexed > 0
    is_known = status.stale or status.phase is Phase.EMBEDDING
    return status.phase in SETTLED or (status.has_index and (is_known or time.monotonic() > until))
