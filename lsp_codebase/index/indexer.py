"""The thread that keeps one index: opens it, follows changes, commits, embeds, tidies up. Nothing else writes it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import Cancelled
from lsp_codebase.index.beginning import begin
from lsp_codebase.index.claim import Claim
from lsp_codebase.index.clearing import clear_unopened
from lsp_codebase.index.debounce import wait_for_quiet
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan, look
from lsp_codebase.index.first_answers import FirstAnswers
from lsp_codebase.index.gate import Gate
from lsp_codebase.index.history_keeper import HistoryKeeper
from lsp_codebase.index.listener import Doorkeeper, IndexListener, NoDoor
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.opening import manifest_of, open_tables
from lsp_codebase.index.place import Place, everything
from lsp_codebase.index.reader import Reader
from lsp_codebase.index.reading_order import Interest
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.index.retries import Retries
from lsp_codebase.index.root_presence import Presence
from lsp_codebase.index.sharing.similar_tree import others
from lsp_codebase.index.workers.pool import WorkerPool
from lsp_codebase.indexes import ChunkTexts, Indexes, Published, SavedState, let_go_of_pages
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, Check, IndexStatus, Phase, Role, status_texts
from lsp_codebase.scan import GitState
from lsp_codebase.store import (
    Store,
    StoreUnreadable,
    TablesMark,
    examine_manifest,
    full_disk_reason,
    give_back,
    has_manifest,
    location,
)

if TYPE_CHECKING:
    from lsp_codebase.index.writer import Writer

logger = logging.getLogger(__name__)

_PRESENCE_S = 2.0  # a deleted index is noticed this soon
_DELETION_S = 1.0  # who deletes tables while they are written is done with it this soon


class Indexer:
    """Owns the store of one root and the only thread that commits to it."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        listener: IndexListener,
        published: Published,
        door: Doorkeeper | None = None,
        place: Place | None = None,
    ) -> None:
        """Every change of the answers is shown in `published`; `door` is told when other processes may ask this one.

        Without a `place` it is that of the root, with all of its files.
        """
        self._root = root
        self._settings = settings
        self._pool = pool
        self._published = published
        self._place = place = place or Place(index_directory(root, settings.index_location))
        self._is_ours, self._directory = not place.is_published, place.directory
        self._manifest = manifest_of(root, settings)
        self._claim = Claim(root, self._directory, door or NoDoor(), may_write=self._is_ours)
        self._dirty = DirtySet()
        self.interest = Interest()
        self._presence = Presence(root if self._is_ours else None)
        self.gate = Gate()  # shut from `start` on until it is known which index can answer
        self._git = GitState(root if self._is_ours else None)
        self._history = HistoryKeeper(root, settings, self._directory, published, self._git)
        self._models = Models(settings)
        self.reporter = Reporter(root, listener, self._dirty, published)
        self._reader = Reader(place.directory, self._dirty, self._models, self.reporter)
        self._indexes: Indexes | None = None
        self._writer: Writer | None = None  # as the writer
        self._mark = TablesMark(place.directory)
        self._is_behind = False  # marked work has begun and is not done
        self._discarded: ChunkTexts | None = None  # by an opening from nothing that is under way
        self._failures = 0  # of the index, when it was last to be cleared or repaired
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"indexer-{root.name}", daemon=True)

    # -- any thread

    def start(self) -> None:
        """Begin, at most once and not after `stop`; returns at once."""
        with self._starting:
            if self._thread.ident is None and not self.is_closed:
                self.gate.hold()
                self._thread.start()

    def configure(self, settings: Settings) -> None:
        """Use settings from now on that change nothing in how the index is opened."""
        self._settings = settings

    def mark_changed(self, paths: Iterable[str]) -> None:
        """Have files (relative paths) looked at soon."""
        self._dirty.add(paths)

    def refresh(self) -> None:
        """Have the whole root compared with the index soon, as the user asked: stopped work goes on."""
        self._dirty.add_everything(asked=True)
        self.gate.hurry()

    def look_again(self) -> None:
        """Have the whole root compared with the index soon, unless the user stopped that."""
        self._dirty.add_doubt()

    def check_writable(self) -> None:
        """Raise `IndexUnavailable` where this process only reads the index; waits at first until that is known."""
        self._claim.check(is_settling=self._thread.is_alive())

    def rebuild(self) -> None:
        """Have the index thrown away and built again."""
        self._dirty.add_everything(anew=True)
        self.gate.hurry()

    def clear(self) -> None:
        """Have the index deleted, and nothing indexed before `refresh` or `rebuild`; at once where nothing runs.

        Raises:
            IndexUnavailable: if another process has it open.
        """
        with self._starting:
            if not self._thread.is_alive():
                clear_unopened(self._directory)
                return
        self._failures = self.reporter.failures
        self._dirty.add_clearing()
        self.gate.hurry()

    @property
    def is_clearing(self) -> bool:
        """Whether the index was to be deleted and is not yet; never once this failed or is closed."""
        return self._dirty.is_clearing and self._failures == self.reporter.failures and not self.is_closed

    def repair(self, damaged: Iterable[str]) -> None:
        """Have the index opened again, damaged parts made anew, and the whole root compared with it."""
        self._failures = self.reporter.failures
        self._dirty.add_damage(damaged)
        self.gate.hurry()
        self.start()

    def has_discarded(self, texts: ChunkTexts | None) -> bool:
        """Whether rows are gone since their index was rebuilt or cleared: a question that began before misses them."""
        return texts is self._discarded or self.store not in (None, texts)

    @property
    def is_repairing(self) -> bool:
        """Whether a repair was asked for that has not begun to show in the status; never once this is closed."""
        return self._dirty.is_damaged and self._failures == self.reporter.failures and not self.is_closed

    @property
    def is_closed(self) -> bool:
        """Whether this was told to stop: its status changes no more."""
        return self._dirty.is_over

    def examine(self, cancel: CancelToken) -> tuple[Check, ...]:
        """Return the findings about the index as it lies on disk.

        Raises:
            Cancelled: if asked to stop.
        """
        from lsp_codebase.index.doctor import examine

        return examine(self._root, self._settings, self._directory, self._manifest, cancel)

    def stored_status(self, cancel: CancelToken) -> IndexStatus | None:
        """Return the status of the index as it lies on disk, None if there is none; for one that was not started.

        Raises:
            IndexUnavailable: if it cannot be read, or is another version's.
            Cancelled: if asked to stop.
        """
        from lsp_codebase.index.stored_status import stored_status

        return stored_status(self._root, self._settings, self._directory, self._manifest, cancel)

    def cancel(self) -> None:
        """Stop the work under way; committed files stay, and the next change resumes."""
        self._dirty.cancel()

    def stop(self) -> None:
        """Ask the thread to end; returns at once. At most the commit under way is still written."""
        self._dirty.end()
        self._history.close()
        self.gate.release()
        self.gate.hurry()

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop soon and release the index. The next start sweeps up a half-done commit."""
        self.stop()
        with self._starting:
            is_begun = self._thread.ident is not None
        if is_begun:
            self._thread.join(timeout_s)

    @property
    def store(self) -> Store | None:
        """The committed tables, None before they are opened."""
        return self.reporter.store

    @property
    def embedder(self) -> Embedder | None:
        """The model that is set, if it can be used."""
        return self._models.wanted

    # -- indexer thread

    def _run(self) -> None:
        retries = Retries()
        while not self.is_closed:
            try:
                self._open(fresh=self._dirty.is_clearing)
                retries.note_opened()
                while not self.is_closed:
                    self._step()
                    retries.note_step()
            except Exception as error:  # a full disk, a deleted cache: say so and try again, ever more slowly
                if self.is_closed:
                    break
                if self._claim.is_held and not full_disk_reason(error) and self._failed_for_deletion(error):
                    self._give_up_lock()  # whatever failed, did so for that
                elif retries.is_failure(error):
                    self._fail(error)
                else:  # the door stays open: this process follows the index as soon as there is one
                    self._let_go()
                self._dirty.pause(retries.pause_s(error))
        self._release()

    def _open(self, *, fresh: bool = False) -> None:
        self._close_writer()
        self._look_for_root()
        self._discarded = self.store if fresh else None
        self.reporter.model = self._models.known(self._directory)
        has_index = not examine_manifest(self._directory, self._manifest).damage
        was_deleted = self._was_deleted and not fresh
        self.reporter.enter(Phase.STARTING, has_index=has_index)
        role = self._claim.settle()
        self.reporter.enter(Phase.STARTING, role=role)
        if was_deleted and role is Role.WRITER:
            logger.warning("the index of %s was deleted: it is made again", self._root)
        where = self._directory, self._manifest
        is_new = role is Role.WRITER and not (has_index or fresh) and self._place.narrow is everything
        given = self._root, self._settings, *where, self._dirty, self.reporter, self.gate.release
        copied, unshared = begin(*given) if is_new else (None, None)
        if not (has_index or copied):
            self.gate.release()  # there is nothing to wait for
        damaged = self._dirty.begin_repair()
        saved = SavedState(self._directory, is_ours=self._is_ours)
        first = FirstAnswers(saved, self._settings, self._published, self.reporter, self.gate)
        if "saved state" in damaged:
            first.saved.forget()
        self._history.load()
        is_again = self._published.state.is_open
        is_good = has_index and not (fresh or damaged)
        seen = self._answer_first(first, is_good=is_good, is_copied=copied is not None)
        with first.until_opened():
            self._check_open()
            is_settled = first.saved.fits() and not is_again  # a failure may be due to the tables: they are looked at
            written = self._reader.phase  # first: commits before the end of a first reading are seen with it
            anew = fresh or (was_deleted and has_index)  # remains of tables are of no use
            store, message = open_tables(*where, self._claim.lock, fresh=anew, damaged=damaged, settled=is_settled)
            first.opened = store
            if role is Role.WRITER:
                self._mark.make()
        indexes = self._indexes = Indexes(store, self._published, first.saved, renew_words="postings" in damaged)
        if role is Role.WRITER:
            self._writer = self._writer_of(indexes, copied or seen)
        self.reporter.store, self._discarded = store, None
        self._check_open()  # a model takes a while to load
        if copied is not None and copied.found is not None:
            indexes.remove(others(store.files, copied.found))
        renewed = status_texts.RENEWED_WORDS if indexes.has_renewed_words else None
        loaded = self._answer_from(indexes, first.embedder, fresh=fresh, anew="vectors" in damaged)
        if self._writer is not None and store.files and not indexes.is_taken_over:
            self._writer.tidy_soon()
        self.gate.release()
        if indexes.lacks_files:
            self.reporter.enter(Phase.INDEXING, message=status_texts.READ_AGAIN)
        indexes.complete(self._check_open)
        message = status_texts.DELETED if was_deleted else message
        message = " · ".join(filter(None, (self._claim.hindrance, unshared, message, renewed, loaded))) or None
        self._dirty.end_repair()
        give_back()
        if role is Role.WRITER and seen and not (seen.is_few or self._dirty.count) and indexes.is_taken_over:
            self._dirty.take_everything()  # a process with a one-time question has looked, and answers from its index
            return
        self._dirty.everything = role is Role.WRITER  # a later writer looks at everything once
        after = Phase.STARTING if role is Role.WRITER else Phase.FAILED if self._claim.hindrance else written
        self.reporter.enter(after, message=message, stale=False)

    def _answer_first(self, first: FirstAnswers, *, is_good: bool, is_copied: bool) -> EarlyScan | None:
        """Let questions see the saved state before the tables are open; return the files, if that took a look at them.

        It `is_good` where no part of it is to be made anew.
        """
        if is_good and not self._published.state.is_open:
            return first.show(lambda files: look(self._root, self._settings, files, self._dirty), self._pool.prepare)
        if is_good or is_copied:
            first.load()  # shown later: what is shown now is as good, and a copy still has files that are not here
        return None

    def _writer_of(self, indexes: Indexes, look: EarlyScan | None) -> Writer:
        from lsp_codebase.index.writer import Writer  # with everything that reads files: after the first answers

        own = self._dirty, self.reporter, self._models, self.interest, self._history
        narrow = self._place.narrow
        writer = Writer(self._root, self._settings, indexes, self._pool, self._check_commit, narrow, *own)
        writer.look = look
        return writer

    def _answer_from(self, indexes: Indexes, embedder: Embedder | None, *, fresh: bool, anew: bool) -> str | None:
        """Let questions see an index; return the message about its model. `anew`: its vectors are damaged."""
        is_first = fresh or not self._published.state.is_open
        if is_first:
            indexes.open_to_questions()  # names are found without a model, whose vectors take a while to load
        if not (is_first and embedder):  # a model is to be loaded, or all shown data stays until then
            indexes.complete(self._check_open)
        loaded = self._models.load(indexes.store, anew=anew, loaded=embedder, saved=indexes.take_saved())
        self.reporter.model = self._models.name
        indexes.open_to_questions(self._models.answering)
        return loaded

    @property
    def _was_deleted(self) -> bool:
        """Whether the index that answers is no more on the disk, or its tables are not."""
        is_there = has_manifest(self._directory) and location(self._directory).is_dir() and not self._mark.is_gone
        return self._published.state.is_open and not is_there

    def _failed_for_deletion(self, error: Exception) -> bool:
        """Whether something failed since the index is deleted; waits for the end of a deletion under way."""
        if isinstance(error, StoreUnreadable | FileNotFoundError) and not self._was_deleted:
            self._dirty.rest(_DELETION_S)
        return self._was_deleted

    def _look_for_root(self) -> None:
        """Raise `RootGone` where nothing can be told of the files."""
        self._presence.check(len(self._published.state.files.by_path))

    def _check_commit(self) -> None:
        """Raise where nothing may be written: this is closed, or the root turned out to be gone."""
        self._check_open()
        self._look_for_root()

    def _check_open(self) -> None:
        if self.is_closed:
            raise Cancelled

    def _step(self) -> None:
        if not (self.gate.is_put_off and self._published.state.history):  # a one-time question does with the saved one
            self._history.follow(lambda: self._claim.is_held)
        if self.gate.take_rest():
            give_back()
            let_go_of_pages()
        if not self._claim.is_held:
            self._follow()
            return
        assert self._writer is not None
        is_marked = self._dirty.wait(self._writer.waits_s(_PRESENCE_S))
        if is_marked and self._dirty.count:
            quiet_s = self._settings.index_debounce_ms / 1_000
            wait_for_quiet(lambda: self._dirty.count, self._is_held_up, quiet_s, self._dirty.rest)
        if self.is_closed:
            return
        self._look_for_root()
        if self._was_deleted:
            self._give_up_lock()  # the file that holds it is gone too: another process may hold one of that name
            self._open()
            return
        if self._dirty.is_asked:
            self.reporter.enter(Phase.STARTING, message=None)
        marked = self._dirty.take()
        self._is_behind = is_marked
        if marked.clear:
            self._open(fresh=True)
            if self._dirty.is_cleared:
                self._writer.note_cleared()  # before the end, for which `clear` waits
            self._dirty.end_clearing()
        elif marked.anew or self._dirty.is_damaged:
            self._open(fresh=marked.anew)
        elif marked.everything:
            self._writer.refresh(marked.cancel, is_asked=marked.asked)
        elif is_marked:
            self._writer.update(self._dirty.take_files(), marked.cancel)
        else:
            self._writer.go_on(marked.cancel, is_asked=self.gate.is_asked)
        self._is_behind = False

    def _is_held_up(self) -> bool:
        return not self.is_closed and self._git.is_busy()

    def _follow(self) -> None:
        """Wait a moment, then see the writer's work, or take its place if it is gone."""
        assert self._indexes is not None
        self._reader.pause()
        if self.is_closed:
            return
        self._look_for_root()
        if self._claim.take():
            logger.info("taking over the index of %s", self._root)
            self._open()
            return
        try:
            self._reader.follow(self._indexes)
        except StoreUnreadable as error:  # its writer may be making it anew
            logger.info("the index of %s is opened again: %s", self._root, error)
            self._open()

    def _fail(self, error: Exception) -> None:
        lacks_changes = self._is_behind or self.reporter.status().stale  # before the writer, which knows, is gone
        self._give_up_lock()
        self.reporter.fail(error, lacks_changes=lacks_changes)
        self._claim.end_waiting()
        self.gate.release()

    def _close_writer(self) -> None:
        writer, self._writer, self.reporter.pipeline = self._writer, None, None
        if writer is not None:
            writer.close()

    def _release(self) -> None:
        self._claim.end_waiting()
        self._close_writer()
        if self._indexes is not None and self._claim.is_held:
            try:
                if self.gate.is_put_off:  # else the next start does; after that the saved state is of no use
                    self._indexes.store.upkeep.delete_dead()
                self._indexes.save(self._models.settled_vectors, lambda: False)
            except Exception as error:  # whatever it is, another process may want the index
                logger.warning("what answers is not saved: %s; it is made again", error or type(error).__name__)
        self._give_up_lock()

    def _give_up_lock(self) -> None:
        self._close_writer()
        self._claim.give_up()
        self._let_go()

    def _let_go(self) -> None:
        self._indexes = self.reporter.store = None  # with the mapped files
        self._models.forget_wanted()
        self._models.forget_earlier()
