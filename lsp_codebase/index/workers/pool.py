"""The worker processes: started when there is work, watched, killed when they hang, replaced when they die."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import lsp_codebase
from lsp_codebase.errors import Cancelled, IndexUnavailable
from lsp_codebase.index.workers.pipe import BULK, receive, send
from lsp_codebase.index.workers.watchdog import Watchdog
from lsp_codebase.model import CancelToken

if TYPE_CHECKING:
    from lsp_codebase.index.workers.worker import Job

# We alone answer a signal to the whole group: a worker that died of it would look like one that a file killed.
_START = """
import signal
from lsp_codebase.process import END_SIGNALS
for number in END_SIGNALS:
    signal.signal(number, signal.SIG_IGN)
from lsp_codebase.index.workers.worker import main
main()
"""
_PACKAGE_PARENT = Path(lsp_codebase.__file__).parent.parent
# Windows shows a console for each process of a program that has none, and has no `nice`.
_WINDOWS_FLAGS = ("CREATE_NO_WINDOW",)
_WINDOWS_BULK_FLAGS = (*_WINDOWS_FLAGS, "BELOW_NORMAL_PRIORITY_CLASS")
_MOST_WORKERS = 8
_URGENT = 2  # jobs besides bulk work: one for saved files, one for typed text
_JOBS_PER_PROCESS = 300  # tree-sitter leaks the views that it reads, 0.3 MB a job; a new process starts clean
_FEW_JOBS = 10
_CHECK_S = 0.1  # how soon the loss of all interest in the answers is noticed
GRACE_S = 20.0
"""Start-up and reading, on a busy machine, before a job counts as hanging."""
_LAST_BREATH_S = 1.0  # from closing its streams to the end of a process
_SIGKILL = 9

T = TypeVar("T")


class WorkerDied(Exception):
    """The worker crashed, or was killed because it hung."""


class WorkerKilled(WorkerDied):
    """The worker was killed by somebody else: for want of memory, mostly."""


class NoWorker(IndexUnavailable):
    """The system lets nobody start a process at the moment: that says nothing of the files."""


class Worker:
    """One process. `run` is called by one thread at a time.

    One for bulk work yields to everything else on the machine, and cannot take that back. For a saved file somebody
    waits: on a machine that is busy with other things, a yielding process does nothing for minutes.
    """

    def __init__(self, *, is_bulk: bool = False) -> None:
        self.is_bulk = is_bulk
        self._process: subprocess.Popen[bytes] | None = None
        self._jobs_left = _JOBS_PER_PROCESS

    def run(self, job: Job, timeout_s: float) -> Any:
        """Return the answer to a job; raise its error, `WorkerDied` or `NoWorker`."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = Watchdog(process, timeout_s)
        try:
            send(process.stdin, job)
            answer = receive(process.stdout)
        except (EOFError, OSError, ValueError) as error:
            watchdog.stop()
            raise self._death(process, is_ours=watchdog.has_killed) from error
        finally:
            watchdog.stop()
        self._jobs_left -= 1
        if self._jobs_left <= 0 or watchdog.has_killed:  # it may have been killed when its answer was on the way
            self.close()
            with contextlib.suppress(NoWorker):
                self.start()  # the next job may be a saved file
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def is_worn(self) -> bool:
        """Whether the process did bulk work."""
        return self._jobs_left < _JOBS_PER_PROCESS - _FEW_JOBS

    def start(self) -> None:
        """Have the process there, or starting, before there is a job."""
        self._started()

    def close(self) -> None:
        """End the process now."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # for data still buffered for a dead process
                    pass

    def _death(self, process: subprocess.Popen[bytes], *, is_ours: bool) -> WorkerDied:
        """Clear a dead process away; return the error with the cause of its death."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_LAST_BREATH_S)
        code = process.poll()
        self.close()
        kind = WorkerKilled if code == -_SIGKILL and not is_ours else WorkerDied
        return kind(f"worker process ended with {code}")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._jobs_left = _JOBS_PER_PROCESS
            try:
                self._process = _start_process(self.is_bulk)
            except OSError as error:
                cause = f"no worker process can be started: {(error.strerror or str(error)).lower()}"
                raise NoWorker(cause, "it is tried again; end other programs or raise their limit") from error
        return self._process


def _start_process(is_bulk: bool) -> subprocess.Popen[bytes]:
    # The working directory leads the module path of `-c`: never let a workspace shadow a module.
    return subprocess.Popen(
        [sys.executable, "-c", _START, *([BULK] if is_bulk else [])],
        cwd=_PACKAGE_PARENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        creationflags=sum(
            getattr(subprocess, flag, 0) for flag in (_WINDOWS_BULK_FLAGS if is_bulk else _WINDOWS_FLAGS)
        ),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OMP_NUM_THREADS": "1"},
    )


class WorkerPool:
    """A few workers shared by the codebases of this process. One stays warm after bulk work, for saved files."""

    def __init__(self, workers: int = 0) -> None:
        self._size = workers or _default_size()
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self.stays_warm = False
        """Whether saved files are to be expected."""
        self._bulk = ThreadPoolExecutor(self._size, thread_name_prefix="bulk")
        self._urgent = ThreadPoolExecutor(_URGENT, thread_name_prefix="urgent")

    @property
    def is_closed(self) -> bool:
        """Whether jobs fail because the pool is closed."""
        return self._closed

    @property
    def backlog(self) -> int:
        """The best amount of bulk work under way: two jobs a worker, so that none waits for the taker of answers."""
        return 2 * self._size

    def resize(self, workers: int) -> None:
        """Have so many workers for bulk work from now on; the former ones still do the earlier jobs."""
        with self._lock:
            if self._closed:
                return
            earlier, self._size = self._bulk, workers or _default_size()
            self._bulk = ThreadPoolExecutor(self._size, thread_name_prefix="bulk")
            earlier.shutdown(wait=False)

    def submit(self, job: Job, timeout_s: float, *, bulk: bool = False) -> Future[Any]:
        """Start a job on an idle or a new worker; `bulk` work waits for its turn, and nothing else waits for it.

        Raises:
            Cancelled: the pool is closed.
        """
        with self._lock:  # a lane that is replaced takes nothing more
            if self._closed:
                raise Cancelled
            return (self._bulk if bulk else self._urgent).submit(self._run, job, timeout_s + GRACE_S, bulk=bulk)

    def map(
        self, tasks: Iterable[T], start: Callable[[T], Future[Any]], most: int | None, cancel: CancelToken
    ) -> Iterator[tuple[T, Future[Any]]]:
        """Yield each task with its finished future, in order of completion.

        At most so many are under way; None for the backlog, which grows and shrinks with the pool.

        Raises:
            Cancelled: while nothing is finished; a job may take long, and the closing of an index does not wait for it.
        """
        source = iter(tasks)
        pending: dict[Future[Any], T] = {}

        def fill() -> None:
            room = (self.backlog if most is None else most) - len(pending)
            for task in islice(source, max(room, 0)):
                pending[start(task)] = task

        try:
            fill()
            while pending:
                finished = wait(pending, _CHECK_S, FIRST_COMPLETED).done
                if not finished:
                    cancel.check()
                for future in finished:
                    task = pending.pop(future)
                    fill()
                    yield task, future
        finally:
            for future in pending:
                future.cancel()

    def warm(self, jobs: Iterable[Job]) -> None:
        """Have a worker ready for the first saved file: `jobs` load everything it needs, if it has not done such yet.

        A busy worker will be ready, too: most likely it is being warmed.
        """
        with self._lock:
            urgent = {worker for worker in self._all if not worker.is_bulk}
            if self._closed or not self.stays_warm or (urgent and urgent.isdisjoint(self._idle)):
                return
            if any(worker.is_worn for worker in urgent):
                self._urgent.submit(self._renew, jobs)
            else:
                self._urgent.submit(lambda: [self._run(job, GRACE_S, bulk=False) for job in jobs])  # one does all

    def prepare(self) -> None:
        """Have a process start for a few files that are about to be submitted, if none is there."""
        with self._lock:
            if self._closed or not all(worker.is_bulk for worker in self._all):
                return
            worker = Worker()
            self._all.add(worker)
        try:
            with contextlib.suppress(NoWorker):
                worker.start()
        finally:
            self._put_back(worker)

    def rest(self) -> None:
        """End the idle workers but one for saved files.

        One that remembers much, some hundred MB, ends, too, or, where saved files are to be expected, once `warm` has
        another in its place.
        """
        with self._lock:
            urgent = sorted((one for one in self._idle if not one.is_bulk), key=lambda one: one.is_worn)
            kept = [one for one in urgent if self.stays_warm or not one.is_worn][:1]
            ended = self._taken_out(one for one in self._idle if one not in kept)
        for worker in ended:
            worker.close()

    def close(self) -> None:
        """Kill every worker; jobs under way raise `WorkerDied`."""
        with self._lock:
            self._closed = True
            workers, self._idle = list(self._all), []
        for lane in (self._bulk, self._urgent):
            lane.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()

    def _run(self, job: Job, timeout_s: float, *, bulk: bool) -> Any:
        with self._lock:
            if self._closed:
                raise WorkerDied("the pool is closed")
            worker = next((worker for worker in self._idle if worker.is_bulk is bulk), None)
            if worker is None:
                worker = Worker(is_bulk=bulk)
            else:
                self._idle.remove(worker)
            self._all.add(worker)
        try:
            return worker.run(job, timeout_s)
        finally:
            self._put_back(worker)

    def _renew(self, jobs: Iterable[Job]) -> None:
        """Put a worker that has done these jobs in the place of those that remember much: they serve until then."""
        fresh = Worker()
        with self._lock:
            self._all.add(fresh)
        try:
            for job in jobs:
                fresh.run(job, GRACE_S)
        finally:
            self._put_back(fresh)
        with self._lock:
            ended = self._taken_out(one for one in self._idle if one.is_worn and not one.is_bulk)
        for worker in ended:
            worker.close()

    def _taken_out(self, workers: Iterable[Worker]) -> list[Worker]:
        """Take these workers out of the idle ones and return them, to be closed. Holds the lock."""
        ended = [*workers]
        self._idle = [worker for worker in self._idle if worker not in ended]
        self._all.difference_update(ended)
        return ended

    def _put_back(self, worker: Worker) -> None:
        """Leave a worker to the next job; end it if there will be none."""
        with self._lock:
            is_needed = not self._closed
            if is_needed:
                self._idle.append(worker)
        if not is_needed:
            worker.close()  # it may have started its process after `close` looked for one


def reason_of(error: Exception) -> str:
    """Return the cause of a file's failure, for the status."""
    if isinstance(error, WorkerKilled):
        return "the system ended its worker"
    if isinstance(error, WorkerDied):
        return "the parser crashed or hung"
    return "not indexed: " + ("out of memory" if isinstance(error, MemoryError) else str(error))


def _default_size() -> int:
    """Return one for each core but one, for the server; the second of two is worth sharing: they are `nice`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return max(min(cores, 2), min(cores - 1, _MOST_WORKERS))
