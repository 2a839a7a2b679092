"""The open things of one client: its folders, its settings, and the core behind them.

The core is imported and created on a thread, after `initialize` is answered. Threads of ours run it (pygls' own pool
reads standard input): one for news from the client, in order, a few for questions.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, CodebaseError, IndexUnavailable
from lsp_codebase.model import CancelToken
from lsp_codebase.server.questions import Questions
from lsp_codebase.server.uris import PathMap

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener
    from lsp_codebase.model import Document
    from lsp_codebase.workspace import Workspace

logger = logging.getLogger(__name__)
T = TypeVar("T")
OpenWorkspace = Callable[[Settings, "IndexListener"], "Workspace"]

QUERY_THREADS = 4
LOOKUP_THREADS = 2
LOOKUPS = frozenset({"codebase/status", "codebase/listDirectory", "codebase/listFiles", "codebase/readFile"})
"""These ask no index: they have threads of their own, since all others may be waiting for one to be opened."""
ORDER_S = 1.0
"""A question waits so long for earlier news from the client; opening and closing folders may take longer."""


class Session:
    """The folders and the core of one client. Its methods are called on the loop thread."""

    def __init__(
        self,
        listener: IndexListener,
        paths: PathMap,
        *,
        prepare: Callable[[], Awaitable[Settings]],
        settings_of: Callable[[Path], Settings],
        open_workspace: OpenWorkspace,
        on_unmet: Callable[[Sequence[str]], None] = lambda _: None,
        leave_root: Callable[[Path], None] = lambda _: None,
        on_opened: Callable[[Sequence[Path]], None] = lambda _: None,
        on_link: Callable[[], None] = lambda: None,
    ) -> None:
        """`prepare` returns the settings to start with; it is awaited once, before the core is created with them.

        `settings_of` reads those of a folder, on threads of ours. These are called on one, too: `on_unmet` with
        settings that do not hold, see `Folders.unmet_settings`, `leave_root` with a folder that is closed,
        `on_opened`, once the core is there, with the directories of the indexes that are opened, and `on_link` when one
        more folder is known to be a link: its paths are others from now on.
        """
        self.folders: tuple[Path, ...] = ()
        self._documents: dict[Path, Document] = {}
        self._listener = listener
        self._paths = paths
        self._prepare = prepare
        self._settings_of = settings_of
        self._leave_root = leave_root
        self._open_workspace = open_workspace
        self._on_opened = on_opened
        self._on_link = on_link
        self._on_unmet = on_unmet
        self._in_order = ThreadPoolExecutor(1, "session")
        self._questions = Questions(QUERY_THREADS)
        self._lookups = Questions(LOOKUP_THREADS)
        self._core: Future[Workspace] | None = None
        self._last: Future[None] | None = None  # the latest news that had to wait
        self._opening: asyncio.Task[Workspace] | None = None
        self._tokens: set[CancelToken] = set()
        self._closing: Future[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the core is there, so that a question need not wait for it."""
        return self._core is not None and self._core.done()

    def open(self) -> asyncio.Task[Workspace]:
        """Start creating the core, once; indexing begins as soon as it is there."""
        if self._opening is None:
            self._opening = asyncio.ensure_future(self._open())
            self._opening.add_done_callback(lambda task: task.cancelled() or task.exception())  # an asker gets it
        return self._opening

    async def ask(
        self, kind: str, question: Callable[[Workspace, CancelToken], T], *, is_lookup: bool | None = None
    ) -> T:
        """Answer on a thread. When the waiting task is cancelled, the thread stops at its next check.

        Questions are answered in order within a `kind`, a method, and kinds take turns. A lookup asks no index: the
        kind tells, unless the asker does.
        """
        workspace = await asyncio.shield(self.open())
        if self._last is not None and not self._last.done():
            await asyncio.wait([asyncio.wrap_future(self._last)], timeout=ORDER_S)
        cancel = CancelToken()
        self._tokens.add(cancel)
        try:
            if is_lookup is None:
                is_lookup = kind in LOOKUPS
            threads = self._lookups if is_lookup else self._questions
            return await asyncio.wrap_future(threads.submit(kind, lambda: question(workspace, cancel)))
        except asyncio.CancelledError:
            cancel.cancel()
            raise
        finally:
            self._tokens.discard(cancel)

    def add_folder(self, root: Path) -> None:
        """Open one more folder."""
        self.folders = tuple(dict.fromkeys((*self.folders, root)))
        self._post(lambda workspace: self._add(workspace, root))

    def remove_folder(self, root: Path) -> None:
        """Close a folder."""
        self.folders = left = tuple(one for one in self.folders if one != root)
        self._post(lambda workspace: self._remove(workspace, root, left))

    def watch(self, *, client_watches: bool) -> None:
        """Follow changes on disk, as far as the client does not report them."""

        def begin(opening: asyncio.Task[Workspace]) -> None:
            if not opening.cancelled() and opening.exception() is None:
                self._post(lambda workspace: workspace.watch(client_watches=client_watches))

        self.open().add_done_callback(begin)

    def configure(self, settings: Settings) -> None:
        """Use other settings from now on."""
        self._post(lambda workspace: self._configure(workspace, settings))

    def cancel_indexing(self, root: Path) -> None:
        """Stop indexing a folder and keep the finished part."""
        self._post(lambda workspace: workspace.cancel_indexing(root))

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Tell that files changed on disk; returns at once, and later questions see them as changed."""
        changed = [*paths]
        self._tell(lambda workspace: workspace.mark_changed(changed))

    def open_document(self, path: Path, document: Document) -> None:
        """Follow a document that the client has open; returns at once."""
        self._documents[path] = document
        self._post(lambda _: self._paths.note_open(path))
        self._tell(lambda workspace: workspace.open_document(path, document))

    def document_changed(self, path: Path) -> None:
        """Tell that an open document was edited; returns at once, and later questions see the edit."""
        self._tell(lambda workspace: workspace.document_changed(path))

    def document_saved(self, path: Path) -> None:
        """Tell that the user wrote a document to its file; returns at once, and later questions see it as changed."""
        self._tell(lambda workspace: workspace.document_saved(path))

    def close_document(self, path: Path, document: Document) -> None:
        """Follow a document no more; returns at once."""
        if self._documents.get(path) is document:
            del self._documents[path]
            self._post(lambda _: self._paths.note_closed(path))
        self._tell(lambda workspace: workspace.close_document(path, document))

    def close(self) -> Future[None]:
        """Stop everything that runs, at most once."""
        if self._closing is None:
            for cancel in self._tokens:
                cancel.cancel()
            self._closing = self._in_order.submit(self._close)
            self._in_order.shutdown(wait=False)
            self._questions.close()
            self._lookups.close()
        return self._closing

    async def _open(self) -> Workspace:
        settings = await self._prepare()
        if self._closing is not None:
            raise Cancelled
        self._core = self._in_order.submit(self._create, settings, self.folders, dict(self._documents))
        return await asyncio.wrap_future(self._core)

    def _create(self, settings: Settings, folders: Iterable[Path], documents: dict[Path, Document]) -> Workspace:
        try:
            with ExitStack() as undone:
                workspace = self._open_workspace(settings, self._listener)
                undone.callback(workspace.close)  # else its folders stay open for as long as the process lives
                workspace.configure_each(self._settings_of)
                for path, document in documents.items():
                    self._paths.note_open(path)
                    workspace.open_document(path, document)
                for root in folders:
                    self._add(workspace, root)
                if self._closing is None:
                    workspace.start()
                self._on_opened(workspace.opened_indexes)
                undone.pop_all()
        except CodebaseError:
            raise
        except Exception as error:
            logger.exception("the core could not be created")
            raise IndexUnavailable(f"the index could not be opened: {error}", "see the server's log") from error
        return workspace

    def _add(self, workspace: Workspace, root: Path) -> None:
        if self._paths.add(root):
            self._on_link()
        workspace.add_folder(root)
        self._on_unmet(workspace.unmet_settings)

    def _configure(self, workspace: Workspace, settings: Settings) -> None:
        workspace.configure(settings)
        self._on_unmet(workspace.unmet_settings)

    def _remove(self, workspace: Workspace, root: Path, left: Iterable[Path]) -> None:
        real = self._paths.real(root)
        self._paths.remove(root)
        if real not in map(self._paths.real, left):  # else it is open by another name, too
            workspace.remove_folder(real)
            self._leave_root(real)

    def _tell(self, action: Callable[[Workspace], None]) -> None:
        """Run an action that returns at once: now, or after earlier news that still waits."""
        is_idle = self._closing is None and (self._last is None or self._last.done())
        if is_idle and self._core is not None and self._core.done() and not self._core.exception():
            action(self._core.result())
        else:  # also while the core is being created: its first scan may already be past the files in question
            self._post(action)

    def _post(self, action: Callable[[Workspace], None]) -> None:
        """Run `action` on the core after all earlier news; nothing before the core is being created."""
        core = self._core
        if core is None or self._closing is not None:
            return

        def run() -> None:
            try:
                action(core.result())
            except Exception:
                logger.exception("a change of the session failed")

        self._last = self._in_order.submit(run)

    def _close(self) -> None:
        if self._core is not None and not self._core.exception():
            self._core.result().close()
