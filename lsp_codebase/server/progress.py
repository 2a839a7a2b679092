"""The news of indexing to the client: `$/progress`, and `codebase/indexStatus` for clients that ask for it.

The indexer calls the listener from its threads and never waits: it leaves the newest numbers behind, and the loop sends
them at its own pace, whatever the client does.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.model import IndexStatus, status_texts
from lsp_codebase.server import messages
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.rebuilding import Rebuilding
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_status

if TYPE_CHECKING:
    from lsp_codebase.index import Progress

logger = logging.getLogger(__name__)

REPORT_EVERY_S = 0.1
STATUS_EVERY_S = 0.5
CREATE_TIMEOUT_S = 10.0


class Job:
    """One run of the indexer over one root, and its progress bar."""

    def __init__(self, root: Path, token: str) -> None:
        self.root = root
        self.token = token
        self.latest: Progress | None = None
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()


class IndexProgress:
    """The `IndexListener` of a session. `on_*` are called from any thread, everything else on the loop thread."""

    def __init__(self, connection: Connection, paths: PathMap) -> None:
        self._connection = connection
        self._paths = paths
        self._numbers = itertools.count(1)
        self._jobs: dict[Path, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rebuildings: tuple[Rebuilding, ...] = ()
        self._lock = threading.Lock()
        self._statuses: dict[str, IndexStatus] = {}
        self._status_armed = False

    def on_started(self, root: Path) -> None:
        """Indexing of a root begins."""
        self._connection.post(self._start, root)

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Leave the newest numbers where the next report finds them."""
        job = self._jobs.get(root)
        if job is not None:
            job.latest = progress
        for rebuilding in self._rebuildings:
            rebuilding.note_progress(root, progress)

    def on_ended(self, root: Path, message: str) -> None:
        """Indexing of a root is over, in whatever way."""
        self._connection.post(self._end, root, message)

    def on_status(self, status: IndexStatus) -> None:
        """Leave the newest status for the next notification."""
        for rebuilding in self._rebuildings:
            rebuilding.note_status(status)
        with self._lock:
            self._statuses[status.root] = status
            if self._status_armed:
                return
            self._status_armed = True
        self._connection.post(self._send_statuses)

    def root_of(self, token: int | str) -> Path | None:
        """Return the root whose indexing shows its progress under this token, None once that is over."""
        return next((job.root for job in self._jobs.values() if job.token == token), None)

    @contextmanager
    def followed(self, rebuilding: Rebuilding) -> Iterator[None]:
        """Follow the rebuilding of some roots, and show no bar of our own for it: the client gave a token for one."""
        self._rebuildings = (*self._rebuildings, rebuilding)
        try:
            yield
        finally:
            self._rebuildings = tuple(other for other in self._rebuildings if other is not rebuilding)

    def _start(self, root: Path) -> None:
        self._end(root, "")
        job = Job(root, f"codebase/index/{next(self._numbers)}")
        self._jobs[root] = job
        window = self._connection.capabilities.window
        followers = [rebuilding for rebuilding in self._rebuildings if rebuilding.note_start(root)]
        if window is not None and window.work_done_progress and not followers:
            task = asyncio.ensure_future(self._show(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _end(self, root: Path, message: str) -> None:
        job = self._jobs.pop(root, None)
        if job is not None:
            job.ended.set_result(message)

    async def _show(self, job: Job) -> None:
        """Create a progress bar, keep it up to date, end it. A client that refuses or never answers gets none."""
        create = types.WorkDoneProgressCreateParams(token=job.token)
        try:
            await self._connection.request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, create, timeout_s=CREATE_TIMEOUT_S)
        except Exception as error:
            logger.info("indexing %s without a progress bar: %s", job.root, error)
            return
        title = status_texts.TITLE.format(folder=job.root.name)
        self._send(job, types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0))
        shown, percentage = None, 0
        while shown is None or not job.ended.done():
            step = job.latest
            if step is not None and step is not shown and not self._connection.is_behind:
                shown, percentage = step, max(percentage, step.percentage)
                self._send(job, types.WorkDoneProgressReport(message=step.text, percentage=percentage))
            elif job.ended.done():
                break
            await asyncio.wait([job.ended], timeout=REPORT_EVERY_S)
        self._send(job, types.WorkDoneProgressEnd(message=job.ended.result() or None))

    def _send(self, job: Job, value: object) -> None:
        self._connection.notify(types.PROGRESS, types.ProgressParams(token=job.token, value=value))

    def _send_statuses(self) -> None:
        if self._connection.is_behind:
            asyncio.get_running_loop().call_later(STATUS_EVERY_S, self._send_statuses)
            return
        with self._lock:
            statuses, self._statuses = self._statuses, {}
            if not statuses:
                self._status_armed = False
                return
        if self._connection.wants_index_status:
            for status in statuses.values():
                self._connection.notify(messages.INDEX_STATUS, to_status(status, self._paths))
        asyncio.get_running_loop().call_later(STATUS_EVERY_S, self._send_statuses)
