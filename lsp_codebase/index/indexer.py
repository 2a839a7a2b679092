"""The thread that keeps one index: opens it, follows changes, commits, embeds, tidies up. Nothing else writes it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import Cancelled, CodebaseError, IndexUnavailable, ModelUnavailable
from lsp_codebase.index.account import Account
from lsp_codebase.index.answering import Answering, Models
from lsp_codebase.index.burst import wait_for_quiet
from lsp_codebase.index.doctor import examine
from lsp_codebase.index.embedding import EmbedJob
from lsp_codebase.index.extract import ExtractJob
from lsp_codebase.index.listener import IndexListener
from lsp_codebase.index.marks import Marks
from lsp_codebase.index.pipeline import Pipeline
from lsp_codebase.index.pool import WorkerPool
from lsp_codebase.index.upkeep import Upkeep
from lsp_codebase.index.vectorize import pending, vectorize
from lsp_codebase.index.work import Work
from lsp_codebase.index.worker import Job
from lsp_codebase.model import CancelToken, Check, FileProblem, IndexStatus, Phase, Role
from lsp_codebase.parse.tokens import TOKENIZER_VERSION
from lsp_codebase.parse.version import PARSER_VERSION
from lsp_codebase.scan import GitState
from lsp_codebase.store import (
    ContentStore,
    Manifest,
    Store,
    WriterLock,
    full_disk_reason,
    has_manifest,
    index_directory,
    make_private,
    note_use,
    open_for_reading,
    open_for_writing,
)

logger = logging.getLogger(__name__)

_READER_POLL_S = 1.0  # how soon a reader sees what the writer committed
_READER_SOON_S = 0.1  # in the second after it heard of a change, which the writer is about to commit
_PRESENCE_S = 2.0  # how soon it is seen that someone deleted the index
_IDLE_S = 20.0  # between looks at the clock
_LONGEST_PAUSE_S = 60.0  # between tries to open an index that fails
_RETRY_S = 0.05  # before a file that is being written is looked at again; doubles


class Indexer:
    """Owns the store of one root and the only thread that commits to it."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        listener: IndexListener,
        on_commit: Callable[[pa.Table, Collection[str] | None], None],
    ) -> None:
        """`on_commit` receives symbol rows that were added and the paths whose earlier rows are void (None: all)."""
        self._root = root
        self._settings = settings
        self._pool = pool
        self._on_commit = on_commit
        self._directory = index_directory(root, settings.index_location)
        self._manifest = Manifest(str(root), PARSER_VERSION, TOKENIZER_VERSION, settings.chunks_max_chars)
        self._lock = WriterLock(self._directory)
        self._marks = Marks()
        self._damaged: set[str] = set()
        self._closing = False
        self._unwritable: str | None = None
        self._retry_s = _RETRY_S
        self._retry_at = 0.0  # on the monotonic clock
        self._told = 0.0  # when a reader last heard of a change
        self._git = GitState(root)
        self._content = ContentStore(settings.index_location, settings.index_content_store_mb * 1_000_000)
        self._cancel = CancelToken()
        self._models = Models(settings)
        self._upkeep = Upkeep(self._directory)
        self._account = Account(root, listener, self._marks)
        self._thread = threading.Thread(target=self._run, name=f"indexer-{root.name}", daemon=True)

    # -- any thread

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def mark_changed(self, paths: Iterable[str]) -> None:
        """Have files (relative paths) looked at soon."""
        self._marks.add(paths)

    def refresh(self) -> None:
        """Have the whole root compared with the index soon."""
        self._marks.add_everything()

    def rebuild(self) -> None:
        """Have the index thrown away and built again."""
        self._marks.add_everything(anew=True)
        self._cancel.cancel()

    def repair(self, damaged: Collection[str]) -> None:
        """Have the index opened again, what is damaged made anew, and the whole root compared with it."""
        self._damaged |= set(damaged)
        self._marks.add_everything()
        if not self._thread.is_alive():
            self._thread.start()

    @property
    def is_repairing(self) -> bool:
        """Whether a repair was asked for that has not begun to show in the status."""
        return bool(self._damaged) and self._account.phase is not Phase.FAILED

    def examine(self, cancel: CancelToken) -> tuple[Check, ...]:
        """Return what is right and wrong with the index as it lies on disk.

        Raises:
            Cancelled: if asked to stop.
        """
        return examine(self._root, self._settings, self._directory, self._manifest, cancel)

    def cancel(self) -> None:
        """Stop the work under way; what is committed stays, and the next change resumes."""
        self._cancel.cancel()

    def stop(self) -> None:
        """Ask the thread to end; returns at once."""
        self._closing = True
        self._cancel.cancel()
        self._marks.end()

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop soon and release the index. What a commit under way leaves half done, the next start sweeps."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    @property
    def store(self) -> Store | None:
        """What is committed, None before it is opened."""
        return self._account.store

    @property
    def embedder(self) -> Embedder | None:
        """The model that is set, if it can be used."""
        return self._models.wanted

    @property
    def answering(self) -> Answering | None:
        """The model that questions are put to, with its vectors."""
        return self._models.answering(self.store)

    def status(self) -> IndexStatus:
        """Return the state of the index now; cheap, part of every answer."""
        return self._account.status()

    @property
    def work(self) -> Work:
        """What this process had to do for the index since it was opened."""
        return self._account.pipeline.work if self._account.pipeline else Work()

    def problems(self) -> tuple[FileProblem, ...]:
        """Return why files are not in the index, at most 100 of them."""
        return self._account.problems()

    # -- indexer thread

    def _run(self) -> None:
        pause_s = 1.0
        while not self._closing:
            try:
                self._open()
                while not self._closing:
                    self._step()
                    pause_s = 1.0
            except Exception as error:  # a full disk, a deleted cache: say so and try again, ever more slowly
                if self._closing:
                    break
                self._fail(error)
                self._marks.pause(pause_s)
                pause_s = min(pause_s * 4, _LONGEST_PAUSE_S)
        self._release()

    def _open(self, *, fresh: bool = False) -> None:
        message = None
        self._enter(Phase.STARTING)
        if not self._root.is_dir():
            raise IndexUnavailable(f"{self._root} is not a folder", "it is looked for again")
        if self._acquire():
            store, message = open_for_writing(
                self._directory, self._manifest, self._lock, fresh=fresh, damaged=self._damaged
            )
            note_use(self._directory)
            self._account.pipeline = Pipeline(
                self._root, self._settings, store, self._pool, self._publish, self._marks.take_files
            )
        else:
            store = open_for_reading(self._directory, self._manifest)
            message = self._unwritable
        self._account.store = store
        self._upkeep.begin(store.generation)
        role = Role.WRITER if self._lock.is_held else Role.READER
        message = " · ".join(filter(None, (message, self._load_model(store)))) or None
        self._damaged = set()
        self._publish(store.symbols(), None)
        self._marks.everything = role is Role.WRITER  # whoever becomes the writer looks at everything once
        self._enter(Phase.STARTING if role is Role.WRITER else Phase.READY, role=role, message=message)

    def _acquire(self) -> bool:
        if self._lock.is_held:
            return True
        try:
            make_private(self._directory)
        except IndexUnavailable as error:
            if not full_disk_reason(error) or not has_manifest(self._directory):
                raise
            self._unwritable = f"changes are not indexed: {error}"  # a good index that must not be changed
            return False
        self._unwritable = None
        return self._lock.acquire()

    def _load_model(self, store: Store) -> str | None:
        """Load the embedding model; return why something else answers."""
        return self._models.load(store, anew="vectors" in self._damaged)

    def _settle_model(self, store: Store) -> None:
        """Let the model that is set answer from now on if it has read everything."""
        if self._models.settle(store):
            if self._models.earlier is not None:
                self._models.earlier = None
                self._enter(self._account.phase, message=None)
            self._upkeep.is_untidy = True  # the vectors before are deleted once no question can be reading them

    def _step(self) -> None:
        if not self._lock.is_held:
            self._follow()
            return
        unsettled = self._account.pipeline.unsettled if self._account.pipeline else set()
        is_marked = self._marks.wait(
            min(_PRESENCE_S, max(self._retry_at - time.monotonic(), 0.0) if unsettled else _IDLE_S)
        )
        if self._closing:
            return
        if is_marked and self._marks.count:
            wait_for_quiet(lambda: self._marks.count, self._is_held_up, self._settings.index_debounce_ms / 1_000)
        if not has_manifest(self._directory):
            self._lock.release()  # the file it is held by is gone too: another process may hold one of that name
            self._open()
            self._enter(self._account.phase, message="index rebuilt: it was deleted")
            return
        everything, anew = self._marks.take()
        self._cancel = CancelToken()
        if anew or self._damaged:
            self._open(fresh=anew)
        elif everything:
            self._refresh()
        elif is_marked:
            self._update(self._marks.take_files())
        elif unsettled and time.monotonic() >= self._retry_at:
            self._retry_s = min(self._retry_s * 2, _LONGEST_PAUSE_S)
            self._update(unsettled)
        elif self._upkeep.is_due():
            self._tidy()
        if not unsettled:
            self._retry_s = _RETRY_S

    def _is_held_up(self) -> bool:
        return not self._closing and self._git.is_busy()

    def _follow(self) -> None:
        """Wait a moment as a reader; see what the writer did, or take its place if it is gone."""
        assert self.store is not None
        is_told = time.monotonic() - self._told < _READER_POLL_S
        self._marks.pause(_READER_SOON_S if is_told else _READER_POLL_S)
        if self._closing:
            return
        if self._acquire():
            logger.info("taking over the index of %s", self._root)
            self._open()
            return
        before, vectors = dict(self.store.files), len(self.store.vectors.files)
        if self.store.follow():
            after = self.store.files
            changed = [path for path, row in after.items() if path not in before or before[path].file_id != row.file_id]
            self._publish(self.store.symbols(changed), [*changed, *(before.keys() - after.keys())])
            self._enter(Phase.READY)
        if self._models.has_changed(self.store):
            self._enter(Phase.READY, message=self._load_model(self.store))  # the writer has changed over
        if len(self.store.vectors.files) != vectors:
            self._account.count(self._model)
            self._enter(Phase.READY)
        self._damaged = set()
        if self._marks.take_files():  # the writer sees them through the file system
            self._told = time.monotonic()

    def _refresh(self) -> None:
        assert self._account.pipeline is not None
        assert self.store is not None
        started, before = time.monotonic(), replace(self._account.pipeline.work)
        message = "indexing stopped"
        if self._account.phase is not Phase.READY:  # in the background only large changes are shown
            self._account.show()
        try:
            read = self._account.pipeline.refresh(self._cancel, self._report_text)
            if self._account.is_shown and read:
                self.store.maintain()
            if self.embedder is not None and pending(self.store):
                if self._account.is_shown:
                    self._enter(Phase.EMBEDDING)
                self._embed()
            self._settle_model(self.store)
            if self._account.is_shown and read:
                self.store.save_lexicon()
                self._content.trim()
            self._upkeep.note_work(is_untidy=read > 0)
            if read:
                logger.info("%s: %s", self._root.name, self._account.pipeline.work - before)
            files = f"{self.store.counts['indexed']:,} files"
            message = f"{files} indexed in {time.monotonic() - started:.1f} s" if read else f"{files}, up to date"
            self._enter(Phase.READY, stale=False)
        except Cancelled:
            self._enter(Phase.READY, stale=True)
        finally:
            self._upkeep.note_work(is_untidy=False)
            self._retry_at = time.monotonic() + self._retry_s
            self._pool.rest()
            self._pool.warm(self._warming())
            self._account.end(message)

    def _warming(self) -> Iterator[Job]:
        yield ExtractJob(self._root, self._settings, ())
        if self.embedder is not None:
            yield EmbedJob(self._settings, ("",), ("",))

    def _update(self, paths: Collection[str]) -> None:
        assert self._account.pipeline is not None
        before = replace(self._account.pipeline.work)
        try:
            if not self._account.pipeline.update(paths, self._cancel):
                self.refresh()
            self._embed()
        except Cancelled:
            return
        finally:
            self._upkeep.note_work(is_untidy=False)
            self._retry_at = time.monotonic() + self._retry_s
        logger.info("%s: %s", self._root.name, self._account.pipeline.work - before)
        self._upkeep.note_work(is_untidy=True)
        if self.store is not None and self._upkeep.is_overdue(self.store.generation):
            self._tidy()
        self._enter(Phase.READY)

    def _embed(self) -> None:
        store = self.store
        if store is None or self.embedder is None or not pending(store):
            return
        try:
            vectorize(self._settings, store, self._pool, self._cancel, self._report_vectors, self.work)
        except ModelUnavailable as error:
            self._models.wanted = None
            self._enter(self._account.phase, message=f"search is lexical: {error}")
        self._settle_model(store)
        self._account.count(self._model)

    def _tidy(self) -> None:
        assert self.store is not None
        models = (self.embedder, self._models.earlier.embedder if self._models.earlier else None)
        self._upkeep.tidy(self.store, self._content, [model.model for model in models if model])

    def _report_text(self, done: int, total: int, path: str) -> None:
        self._account.report_text(done, total, path, self._model)

    def _report_vectors(self, done: int, total: int, path: str) -> None:
        self._account.report_vectors(done, total, path, self._model)

    @property
    def _model(self) -> str | None:
        return self.embedder.model if self.embedder else None

    def _publish(self, added: pa.Table, removed: Collection[str] | None) -> None:
        """Let requests see a commit in full before they see its generation."""
        self._on_commit(added, removed)
        self._account.count(self._model)

    def _enter(self, phase: Phase, **changes: object) -> None:
        self._account.enter(phase, **changes)

    def _fail(self, error: Exception) -> None:
        """Say what is wrong. What was committed answers on: a disk that is full can still be read."""
        self._account.pipeline = None
        if not self._root.is_dir():
            self._account.store = None
        self._lock.release()
        full = full_disk_reason(error)
        if full or isinstance(error, IndexUnavailable):
            logger.warning("%s", error)
        else:
            logger.exception("indexing %s failed", self._root)
        message = str(error) if isinstance(error, CodebaseError) else f"indexing failed: {full or error}"
        self._enter(Phase.FAILED, message=message)

    def _release(self) -> None:
        if self.store is not None and self._lock.is_held:
            try:
                self.store.save_lexicon()
            except OSError as error:
                logger.warning("postings not saved: %s; they are made again", error)
        self._lock.release()
