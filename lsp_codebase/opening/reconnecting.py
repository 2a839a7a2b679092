"""Answers that outlive their source."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lsp_codebase.answers import Answers, Folders
from lsp_codebase.attach import HostEnded, pauses_between_looks
from lsp_codebase.config import Sources
from lsp_codebase.errors import Cancelled
from lsp_codebase.model import (
    UNCANCELLED,
    CallAnswer,
    CallQuery,
    CancelToken,
    Check,
    DefinitionQuery,
    EntryKind,
    FileList,
    FilesQuery,
    FileSymbols,
    FileText,
    HistoryAnswer,
    HistoryQuery,
    IndexStatus,
    Page,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    SymbolAnswer,
    TreeAnswer,
    TreeQuery,
)
from lsp_codebase.opening.opener import Opener
from lsp_codebase.opening.waiting import Meanwhile, closed_on_error, wait_until_indexed
from lsp_codebase.paths import canonical

if TYPE_CHECKING:
    from lsp_codebase.index import IndexListener

logger = logging.getLogger(__name__)
T = TypeVar("T")

_HOSTS = 3
"""A question that so many hosts in a row left unanswered is answered here."""


def open_answers(
    root: Path | None,
    sources: Sources,
    *,
    name: str,
    wait: bool = False,
    listener: IndexListener | None = None,
    may_attach: bool = True,
    stays: bool = False,
    tell: Callable[[str], None] = logger.warning,
    meanwhile: Meanwhile | None = None,
) -> OpenAnswers:
    """Open a folder and return the answers about it: of the process that has its index open, or else of this one.

    `name` is the asker, for people. Answers come from the present index: a first index is waited for, and the few files
    that may have changed since; with `wait`, everything missing. A process that `stays` waits for none, follows
    changes, and serves others in its turn. `tell` is given a sentence for the user where another process has the index
    open but does not serve us, and for each wrong setting. `meanwhile` is called while an index is waited for.

    Raises:
        IndexUnavailable: if the index that is waited for cannot be made.
    """
    answers = OpenAnswers(Opener(sources, name, listener, may_attach, wait, stays, tell, meanwhile))
    if root is not None:
        answers.add_folder(root)
    if wait:
        with closed_on_error(answers):
            if any(status.is_held for status in answers.status()):
                answers.reindex(resume=True)
            wait_until_indexed(answers, UNCANCELLED, meanwhile)
    return answers


def ask_host(root: Path, sources: Sources, *, name: str, tell: Callable[[str], None]) -> Answers | None:
    """Return the answers of a process that has a folder open, None if none lets us in; nothing is opened here.

    Raises:
        HostEnded: on a question, if that process ends before it has answered.
    """
    opener = Opener(sources, name, None, may_attach=True, wait=False, stays=False, tell=tell)
    return opener.attached([canonical(root)], "the index is looked at as it lies on disk")


class OpenAnswers:
    """`Answers` that outlive their source: where a host ends, the question is put to the next, or answered here.

    Any thread may ask. Opening begins with the first folder. A process that stays, and answers here because its host
    did not let it in, asks the host once it does.
    """

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._opening = threading.Lock()
        self._closed = threading.Event()
        self._answers: Folders | None = None
        self._asked: list[Folders] = []  # the source of each question under way
        self._answered = threading.Condition(self._opening)
        self.roots: tuple[Path, ...] = ()

    def add_folder(self, root: Path) -> None:
        """Open one more folder."""
        root = canonical(root)
        with self._opening:
            if root in self.roots:
                return
            self.roots = (*self.roots, root)
            if self._answers is None:
                self._answers = self._opener.open(self.roots)
                if self._opener.stays:
                    threading.Thread(target=self._seek_host, name="host seeker", daemon=True).start()
            else:
                self._answers.add_folder(root)

    def remove_folder(self, root: Path) -> None:
        """Close a folder."""
        root = canonical(root)
        with self._opening:
            self.roots = tuple(one for one in self.roots if one != root)
            if self._answers is not None:
                self._answers.remove_folder(root)

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.search(query, cancel))

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.similar(query, cancel))

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.symbols(pattern, cancel, active_path, limit, folder))

    def definitions(self, query: DefinitionQuery, cancel: CancelToken) -> SymbolAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.definitions(query, cancel))

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.calls(query, cancel))

    def history(self, query: HistoryQuery, cancel: CancelToken) -> HistoryAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.history(query, cancel))

    def symbols_in(self, path: Path, cancel: CancelToken) -> FileSymbols:
        """See `Answers`."""
        return self._ask(lambda answers: answers.symbols_in(path, cancel))

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """See `Answers`."""
        return self._ask(lambda answers: answers.tree(path, query, cancel))

    def kind_of(self, path: Path) -> EntryKind | None:
        """See `Answers`."""
        return self._ask(lambda answers: answers.kind_of(path))

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """See `Answers`."""
        return self._ask(lambda answers: answers.list_directory(path, page, page_size))

    def list_files(self, path: Path | None, query: FilesQuery, cancel: CancelToken) -> FileList:
        """See `Answers`."""
        return self._ask(lambda answers: answers.list_files(path, query, cancel))

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """See `Answers`."""
        return self._ask(lambda answers: answers.read_file(path, span, max_chars))

    def status(self, root: Path | None = None, question: str | None = None) -> list[IndexStatus]:
        """See `Answers`."""
        return self._ask(lambda answers: answers.status(root, question))

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> None:
        """See `Answers`."""
        return self._ask(lambda answers: answers.reindex(root, resume=resume))

    def clear(self, root: Path | None, cancel: CancelToken) -> None:
        """See `Answers`."""
        return self._ask(lambda answers: answers.clear(root, cancel))

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """See `Answers`."""
        return self._ask(lambda answers: answers.doctor(root, cancel, repair=repair))

    def close(self) -> None:
        """Ask nothing more."""
        with self._opening:
            self._closed.set()
            if self._answers is not None:
                self._answers.close()

    def _ask(self, question: Callable[[Answers], T]) -> T:
        answers = self._now()
        for left in reversed(range(_HOSTS)):
            try:
                return self._answer_of(answers, question)
            except HostEnded as error:
                logger.info("the process that had the index open is gone: %s", error)
                answers = self._after(answers, may_attach=left > 0)
        return self._answer_of(answers, question)

    def _answer_of(self, answers: Folders, question: Callable[[Answers], T]) -> T:
        try:
            return question(answers)
        finally:
            with self._answered:
                self._asked.remove(answers)
                self._answered.notify_all()

    def _now(self) -> Folders:
        """Return the present answers; they are kept until the question is answered."""
        with self._opening:
            self._check_open()
            if self._answers is None:
                self._answers = self._opener.open(self.roots)
            self._asked.append(self._answers)
            return self._answers

    def _after(self, ended: Folders, *, may_attach: bool) -> Folders:
        """Return the answers in place of those that `ended`; another thread may have found them by now."""
        with self._opening:
            self._check_open()
            if self._answers is ended:
                ended.close()
                self._answers = self._opener.open(self.roots, may_attach=may_attach)
            assert self._answers is not None
            self._asked.append(self._answers)
            return self._answers

    def _seek_host(self) -> None:
        pauses = pauses_between_looks()
        while not self._closed.wait(next(pauses)):
            own, roots = self._answers, self.roots
            if own is not None and (host := self._opener.host_instead(own, roots)) is not None:
                self._leave_for(host, own, roots)

    def _leave_for(self, host: Folders, own: Folders, roots: tuple[Path, ...]) -> None:
        """Ask a host from now on; what is asked already, is still answered here."""
        with self._answered:
            if self._closed.is_set() or (self._answers, self.roots) != (own, roots):
                left = host
            else:
                self._answers, left = host, own
                self._answered.wait_for(lambda: own not in self._asked)
        left.close()

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise Cancelled
