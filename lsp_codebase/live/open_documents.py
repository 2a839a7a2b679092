"""The open documents of one root, and the thread that keeps the answers true to their texts.

A document with the text of its file needs nothing. One that differs is read again after a short pause and stands in
for its file, until it is closed, or the index has caught up with its saved text. Between two readings, places are
moved along with the edits, so that a range is right for the text that the client shows.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.config import Settings
from lsp_codebase.index import Indexer, WorkerPool
from lsp_codebase.indexes import LiveFile, Published, State, unread_file
from lsp_codebase.live.own_documents import OwnDocuments
from lsp_codebase.live.stored import StoredFiles
from lsp_codebase.model import CancelToken, Document, Edit

if TYPE_CHECKING:
    from lsp_codebase.live.reading import Embedding, Reader

logger = logging.getLogger(__name__)

_PATIENCE_S = 0.1  # how long a question waits for readings that are expected to be done by then
_FIRST_PATIENCE_S = 1.5  # for the first, which starts a worker and loads a grammar
_CHECK_S = 0.01  # how often it checks whether it is still wanted meanwhile
_LONGEST_PAUSE_S = 1.0  # a document under steady typing is read this often at least
_POLL_S, _LONGEST_POLL_S = 0.03, 1.0  # for the index to catch up with a saved file
_KEPT_STATES = 16  # at a tenth of a second each
_SECONDS_PER_LINE = 1e-4  # of a reading that was never measured


@dataclass(slots=True)
class _Open:
    """The known facts of one document.

    `path` is that of the file that it stands in for, as far as that is known. `due` is when to look at it, `since`
    when it changed first after the last look; `asked` counts the reasons to look, and `seen` is the number of them at
    the last look. `answered` has the serials of the latest texts that gave
    answers: a question may still be at work on one of them, and asks for later edits. `was_indexed` says whether the
    last look found the file in the index, `is_searched` whether the index would take it.
    """

    document: Document
    path: str
    cost_s: float
    due: float | None = None
    since: float = 0.0
    rested: float = 0.0
    asked: int = 0
    seen: int = 0
    answered: deque[int] = field(default_factory=lambda: deque((0,), _KEPT_STATES))
    poll_s: float = _POLL_S
    is_closed: bool = False
    is_searched: bool = True
    was_indexed: bool | None = None


class OpenDocuments:
    """The documents of one root. Any thread may call; `open`, `change` and `close` return at once."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        indexer: Indexer,
        lines: Callable[[str], Sequence[str]],
        published: Published,
    ) -> None:
        """`lines` returns those of a file. The texts of documents are shown in `published`."""
        self._root = root
        self._settings = settings
        self._indexer = indexer
        self._files = StoredFiles(root, settings, indexer, lines, published)
        self._own = OwnDocuments(self._files, pool)
        self._published = published
        self._pool = pool
        self._told: dict[str, _Open] = {}  # by the path that the client names: a link may lead to another one's file
        self._open: dict[str, _Open] = {}  # those that stand in for their files
        self._unembedded: set[str] = set()
        self._typed: tuple[object, State] | None = None  # the last state made of texts that nobody has read
        self._is_warm = False  # whether anything was read yet
        self._embedding: Embedding | None = None  # by a worker: new typing does not wait for it
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stopped = False

    # -- any thread

    def open(self, path: str, document: Document) -> None:
        """Follow a document, in place of another one of its file."""
        with self._wake:
            self._told.pop(path, None)  # of several of one file the last is the latest
            self._told[path] = _Open(document, path, cost_s=len(document.text()) * _SECONDS_PER_LINE)
            self._open[path] = self._told[path]
        self.change(path)

    def change(self, path: str) -> None:
        """Have a document, edited or saved, looked at soon."""
        with self._wake:
            known = self._told.get(path) or self._open.get(path)
            if known is None:
                return
            self._open[known.path] = known
            now = time.monotonic()
            if known.seen == known.asked:
                known.since = now
            known.asked += 1
            pause_s = self._settings.index_debounce_ms / 1_000
            known.due = max(min(now + pause_s, known.since + _LONGEST_PAUSE_S), known.rested)
            known.poll_s = _POLL_S
            self._start()

    def close(self, path: str, document: Document) -> None:
        """Follow a document no more: its file gives the answers again."""
        with self._wake:
            known = self._told.get(path)
            if known is None or known.document is not document:
                return
            del self._told[path]
            if self._open.get(known.path) is not known:
                return  # another one stands in for its file
            others = [told for told, one in self._told.items() if one.path == known.path]
            if others:
                self.change(others[-1])
                return
            known.is_closed = True
            known.asked += 1
            known.due = time.monotonic()
            self._start()

    def configure(self, settings: Settings) -> None:
        """Use settings from now on that change nothing in how the index is opened."""
        self._settings = self._files.settings = settings

    def stop(self) -> None:
        """End the thread soon."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()

    def state(self, cancel: CancelToken, path: str | None = None) -> State:
        """Return the state that answers a question asked now; wait a moment for freshly typed text.

        A question about one file names its `path`, and waits for no other.

        Raises:
            Cancelled: while waiting.
        """
        if self._open:
            self._look_again()
            self._embed_late()
        self._settle(cancel, path)
        return self._published.state

    def with_own(self, state: State, own: Mapping[str, Document]) -> State:
        """Return a state with the documents of one client, by path, in place of those of others."""
        return self._own.in_front(state, own)

    def is_behind(self, state: State) -> bool:
        """Whether a state does not know all typed text."""
        return bool(self._unread(state))

    def is_reading(self, state: State) -> bool:
        """Whether a state does not know all typed text, and a later one soon will."""
        return any(known.seen < known.asked for _, known in self._unread(state))

    def as_typed(self, state: State) -> State:
        """Return a state with every text as it is typed, to look through; the words of unread texts are not known."""
        texts = {self._placed(path, one): (one.document, one.document.text()) for path, one in self._unread(state)}
        known = state.serial, {path: (document, text.serial) for path, (document, text) in texts.items()}
        if self._typed is not None and self._typed[0] == known:
            return self._typed[1]  # pages of one answer are cut from one state
        documents = state.documents
        for path, (document, text) in texts.items():
            if self._files.is_searched(path, text.data):
                file = unread_file(path, text, state, state.documents.since(path, document, text.serial))
                documents = documents.with_file(path, file, (document, text.serial))
        typed = replace(state, documents=documents)
        self._typed = known, typed
        return typed

    def document(self, path: str) -> Document | None:
        """Return the open document of a file."""
        told = self._told.get(path)
        known = self._open.get(told.path if told is not None else path)
        return known.document if known is not None and not known.is_closed else None

    def edits(self, path: str, state: State) -> list[Edit]:
        """Return the edits typed into a file after the text that a state answers from, oldest first."""
        answering, serial = state.documents.serials.get(path, (self.document(path), 0))
        return answering.since(serial) if answering is not None else []

    def _unread(self, state: State) -> list[tuple[str, _Open]]:
        """Return the documents that differ from a state, of files that are searched."""
        if not self._open:
            return []
        with self._wake:
            known = [(path, one) for path, one in self._open.items() if one.is_searched and not one.is_closed]
        shown = state.documents
        return [
            (path, one)
            for path, one in known
            if shown.serials.get(path) != (one.document, one.document.serial) and path not in shown.own
        ]

    def _look_again(self) -> None:
        """Have documents looked at whose files came into the index or left it: other rules decide about these."""
        indexed = self._published.state.files.by_path
        with self._wake:
            known = [(path, one.was_indexed) for path, one in self._open.items() if one.was_indexed is not None]
        for path, was_indexed in known:
            if was_indexed != (path in indexed):
                self.change(path)

    def _embed_late(self) -> None:
        """Have texts embedded that were read before the model was: editors open unsaved documents at their start."""
        if self._indexer.embedder is None:
            return
        shown = self._published.state.documents.files
        late = [path for path, live in shown.items() if live.model is None and live.chunks.num_rows]
        if late:
            with self._wake:
                self._unembedded.update(late)
                self._wake.notify_all()

    def _settle(self, cancel: CancelToken, path: str | None) -> None:
        """Wait a moment for the readings of freshly typed text, of documents that are read quickly."""
        if not self._open:
            return
        with self._wake:
            now = time.monotonic()
            awaited = [
                (known, known.asked)
                for own, known in self._open.items()
                if known.seen < known.asked and (known.is_closed or known.cost_s < _PATIENCE_S)
                if path in (None, own) or not known.seen  # this may be of another file than its path says
            ]
            for known, _ in awaited:
                known.due = now
            self._wake.notify_all()
            while any(known.seen < asked for known, asked in awaited) and not self._stopped:
                left = now + (_PATIENCE_S if self._is_warm else _FIRST_PATIENCE_S) - time.monotonic()
                if left <= 0:
                    break
                cancel.check()
                self._wake.wait(min(left, _CHECK_S))

    @cached_property
    def _reader(self) -> Reader:
        from lsp_codebase.live.reading import Reader  # loads everything that reads files

        return Reader(self._settings, self._pool, self._indexer)

    def _start(self) -> None:
        if self._thread is None and not self._stopped:
            self._thread = threading.Thread(target=self._run, name=f"documents-{self._root.name}", daemon=True)
            self._thread.start()
        self._wake.notify_all()

    # -- the thread

    def _run(self) -> None:
        while (task := self._next()) is not None:
            path, known = task
            try:
                if known is None:
                    self._embed()
                else:
                    self._visit(path, known)
            except Exception as error:  # a worker that died, a disk that fails: the next change tries again
                if self._stopped:
                    return
                logger.warning("%s is answered from its last good reading: %s", path, error)

    def _next(self) -> tuple[str, _Open | None] | None:
        """Wait for a document that is due, or for one to be embedded (None with its path); None at the end."""
        with self._wake:
            while not self._stopped:
                due = [(known.due, path) for path, known in self._open.items() if known.due is not None]
                when, path = min(due, default=(None, ""))
                now = time.monotonic()
                if when is not None and when <= now:
                    return path, self._open[path]
                if self._embedding is not None and self._embedding.made.done():
                    return self._embedding.file.record.path, None
                if self._embedding is None and self._unembedded:
                    return next(iter(self._unembedded)), None
                self._wake.wait(None if when is None else when - now)
        return None

    def _visit(self, path: str, known: _Open) -> None:
        with self._wake:
            asked, known.due = known.asked, None
        started = time.monotonic()
        is_waiting = False
        try:
            path = self._placed(path, known)
            is_waiting = self._let_go(path, known) if known.is_closed else self._look(path, known)
        finally:
            with self._wake:
                now = time.monotonic()
                known.seen, known.since, known.rested = asked, now, now + (now - started)
                if is_waiting and known.due is None:
                    known.due = now + known.poll_s
                    known.poll_s = min(2 * known.poll_s, _LONGEST_POLL_S)
                self._wake.notify_all()

    def _look(self, path: str, known: _Open) -> bool:
        """Bring the shown text of a document up to date; return whether the index still has to catch up."""
        text = known.document.text()
        known.was_indexed = path in self._published.state.files.by_path
        known.is_searched = self._files.is_searched(path, text.data)
        if not known.is_searched:
            self._show(path, None, known, text.serial)
            return False
        is_saved, shown = self._files.says(path, text.data), self._shown(path)
        as_opened = not text.serial and shown is None  # the index comes to it by itself
        if is_saved and (as_opened or self._files.is_indexed(path)):
            self._show(path, None, known, text.serial)
            return False
        if shown is None or shown.data != text.data:
            started = time.monotonic()
            shown = self._reader.read(path, text.data)
            if self._is_warm:
                known.cost_s = time.monotonic() - started
            self._is_warm = True
            self._unembedded.add(path)
        self._show(path, shown, known, text.serial)
        return is_saved

    def _let_go(self, path: str, known: _Open) -> bool:
        """Show the file of a closed document again, once the index has its saved text; return whether it has not."""
        shown = self._shown(path)
        if shown is not None and self._files.says(path, shown.data) and not self._files.is_indexed(path):
            return True
        self._show(path, None, known, known.document.serial)
        with self._wake:
            if self._open.get(path) is known:
                del self._open[path]
                self._reader.forget(path)
                self._published.change_documents(lambda documents: documents.without(path))
        return False

    def _embed(self) -> None:
        """Show the finished vectors, or have those of another document made."""
        embedding, self._embedding = self._embedding, None
        if embedding is None:
            shown = self._shown(self._unembedded.pop())
            self._embedding = self._reader.begin_embedding(shown) if shown is not None else None
            if self._embedding is not None:
                self._embedding.made.add_done_callback(self._wake_up)
            return
        embedded = self._reader.end_embedding(embedding)
        path = embedding.file.record.path
        if self._shown(path) is embedding.file:
            self._published.change_documents(lambda documents: documents.with_file(path, embedded))

    def _wake_up(self, _: object) -> None:
        with self._wake:
            self._wake.notify_all()

    def _show(self, path: str, file: LiveFile | None, known: _Open, serial: int) -> None:
        """Answer from a text, or from the file itself (None), from now on."""
        before, now = self._published.state.documents, (known.document, serial)
        if before.files.get(path) is not file or before.serials.get(path) != now:
            self._published.change_documents(lambda documents: documents.with_file(path, file, now))
            known.answered.append(serial)
            known.document.forget(known.answered[0])

    def _shown(self, path: str) -> LiveFile | None:
        return self._published.state.documents.files.get(path)

    def _placed(self, path: str, known: _Open) -> str:
        """Return the path of the file that a document stands in for; the document goes by it from then on."""
        stored = self._files.real_path(path)
        if stored != path:
            with self._wake:
                if self._open.get(path) is known:
                    known.path = stored
                    self._open[stored] = self._open.pop(path)
        return stored
