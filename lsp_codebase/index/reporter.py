"""The news of an index: its status, part of every answer, and the progress of long work."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.errors import CodebaseError, IndexUnavailable
from lsp_codebase.index.dirty import MOST_SINGLE, DirtySet
from lsp_codebase.index.listener import IndexListener, Progress
from lsp_codebase.index.root_presence import RootGone
from lsp_codebase.index.work_counters import Work
from lsp_codebase.indexes import Published, State
from lsp_codebase.model import FileProblem, IndexStatus, Phase, Role, VectorStatus, status_texts
from lsp_codebase.parse import LANGUAGES
from lsp_codebase.scan import Scan
from lsp_codebase.store import FileRecord, Store, StoreUnreadable, full_disk_reason

if TYPE_CHECKING:
    from lsp_codebase.index.pipeline import Pipeline

logger = logging.getLogger(__name__)

_MOST_PROBLEMS = 100
_TEXT_SHARE = 75  # percent of the bar for reading, when embedding follows (measured with the built-in model)


class Reporter:
    """The status of one index. One thread writes it, any thread reads."""

    def __init__(self, root: Path, listener: IndexListener, dirty: DirtySet, published: Published) -> None:
        self._root = root
        self._dirty = dirty
        self._published = published
        self._listener = listener
        self._status = IndexStatus(str(root), Phase.STARTING)
        self.is_shown = False  # whether the client sees progress
        self.failures = 0
        """How often the work failed."""
        self.store: Store | None = None
        self.model: str | None = None  # the one whose vectors are made
        self.pipeline: Pipeline | None = None
        self.seen: Scan | None = None  # by a look before there is a pipeline

    @property
    def work(self) -> Work:
        """The work of this process for the index since it was opened."""
        return self.pipeline.work if self.pipeline else Work()

    @property
    def phase(self) -> Phase:
        """The present phase of the index."""
        return self._status.phase

    def status(self) -> IndexStatus:
        """Return the state of the index now; cheap."""
        status = self._status  # before the state: the promise of a phase holds in the state of its beginning and later
        return self._complete(status, self._published.state)

    def status_of(self, state: State) -> IndexStatus:
        """Return the completeness of the index, for an answer from this state of it."""
        return self._complete(self._status, state)

    def _complete(self, status: IndexStatus, state: State) -> IndexStatus:
        pipeline = self.pipeline
        if status.phase in (Phase.READY, Phase.EMBEDDING) and status.role is Role.WRITER and self._dirty.is_asked:
            status = replace(status, phase=Phase.STARTING, message=None)  # nobody shall take the old index for the new
        if not state.is_open:
            return replace(status, vectors=VectorStatus(0, 0, self.model))
        counts, found = Counter(state.files.counts), pipeline.found if pipeline else self.seen
        skipped = counts["skipped"] + (len(found.skipped) if found else 0)
        failed = counts["failed"] + (len(found.unreadable) if found else 0)
        awaited = bool(self._dirty.files or (self._dirty.anew and status.role is Role.WRITER))
        if pipeline is not None:
            awaited |= bool(pipeline.unsettled or (status.phase is Phase.READY and pipeline.reading))
        unfinished = found is not None and (status.phase is Phase.INDEXING or status.stale)
        return replace(
            status,
            indexed=counts["indexed"],
            total=max(counts["indexed"] + skipped + failed, len(found.files) if found and unfinished else 0),
            skipped=skipped,
            failed=failed,
            chunks=counts["chunks"],
            symbols=counts["symbols"],
            generation=state.generation,
            vectors=VectorStatus(state.embedded, counts["chunks"], self.model)
            if self.model
            else VectorStatus(0, 0, None),
            stale=status.stale or awaited,
        )

    def full_status(self) -> IndexStatus:
        """Return the present state of the index, with its commit, and the files that are not in it, with reasons."""
        store, pipeline, history = self.store, self.pipeline, self._published.state.history
        found = pipeline.found if pipeline else Scan({}, (), ())
        status = replace(self.status(), commit=history.tip if history else None)
        return with_problems(status, store, found) if store else status

    # -- indexer thread

    def enter(self, phase: Phase, **changes: object) -> None:
        """Tell that the index is in another phase, or that something else of its status is new."""
        self._status = replace(self._status, phase=phase, **changes)  # type: ignore[arg-type]
        self._listener.on_status(self.status())

    def fail(self, error: Exception, *, lacks_changes: bool) -> None:
        """Tell why nothing is indexed. Committed files answer on: a full disk can still be read.

        `lacks_changes` says that some are known that were to be indexed.
        """
        full, place = full_disk_reason(error), getattr(error, "filename", None)
        reason = (f"{full}: {place}" if place else full) if full else error
        message = str(error) if isinstance(error, CodebaseError) else status_texts.FAILED.format(reason=reason)
        if isinstance(error, StoreUnreadable):  # nothing of ours is at fault
            logger.error("indexing %s failed: %s", self._root, error)
        elif not (full or isinstance(error, IndexUnavailable)):
            logger.error("indexing %s failed", self._root, exc_info=error)
        elif message != self.status().message:
            logger.warning("%s", error)
        self.enter(Phase.FAILED, message=message, stale=lacks_changes or isinstance(error, RootGone))
        self.failures += 1  # last: who waits for it reads the status

    def show(self) -> None:
        """Let the client see that long work begins."""
        self.is_shown = True
        self._listener.on_started(self._root)
        self.enter(Phase.SCANNING)

    def end(self, message: str) -> None:
        """Let the client see that it is over, if it saw it begin."""
        if self.is_shown:
            self.is_shown = False
            self._listener.on_ended(self._root, message)

    def report_fetch(self, done: int, total: int, commit: str) -> None:
        """Tell how many bytes of the team's index are here."""
        if not self.is_shown:
            self.is_shown = True
            self._listener.on_started(self._root)
        percent = 100 * done // max(total, 1)
        self._status = replace(self._status, message=status_texts.FETCHING.format(commit=commit, percent=percent))
        self._report(Progress(done // 1_000_000, total // 1_000_000, status_texts.FETCHED_UNIT.format(commit=commit)))

    def report_text(self, done: int, total: int, path: str, *, has_vectors_to_follow: bool) -> None:
        """Tell how many files are read; few are not worth showing."""
        if not self.is_shown:
            if total <= MOST_SINGLE:
                return
            self.show()
        self._status = replace(self._status, phase=Phase.INDEXING)
        self._report(Progress(done, total, path, 0, _TEXT_SHARE if has_vectors_to_follow else 100))

    def report_vectors(self, done: int, total: int, path: str) -> None:
        """Tell how many files have their vectors."""
        if self._status.phase is Phase.EMBEDDING:
            self._report(Progress(done, total, path, _TEXT_SHARE, 100))

    def _report(self, progress: Progress) -> None:
        self._listener.on_progress(self._root, progress)
        self._listener.on_status(self.status())


def _most_first(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the number of files of each known language, the largest first."""
    return tuple(sorted(((name, counts[name]) for name in LANGUAGES), key=lambda pair: (-pair[1], pair[0])))


def with_problems(status: IndexStatus, store: Store, found: Scan) -> IndexStatus:
    """Return a status with the reasons why found or committed files are not in the index, or only in part.

    All of them are counted, and at most 100 named: reasons that few files have come first, for they say most. The
    files of each language are counted, too.
    """
    refused = dict(store.refused)
    left: tuple[FileRecord | FileProblem, ...] = (*found.unreadable, *refused.values(), *found.skipped)
    counts = Counter(one.reason for one in left)
    named = nsmallest(_MOST_PROBLEMS, left, key=lambda one: (counts[one.reason], one.path))
    return replace(
        status,
        problems=tuple(FileProblem(one.path, _reason(one)) for one in named),
        problems_total=len(found.unreadable) + len(refused) + len(found.skipped),
        languages=_most_first(Counter(store.languages)),
    )


def _reason(left: FileRecord | FileProblem) -> str:
    in_part = isinstance(left, FileRecord) and left.state == "indexed"
    return f"{left.reason}; indexed as text only" if in_part else left.reason
