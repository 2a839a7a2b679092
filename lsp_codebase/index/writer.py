"""The writing process's work on an index: refresh, update, embed, tidy. The indexer says when."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, ModelUnavailable
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan
from lsp_codebase.index.embed_job import EmbedJob
from lsp_codebase.index.history_keeper import HistoryKeeper
from lsp_codebase.index.maintenance import Maintenance
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.pipeline import Pipeline, silent
from lsp_codebase.index.place import Narrow
from lsp_codebase.index.reading_order import Interest
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.index.vectorize import vectorize
from lsp_codebase.index.workers.extract import ExtractJob
from lsp_codebase.index.workers.pool import WorkerPool
from lsp_codebase.index.workers.worker import Job
from lsp_codebase.indexes import Indexes
from lsp_codebase.model import CancelToken, Phase, status_texts
from lsp_codebase.store import FileRecord, FirstReading, Sketch, give_back, note_sketch

if TYPE_CHECKING:
    from lsp_codebase.index.sharing.shared_contents import SharedContents

logger = logging.getLogger(__name__)

_RETRY_S = 0.05  # before a file that is being written is looked at again; doubles
_LONGEST_RETRY_S = 60.0
_LARGE_SHARE = 4  # a refresh that reads one in so many files anew leaves much to tidy
_TIDIED_EVERY = 20  # commits of processes that read a few files and end: none of them is ever idle


class Writer:
    """The work on one open store. One thread does it; a new object takes over when the store is opened again."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        indexes: Indexes,
        pool: WorkerPool,
        check_commit: Callable[[], None],
        narrow: Narrow,
        dirty: DirtySet,
        reporter: Reporter,
        models: Models,
        interest: Interest,
        history: HistoryKeeper,
    ) -> None:
        self._root = root
        self._settings = settings
        self._indexes = indexes
        self._store = store = indexes.store
        self._pool = pool
        self._dirty = dirty
        self._reporter = reporter
        self._models = models
        self._history = history
        self._maintenance = Maintenance(store.directory, store.generation)
        self._first_reading = FirstReading(store.directory)
        self._content = ContentStore(settings.index_location, settings.index_content_store_mb * 1_000_000)
        self._retry_at = 0.0  # on the monotonic clock
        self._marked = 0  # the number of marks at the last look
        self.retry_s = _RETRY_S
        self.look: EarlyScan | None = None  # of the opener of the index: the first refresh need not walk again
        self._stopped: str | None = None  # the message of the status about work that the user stopped
        self._shared = _shared_contents(root, settings)
        own = models, interest, self._shared
        self.pipeline = Pipeline(root, settings, indexes, pool, check_commit, narrow, dirty.take_files, *own)
        reporter.pipeline = self.pipeline

    def waits_s(self, longest_s: float) -> float:
        """Return how long nothing is to be done if nothing is marked, at most so long."""
        return min(longest_s, max(self._retry_at - time.monotonic(), 0.0)) if self.pipeline.unsettled else longest_s

    def go_on(self, cancel: CancelToken, *, is_asked: bool) -> None:
        """Do the due work while nothing is marked: look again at files that were being written, or tidy."""
        unsettled = self.pipeline.unsettled
        if unsettled and time.monotonic() >= self._retry_at:
            self.retry_s = min(self.retry_s * 2, _LONGEST_RETRY_S)
            self.update(unsettled, cancel)
        elif self._maintenance.is_due(is_asked=is_asked):
            self.tidy()

    def refresh(self, cancel: CancelToken, *, is_asked: bool) -> None:
        """Compare everything with the index, and bring it up to date; show that if the user asked for it."""
        started, before, generation = time.monotonic(), replace(self.pipeline.work), self._store.generation
        message = status_texts.STOPPED
        look, self.look = self.look, None
        found = look.found if look and look.is_latest(self._dirty) else None
        is_brief = bool(found and look and look.is_few)
        if is_asked or not (is_brief or self._reporter.phase is Phase.READY):  # else only large changes are shown
            self._reporter.show()
        if not self._store.files:
            self._first_reading.begin()
        try:
            read = self.pipeline.refresh(cancel, self._report_text, found, same=look.same if look and found else ())
            self._first_reading.end()
            self._pool.warm(self._warming())  # now: the first save may come before all that follows is done
            work = self.pipeline.work - before
            is_large = (work.parsed + work.known + work.shared) * _LARGE_SHARE > len(self._store.files)
            self._complete(read, cancel, is_large=is_large)
            if is_brief and self._store.generation // _TIDIED_EVERY > generation // _TIDIED_EVERY:
                self._store.upkeep.maintain()
            if read:
                logger.info("%s: %s", self._root.name, work)
            files, seconds = self._store.counts["indexed"], time.monotonic() - started
            message = (status_texts.INDEXED if read else status_texts.UP_TO_DATE).format(files=files, seconds=seconds)
            self._history.settle()
            self.pipeline.found = replace(self.pipeline.found, files={})  # as many objects as there are files
            is_over = self._stopped is not None and self._reporter.status().message == self._stopped
            told = self._shared.problem if self._shared is not None else None
            changes = {"message": told} if told or is_over else {}
            self._reporter.enter(Phase.READY, stale=False, **changes)
        except Cancelled:
            self._dirty.hold()
            done = self._store.counts["indexed"]
            self._stopped = status_texts.HELD.format(done=done, total=max(len(self.pipeline.found.files), done))
            self._reporter.enter(Phase.READY, stale=True, message=self._stopped)
        finally:
            self._note_work()
            self._pool.rest()
            self._pool.warm(self._warming())
            self._reporter.end(message)

    def update(self, paths: Collection[str], cancel: CancelToken) -> None:
        """Bring single files up to date."""
        before, generation = replace(self.pipeline.work), self._store.generation
        if time.monotonic() >= self._retry_at:
            paths = {*paths, *self.pipeline.unsettled}
        try:
            if not self.pipeline.update(paths, cancel):
                self._dirty.add_everything()
            self._embed(cancel)
        except Cancelled:
            self._dirty.add_everything()  # nothing shows which of these, and of those saved meanwhile, were read
            return
        finally:
            self._note_work()
        if self._store.generation != generation:  # a watcher may report our own files: of these nothing may follow
            logger.info("%s: %s", self._root.name, self.pipeline.work - before)
            self._maintenance.note_work(is_untidy=True)
        if self._maintenance.is_overdue(self._store.generation):
            self.tidy()
        self._reporter.enter(Phase.READY)

    def note_cleared(self) -> None:
        """Say that the index is empty since the user wants it so."""
        self._stopped = status_texts.CLEARED
        self._first_reading.end()  # nothing is to be read
        self._reporter.enter(Phase.READY, stale=True, message=self._stopped)

    def tidy(self) -> None:
        """Put the store in order, unless something is marked meanwhile, or everything is to end."""
        models = [model.model for model in (self._models.wanted, self._models.earlier) if model]
        if self._maintenance.tidy(self._indexes, self._content, models, self._tidies_on, self._save):
            self._save()
        give_back()

    def tidy_soon(self) -> None:
        """Put the store in order once nothing else is to do."""
        self._maintenance.note_work(is_untidy=True)

    def close(self) -> None:
        """Close everything besides the store, once no table is being merged; nothing more is to be done."""
        self._store.upkeep.settle()
        self._content.close()
        if self._shared is not None:
            self._shared.close()

    # -- inside

    def _save(self) -> None:
        self._indexes.save(self._models.settled_vectors, lambda: not self._dirty.is_over)

    def _tidies_on(self) -> bool:
        return not (self._dirty.is_marked or self._dirty.is_over)

    def _complete(self, read: int, cancel: CancelToken, *, is_large: bool) -> None:
        """Do the work that follows once the texts of a refresh are committed; `is_large` if they are many of all."""
        self._maintenance.note_work(is_untidy=read > 0)  # first: a process that is killed leaves it to the next
        if self._reporter.is_shown and self._indexes.words.unsaved_rows:
            give_back()
            if is_large:
                self._store.upkeep.index_rows()  # merging files would double them here, for a process that ends now
            self._indexes.save_words()
        if self._reporter.is_shown and self._models.wanted is not None and self._store.without_vectors():
            self._reporter.enter(Phase.EMBEDDING)
        self._embed(cancel)
        if self._reporter.is_shown and read:
            self._pool.rest()  # the following work takes its memory
            give_back()
            self._save()
            sizes = {path: record.size for path, record in self._store.files.items()}
            note_sketch(self._store.directory, Sketch.of(sizes))
            self._content.trim()
            give_back()
            if is_large:
                self._maintenance.note_large_refresh(self._store.generation)
        self._maintenance.note_work(is_untidy=False)

    def _embed(self, cancel: CancelToken) -> None:
        """Give vectors to chunks without, and to files saved meanwhile; forget those of files that are gone."""

        def after_each(done: int, total: int, path: str) -> None:
            self._indexes.answer_with(self._models.answering)
            self._reporter.report_vectors(done, total, path)
            self._look_at_changes(cancel)

        before: list[FileRecord] = []
        try:
            while (files := self._store.without_vectors()) and files != before:
                embedder, vectors = self._models.wanted, self._models.vectors
                if embedder is None or vectors is None:
                    break
                before, work = files, self.pipeline.work
                vectorize(files, self._settings, embedder, self._store, vectors, self._pool, cancel, after_each, work)
        except ModelUnavailable as error:
            self._models.forget_wanted()
            self._reporter.model = None
            self._reporter.enter(self._reporter.phase, message=status_texts.LEXICAL.format(reason=error))
        if (vectors := self._models.vectors) is not None:
            if self._store.upkeep.is_merging:  # gone rows are deleted later
                vectors.show(self._store.live)
            else:
                vectors.sweep(self._store.live, self._store.kept)
        self._settle_model()
        self._indexes.answer_with(self._models.answering)

    def _look_at_changes(self, cancel: CancelToken) -> None:
        """Read files that changed while vectors are made; if all may have, once nothing more seems to follow."""
        is_quiet, self._marked = self._dirty.count == self._marked, self._dirty.count
        if self._dirty.everything:
            if is_quiet and self._dirty.take_everything():
                self.pipeline.refresh(cancel, silent)
        elif (saved := self._dirty.take_files()) and not self.pipeline.update(saved, cancel):
            self._dirty.add_everything()

    def _settle_model(self) -> None:
        """Let the set model answer from now on if it has read everything."""
        if self._models.settle(self._store):
            if self._models.earlier is not None:
                self._models.forget_earlier()
                self._reporter.enter(self._reporter.phase, message=None)
            # The vectors before are deleted once no question can be reading them.
            self._maintenance.note_work(is_untidy=True)

    def _note_work(self) -> None:
        self._maintenance.note_work(is_untidy=False)
        if not self.pipeline.unsettled:
            self.retry_s = _RETRY_S
        if time.monotonic() >= self._retry_at:  # else constant saving would put it off for ever
            self._retry_at = time.monotonic() + self.retry_s

    def _warming(self) -> Iterator[Job]:
        yield ExtractJob(self._root, self._settings, ())
        if self._models.wanted is not None:
            yield EmbedJob(self._settings, ("",), ("",))

    def _report_text(self, done: int, total: int, path: str) -> None:
        has_vectors_to_follow = self._models.wanted is not None and not self._models.embeds_while_reading
        self._reporter.report_text(done, total, path, has_vectors_to_follow=has_vectors_to_follow)


def _shared_contents(root: Path, settings: Settings) -> SharedContents | None:
    if not settings.team_store:
        return None
    from lsp_codebase.index.sharing.shared_contents import SharedContents

    return SharedContents(root, settings)
