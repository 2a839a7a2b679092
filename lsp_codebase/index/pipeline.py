"""Brings the store of one root up to date: scan, plan, extract in the workers, commit here. One thread calls it."""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.index.commits import Commits
from lsp_codebase.index.known_contents import Recognizer
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.place import Narrow
from lsp_codebase.index.plan import is_current, plan
from lsp_codebase.index.reading_order import Interest, by_use, in_groups
from lsp_codebase.index.scanning import ignore_rules, scan_root
from lsp_codebase.index.urgent_files import in_small_letters
from lsp_codebase.index.work_counters import Work
from lsp_codebase.index.workers.extract import Extracted, ExtractJob, failed, seconds_for, without_rows
from lsp_codebase.index.workers.job_sizes import FIRST_PATIENCE, JOB_FILES
from lsp_codebase.index.workers.pool import NoWorker, WorkerPool, reason_of
from lsp_codebase.index.workers.reading import FileJob
from lsp_codebase.indexes import Indexes
from lsp_codebase.model import CancelToken
from lsp_codebase.paths import Spelling
from lsp_codebase.scan import (
    DIRECTORY,
    GONE,
    FileStat,
    Scan,
    is_left_out,
    is_unknown,
    stat_inside,
    takes_walk,
)
from lsp_codebase.store import FileRecord

if TYPE_CHECKING:
    from lsp_codebase.index.sharing.shared_contents import SharedContents

logger = logging.getLogger(__name__)

Report = Callable[[int, int, str], None]  # done, total, the latest path
TakeUrgent = Callable[[], Collection[str]]  # files to be looked at before others

_SAVED_TOGETHER = 10  # files: beyond, git changed them, and may change them back
_SAMPLE = 50  # files that are read although git says that none need be
_FEW_FOLDERS = 8  # for more, putting all paths in order costs less than comparing each with each
_COMMIT_CHUNKS = 8_000  # rows held back for one commit, at most
_COMMIT_S = 4.0  # and for how long
_FIRST_COMMIT_S = 0.25  # then twice as long each time


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A way to try files: so many in a job, each with a share of the CPU time that `PARSE_TIMEOUT_MS` allows."""

    patience: float
    files: int
    is_last: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether each file is tried by itself, so that it alone can be the reason of a failure."""
        return self.files == 1


# Files that are slow, or did not survive, wait until all others are found.
_BULK_ATTEMPTS = (_Attempt(FIRST_PATIENCE, JOB_FILES), _Attempt(1 / 4, 1), _Attempt(1, 1, is_last=True))
_ATTEMPTS = (_Attempt(1, JOB_FILES), _Attempt(1, 1, is_last=True))


class Pipeline:
    """The write side of one codebase. `check_commit` raises where nothing may be written any more."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        indexes: Indexes,
        pool: WorkerPool,
        check_commit: Callable[[], None],
        narrow: Narrow,
        take_urgent: TakeUrgent,
        models: Models,
        interest: Interest,
        shared: SharedContents | None = None,
    ) -> None:
        self._root = root
        self._settings = settings
        self._store = store = indexes.store
        self._commits = Commits(indexes, models, check_commit)
        self._pool = pool
        self._narrow = narrow
        self._take_urgent = take_urgent
        self._models = models
        self._interest = interest
        self._shared = shared
        self._recognizer = Recognizer(root, settings, indexes)
        self._next_id = store.next_file_id()
        self.found = Scan({}, (), ())  # by the latest scan; its files only until all are read
        self.unsettled: set[str] = set()  # files that are being written: to be looked at again soon
        self.reading = 0  # the number of changed files that are being read
        self._unknown: frozenset[str] = frozenset()  # unsettled entries that the latest walk could not look at
        self._emptied: set[str] = set()
        self._may_return: set[str] = set()  # files that went and rules leave out: git tracks them, as a refresh found
        self._has_retried = False  # whether files that failed in an earlier run were tried again in this one
        self.work = Work()

    def refresh(
        self, cancel: CancelToken, report: Report, found: Scan | None = None, *, same: Collection[str] = ()
    ) -> int:
        """Bring the whole root up to date, as it was `found` just now; return how many files were read.

        Without `found` it is walked. Saved files go first, meanwhile too. Git says that the `same` files are as their
        rows say.

        Raises:
            Cancelled: finished files are committed.
        """
        self.found = found = found or self._walked(cancel)
        self._may_return.clear()
        self.unsettled = self.unsettled - self._unknown | found.unknown
        self._unknown = found.unknown
        todo = plan(self._store.files, found, self._settings, retries=not self._has_retried)
        self._has_retried = True
        changed = {path: found.files[path] for path in todo.changed}
        with self._commits.keeping():
            self._commits.remove(todo.removed)
            self._take_over(changed, same)
            self._index(changed, cancel, report, bulk=True)
        if self._shared is not None:
            self._shared.finish(cancel)
        return len(todo.changed)

    def update(self, paths: Collection[str], cancel: CancelToken) -> bool:
        """Bring single files up to date, whether they exist or not; return whether all of them could be.

        A directory takes a `refresh`, and so does a rule file.

        Raises:
            Cancelled: files that are not read by then are `unsettled`.
        """
        self.reading += 1  # they are no more marked, and it is not known yet how many are to be read
        try:
            return self._update(paths, cancel)
        finally:
            self.reading -= 1

    def _update(self, paths: Collection[str], cancel: CancelToken) -> bool:
        rules = ignore_rules(self._root, self._settings)
        changed: dict[str, FileStat] = {}
        removed: list[str] = []
        other: list[str] = []  # paths that are no indexed file, and may have been folders
        spelling = Spelling(self._root)
        spelled = {path: spelling.of(path) for path in paths}  # a copy: `unsettled` itself may be passed in
        # A path with another spelling exists, but under its real name.
        looked_at = {
            path: stat_inside(self._root, path) if spelled.get(path, path) == path else GONE
            for path in (*spelled, *spelled.values())
        }
        told = {path for path, found in looked_at.items() if not (takes_walk(path, found) or is_unknown(found))}
        all_done = not any(takes_walk(*looked) for looked in looked_at.items())
        self.unsettled -= told | (looked_at.keys() - self._unknown)
        for path, found in looked_at.items():
            known = self._store.files.get(path)
            is_taken = known is not None or path in self._may_return
            if known is None and found != DIRECTORY and not is_unknown(found):
                other.append(path)
            if isinstance(found, FileStat) and (is_taken or not is_left_out(rules, path)):
                if self._is_emptied(path, found, known):
                    self.unsettled.add(path)
                elif not is_current(known, found) or found.is_fresh or path in self._recognizer.doubted:
                    changed[path] = found
            elif known is not None and found != DIRECTORY:
                (self.unsettled.add if is_unknown(found) else removed.append)(path)
        removed += _below(other, self._store.files)
        self._may_return.update(path for path in removed if is_left_out(rules, path))
        self.found = self.found.after(looked_at, rules)
        with self._commits.keeping() if len(changed) + len(removed) > _SAVED_TOGETHER else nullcontext():
            self._commits.remove(removed)
            try:
                self._index(changed, cancel, silent, bulk=False)
            except Cancelled:
                self.unsettled |= changed.keys()
                raise
        return all_done

    # -- inside

    def _walked(self, cancel: CancelToken) -> Scan:
        return self._narrow(scan_root(self._root, self._settings, cancel), cancel)

    def _is_emptied(self, path: str, found: FileStat, known: FileRecord | None) -> bool:
        """Whether a file lost all its content since it was last looked at: most programs do that before they write."""
        if found.size or known is None or not known.size or path in self._emptied:
            self._emptied.discard(path)
            return False
        self._emptied.add(path)
        return True

    def _index(self, files: Mapping[str, FileStat], cancel: CancelToken, report: Report, *, bulk: bool) -> None:
        left, total = dict(files), len(files)
        self.reading += total
        try:
            if bulk or total > _SAVED_TOGETHER:
                self._recognize(left, total, cancel, report)
            is_long = bulk and self._has_many_new(left)  # to the end: the workers are there, however few are left
            for attempt in _BULK_ATTEMPTS if bulk else _ATTEMPTS:
                self._attempt(left, total, attempt, cancel, report, bulk=bulk, is_long=is_long)
        finally:
            self.reading -= total
            if bulk:
                self._interest.note_found(left)  # those of cancelled work are looked for no more

    def _take_over(self, left: dict[str, FileStat], same: Collection[str]) -> None:
        """Take from `left` the files that are as their rows say, and give them the present times; read a few first."""
        likely = [path for path in same if path in left and self._recognizer.candidates(path, left[path])]
        sampled = likely[:: -(-len(likely) // _SAMPLE) or 1]
        if not all(self._recognizer.recognized(path, left[path]) for path in sampled):
            logger.warning("%s: the index that was fetched is not of the commit that it names", self._root.name)
            return
        seen = []
        for path in likely:
            stat = left.pop(path)
            seen.append(replace(self._store.files[path], mtime_ns=stat.mtime_ns, changed_ns=stat.changed_ns))
        self._commit([without_rows(seen)] if seen else [])

    def _recognize(self, left: dict[str, FileStat], total: int, cancel: CancelToken, report: Report) -> None:
        """Take from `left` the files with content that is or was committed: hashing costs less than asking a worker."""
        waiting: list[Extracted] = []
        try:
            with self._recognizer.of_kept():
                likely = [path for path, stat in left.items() if self._recognizer.candidates(path, stat)]
                for start in range(0, len(likely), JOB_FILES):
                    group = likely[start : start + JOB_FILES]
                    found = (self._recognizer.recognized(path, left[path]) for path in group)
                    seen = [record for record in found if record is not None]
                    for record in seen:
                        del left[record.path]
                    self.work.read += len(seen)
                    waiting += [without_rows(seen)] if seen else []
                    report(total - len(left), total, group[-1])
                    self._overtake(left, waiting, cancel)
                    cancel.check()
        finally:
            self._commit(waiting)
            if self._models.vectors is not None:
                self._models.vectors.show(self._store.live)

    def _overtake(self, left: Collection[str], waiting: list[Extracted], cancel: CancelToken) -> None:
        """Bring saved files up to date first; nothing overtakes these: else one might wait for ever.

        Earlier readings of them that wait to be committed go first: they are older, or all there is.
        """
        if urgent := {*self._take_urgent()}:
            if len(awaited := {path for path in urgent if path in left}) > _SAVED_TOGETHER:
                self.unsettled |= awaited  # git wrote them, and we hear of it late: their turn comes
                urgent -= awaited
            if any(not urgent.isdisjoint(part.batch.files["path"].to_pylist()) for part in waiting):
                self._commit(waiting)
            taking, self._take_urgent = self._take_urgent, _nothing
            try:
                self.update(urgent, cancel)
            finally:
                self._take_urgent = taking
            self.unsettled |= urgent  # again: a worker may be reading them

    def _attempt(
        self,
        left: dict[str, FileStat],
        total: int,
        attempt: _Attempt,
        cancel: CancelToken,
        report: Report,
        *,
        bulk: bool,
        is_long: bool,
    ) -> None:
        """Index files and take from `left` those that are done; the rest waits for the next attempt."""
        waiting: list[Extracted] = []
        since, patience = time.monotonic(), _FIRST_COMMIT_S
        try:
            most = None if is_long else 1
            reading = partial(in_small_letters, self._root, self._settings.index_max_file_bytes)
            paths = by_use(left, self._interest, reading) if bulk else iter([*left])
            jobs = self._jobs(paths, left, attempt, embeds=bulk and self._models.embeds_while_reading)
            if self._shared is not None and not attempt.is_alone and (is_long or (bulk and self._shared.publishes)):
                jobs = self._shared.ahead(jobs)
            for job, future in self._pool.map(jobs, lambda job: self._start(job, bulk=is_long), most, cancel):
                extracted = self._result(job, future, attempt)
                if extracted is not None:
                    waiting.append(extracted)
                    self._count(job, extracted)
                    for file in job.files:
                        if file.path not in extracted.slow:
                            del left[file.path]
                    report(total - len(left), total, job.files[-1].path)
                rows = sum(part.batch.chunks.num_rows for part in waiting)
                sought = [file.path for file in job.files if self._interest.is_sought(file.path)]
                if sought or rows >= _COMMIT_CHUNKS or time.monotonic() - since > patience:
                    self._commit(waiting)
                    self._interest.note_found(sought)
                    since, patience = time.monotonic(), min(2 * patience, _COMMIT_S)
                self._overtake(left, waiting, cancel)
                cancel.check()
        finally:
            self._commit(waiting)

    def _has_many_new(self, files: Mapping[str, FileStat]) -> bool:
        """Whether the work is more than one worker can read and hash while another one starts."""
        known = self._store.files
        return sum(path not in known or known[path].size != stat.size for path, stat in files.items()) > JOB_FILES

    def _jobs(
        self, paths: Iterator[str], files: Mapping[str, FileStat], attempt: _Attempt, *, embeds: bool
    ) -> Iterator[ExtractJob]:
        sizes = {path: min(stat.size, self._settings.index_max_file_bytes) for path, stat in files.items()}
        for group in in_groups(paths, sizes, self._interest, attempt.files):
            jobs = []
            for path in group:
                jobs.append(FileJob(path, self._next_id, self._recognizer.committed(path)))
                self._next_id += 1
            yield ExtractJob(self._root, self._settings, tuple(jobs), attempt.patience, embeds)

    def _start(self, job: ExtractJob, *, bulk: bool) -> Future[Extracted]:
        return self._pool.submit(job, seconds_for(len(job.files)), bulk=bulk)

    def _result(self, job: ExtractJob, future: Future[Extracted], attempt: _Attempt) -> Extracted | None:
        """Return the answer; None if there is none and each file is to be tried again, alone, after all others.

        Raises:
            NoWorker: no file is at fault.
        """
        try:
            return future.result()
        except NoWorker:
            raise
        except Exception as error:
            if self._pool.is_closed:  # it was killed in the middle of a good file
                raise Cancelled from error
            if not attempt.is_last:
                return None
            (single,) = job.files
            reason = reason_of(error)
            logger.warning("%s: %s", single.path, reason)
            return failed(job, single, reason)

    def _count(self, job: ExtractJob, extracted: Extracted) -> None:
        self.work.read += len(job.files)
        self.work.parsed += extracted.parsed
        self.work.known += extracted.known
        self.work.embedded += extracted.embedded
        self._recognizer.doubted.difference_update(file.path for file in job.files)
        if extracted.taken is not None and self._shared is not None:
            self.work.shared += extracted.taken.count
            doubted = self._shared.settle(extracted.taken)
            self._recognizer.doubted |= doubted
            self.unsettled |= doubted
        files = extracted.batch.files
        told = zip(files["path"].to_pylist(), files["reason"].to_pylist(), strict=True)
        answered = {path for path, reason in told if not is_unknown(reason)} | {*extracted.slow}
        self.unsettled.update(file.path for file in job.files if file.path not in answered and self._is_behind(file))

    def _is_behind(self, file: FileJob) -> bool:
        """Whether a file exists in another state than the committed one, or may do so."""
        found = stat_inside(self._root, file.path)
        return is_unknown(found) or (isinstance(found, FileStat) and not is_current(file.known, found))

    def _commit(self, waiting: list[Extracted]) -> None:
        self.unsettled.update(self._commits.add(waiting))


def _below(folders: Sequence[str], paths: Collection[str]) -> list[str]:
    """Return the paths below some folders; a build or a checkout names hundreds that are none."""
    if len(folders) <= _FEW_FOLDERS:
        begins = tuple(f"{folder}/" for folder in folders)
        return [path for path in paths if path.startswith(begins)] if begins else []
    ascending = sorted(paths)
    ends = ((bisect_left(ascending, f"{folder}/"), bisect_left(ascending, f"{folder}0")) for folder in folders)
    return [path for first, last in ends for path in ascending[first:last]]  # "0" comes next after "/"


def _nothing() -> Collection[str]:
    """Let no file go first."""
    return ()


def silent(done: int, total: int, path: str) -> None:
    """Report nothing: a single save shows no progress."""
