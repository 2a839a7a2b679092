"""Files that differ from the index: read at once for a question that names them or once found something there.

The index follows the disk, but not at once: after a start or a checkout it takes seconds, and places in a file that
changed meanwhile would be those of other code.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, IndexUnavailable
from lsp_codebase.index import Indexer, WorkerPool, has_changed, most_bytes
from lsp_codebase.indexes import LiveFile, State
from lsp_codebase.live.indexable import is_searched
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import FileStat, stat_file, stat_inside

if TYPE_CHECKING:
    from lsp_codebase.index import TextRows

logger = logging.getLogger(__name__)

_MOST_KEPT = 64
_CHECK_S = 0.05  # how often a waiting question checks whether it is still wanted

_Found = FileStat | str  # the system's record of a file, as `stat_inside` returns it


class ChangedFiles:
    """Those of one root. Any thread may call."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        indexer: Indexer,
        texts: Callable[[Sequence[str]], list[bytes]],
    ) -> None:
        """`texts` returns those of files as they are on disk, empty ones for unreadable files."""
        self._root = root
        self._settings = settings
        self._pool = pool
        self._indexer = indexer
        self._texts = texts
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[_Found, LiveFile]] = OrderedDict()

    def configure(self, settings: Settings) -> None:
        """Use settings from now on that change nothing in how the index is opened."""
        self._settings = settings

    def in_front(self, state: State, paths: Iterable[str], cancel: CancelToken) -> State:
        """Return a state that knows these files as they are on disk; the same state if it does already.

        Raises:
            IndexUnavailable: if one cannot be read.
            Cancelled: while reading.
        """
        changed = {path: found for path in paths if (found := self._changed(path, state)) is not None}
        if not changed:
            return state
        documents = state.documents
        for path, file in self._read(changed, cancel).items():
            documents = documents.with_file(path, file)
        return replace(state, documents=documents)

    def changed(self, paths: Iterable[str], state: State) -> dict[str, bool]:
        """Return the files among these that differ from the index, and whether each is here."""
        found = {path: self._changed(path, state) for path in paths}
        return {path: isinstance(one, FileStat) for path, one in found.items() if one is not None}

    def _changed(self, path: str, state: State) -> _Found | None:
        """Return the record of a file that differs from the index; None if it does not, or the index leaves it out."""
        if path in state.documents.files:
            return None
        record = state.files.by_path.get(path)
        seen = stat_file(f"{self._root}/{path}") if record is not None else None
        if record is not None and isinstance(seen, FileStat) and not has_changed(record, seen):
            return None  # most are, and to look at each directory above takes longer
        found = stat_inside(self._root, path)
        if not isinstance(found, FileStat):  # without its disk nothing is known of it
            return found if record is not None and _has_entries(self._root) else None
        is_other = record is None or has_changed(record, found)
        is_ours = is_other and is_searched(self._root, self._settings, path, is_indexed=record is not None)
        return found if is_ours else None

    def _read(self, changed: Mapping[str, _Found], cancel: CancelToken) -> Mapping[str, LiveFile]:
        from lsp_codebase.live.reading import live_file, parsing  # loads everything that reads files

        with self._lock:
            read = {
                path: kept[1] for path, found in changed.items() if (kept := self._kept.get(path)) if kept[0] == found
            }
        unread = sorted(changed.keys() - read.keys())
        if unread:
            self._indexer.mark_changed(unread)
        fitting = [path for path in unread if self._fits(path, changed[path])]
        data = dict.fromkeys(unread, b"") | dict(zip(fitting, self._texts(fitting), strict=True))
        jobs = {path: parsing(self._pool, self._settings, path, data[path]) for path in unread}
        for path, job in jobs.items():
            read[path] = live_file(data[path], self._rows(path, job, cancel))
        with self._lock:
            for path in unread:
                self._keep(path, changed[path], read[path])
        return read

    def _rows(self, path: str, job: Future[TextRows], cancel: CancelToken) -> TextRows:
        while not wait([job], _CHECK_S).done:
            cancel.check()
        try:
            return job.result()
        except Exception as error:  # a worker died: of this file, or for want of memory
            if self._pool.is_closed:
                raise Cancelled from error
            logger.warning("%s changed and cannot be read: %s", path, error)
            raise IndexUnavailable(f"{path} changed and cannot be read yet", "ask again in a moment") from error

    def _fits(self, path: str, found: _Found) -> bool:
        return isinstance(found, FileStat) and found.size <= most_bytes(path, self._settings)

    def _keep(self, path: str, found: _Found, file: LiveFile) -> None:
        """Keep a reading for the next question, unless the file may change and look the same."""
        self._kept.pop(path, None)
        if isinstance(found, FileStat) and not found.is_racy(time.time_ns()):
            self._kept[path] = found, file
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)


def _has_entries(directory: Path) -> bool:
    """Whether a directory holds anything: an unmounted disk leaves an empty one."""
    try:
        with os.scandir(directory) as entries:
            return next(entries, None) is not None
    except OSError:
        return False
