"""Answers for a terminal or a tool: from the process that has the index open, else from an index opened here.

Who attaches loads nothing heavy: what is needed to open an index is imported when one is opened.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lsp_codebase.answers import Answers
from lsp_codebase.attach import AttachedWorkspace, HostEnded, Refused, connect
from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, CodebaseError, IndexUnavailable
from lsp_codebase.location import index_directory
from lsp_codebase.model import (
    CallAnswer,
    CallQuery,
    CancelToken,
    Check,
    FileList,
    FileText,
    IndexStatus,
    Page,
    Phase,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    Symbol,
    SymbolAnswer,
    TreeAnswer,
    TreeQuery,
)

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener
    from lsp_codebase.server import Host

logger = logging.getLogger(__name__)
T = TypeVar("T")

_SETTLED = frozenset({Phase.READY, Phase.DISABLED})
_POLL_S = 0.05
_HOSTS = 3
"""A question that so many hosts in a row left unanswered is answered here."""


def open_answers(
    root: Path,
    settings: Settings,
    *,
    name: str,
    wait: bool = False,
    listener: IndexListener | None = None,
    may_attach: bool = True,
    stays: bool = False,
    tell: Callable[[str], None] = logger.warning,
) -> Answers:
    """Open a folder and return who answers about it: the process that has its index open, or else this one.

    `name` says what asks, for people. It answers from what is there; only a first index is waited for, or, to `wait`,
    whatever is missing. A process that `stays` waits for none, follows what changes, and serves others in its turn.
    `tell` is given a sentence for the user where another process has the index open that does not serve us.

    Raises:
        IndexUnavailable: if the index that is waited for cannot be made.
    """
    opener = _Opener(root.resolve(), settings, name, listener, stays, tell)
    answers = _Lasting(opener) if may_attach else opener.own()
    if wait:
        with _closed_on_error(answers):
            wait_until_indexed(answers, CancelToken())
    return answers


def wait_until_indexed(answers: Answers, cancel: CancelToken) -> list[IndexStatus]:
    """Return the status of every folder once all that is known to be missing is in its index.

    Raises:
        IndexUnavailable: if that cannot be.
        Cancelled: if asked to stop.
    """
    return _wait_until(answers, cancel, lambda status: status.phase in _SETTLED and not status.stale)


def _wait_until(answers: Answers, cancel: CancelToken, is_enough: Callable[[IndexStatus], bool]) -> list[IndexStatus]:
    while True:
        statuses = answers.status()
        for status in statuses:
            if status.phase is Phase.FAILED:
                raise IndexUnavailable(status.message or "the index cannot be opened", "the log says more")
        if all(map(is_enough, statuses)):
            return statuses
        cancel.check()
        time.sleep(_POLL_S)


@contextmanager
def _closed_on_error(answers: Answers) -> Iterator[None]:
    try:
        yield
    except BaseException:
        answers.close()
        raise


class _Opener:
    """How to open one folder, again and again."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        name: str,
        listener: IndexListener | None,
        stays: bool,
        tell: Callable[[str], None],
    ) -> None:
        self.root = root
        self._settings = settings
        self._name = name
        self._listener = listener
        self._stays = stays
        self._tell = tell

    def attached(self) -> Answers | None:
        """Return the answers of the host, if there is one that serves us."""
        try:
            host = connect(index_directory(self.root, self._settings.index_location), self._name)
            return AttachedWorkspace(host.wire, self.root, self._settings, self._name) if host else None
        except (Refused, CodebaseError) as error:
            self._tell(f"{error}; meanwhile the index is opened here too")
            return None

    def own(self) -> Answers:
        """Return answers of this process."""
        from lsp_codebase.workspace import Workspace

        workspace = Workspace(self._settings, self._listener, self._host() if self._stays else None)
        with _closed_on_error(workspace):
            workspace.add_folder(self.root)
            workspace.start()
            if self._stays:
                workspace.watch(client_watches=False)
            else:
                _wait_until(workspace, CancelToken(), lambda status: status.has_index or status.phase in _SETTLED)
        return workspace

    def _host(self) -> Host:
        """Return what lets others ask this process, once it writes the index."""
        from lsp_codebase.server import Host
        from lsp_codebase.workspace import Workspace

        return Host(lambda settings, listener: Workspace(settings, listener), self._name)


class _Lasting:
    """`Answers` that outlive whoever gives them: where a host ends, the question is put to the next, or answered here.

    Any thread may ask.
    """

    def __init__(self, opener: _Opener) -> None:
        self._opener = opener
        self._renewing = threading.Lock()
        self._is_closed = False
        self._answers = opener.attached() or opener.own()

    @property
    def roots(self) -> tuple[Path, ...]:
        return self._answers.roots

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        return self._ask(lambda answers: answers.search(query, cancel))

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        return self._ask(lambda answers: answers.similar(query, cancel))

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        return self._ask(lambda answers: answers.symbols(pattern, cancel, active_path, limit, folder))

    def definitions(
        self,
        name: str | None,
        cancel: CancelToken,
        path: Path | None = None,
        line: int | None = None,
        limit: int = 20,
    ) -> SymbolAnswer:
        return self._ask(lambda answers: answers.definitions(name, cancel, path, line, limit))

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        return self._ask(lambda answers: answers.calls(query, cancel))

    def symbols_in(self, path: Path, cancel: CancelToken) -> Sequence[Symbol]:
        return self._ask(lambda answers: answers.symbols_in(path, cancel))

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        return self._ask(lambda answers: answers.tree(path, query, cancel))

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        return self._ask(lambda answers: answers.list_directory(path, page, page_size))

    def list_files(
        self,
        path: Path | None,
        max_results: int,
        cancel: CancelToken,
        *,
        preset: str = "default",
        languages: Sequence[str] = (),
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        min_bytes: int | None = None,
        max_bytes: int | None = None,
    ) -> FileList:
        return self._ask(
            lambda answers: answers.list_files(
                path,
                max_results,
                cancel,
                preset=preset,
                languages=languages,
                include=include,
                exclude=exclude,
                min_bytes=min_bytes,
                max_bytes=max_bytes,
            )
        )

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        return self._ask(lambda answers: answers.read_file(path, span, max_chars))

    def status(self, root: Path | None = None) -> list[IndexStatus]:
        return self._ask(lambda answers: answers.status(root))

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> None:
        return self._ask(lambda answers: answers.reindex(root, resume=resume))

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        return self._ask(lambda answers: answers.doctor(root, cancel, repair=repair))

    def close(self) -> None:
        self._is_closed = True
        with self._renewing:
            self._answers.close()

    def _ask(self, question: Callable[[Answers], T]) -> T:
        for left in reversed(range(_HOSTS)):
            answers = self._answers
            try:
                return question(answers)
            except HostEnded as error:
                logger.info("the process that had the index open is gone: %s", error)
                self._renew(answers, may_attach=left > 0)
        return question(self._answers)

    def _renew(self, ended: Answers, *, may_attach: bool) -> None:
        """Have others answer from now on, unless another thread saw to that."""
        with self._renewing:
            if self._is_closed:
                raise Cancelled
            if self._answers is ended:
                ended.close()
                self._answers = (self._opener.attached() if may_attach else None) or self._opener.own()
