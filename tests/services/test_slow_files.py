"""Files that are slow, crash or lose their worker: they wait behind all others, and have another chance."""

from __future__ import annotations

import os
import signal
import sys
import threading

import numpy
import pytest
from codebases import names, write

from lsp_codebase.index import WorkerPool
from lsp_codebase.index.workers import pool as pool_of_workers
from lsp_codebase.index.workers.extract import ExtractJob, FileJob
from lsp_codebase.index.workers.pool import Worker, WorkerDied, WorkerKilled
from lsp_codebase.index.workers.resource_limits import limit_memory
from lsp_codebase.index.workers.watchdog import Watchdog
from lsp_codebase.parse import TIMED_OUT

GOOD = "def good_function():\n    return 1\n"
BOMB = "\\\n" * 30_000  # read as Python, half of it takes a second and a half, and twice as much four times as long


def reasons(codebase) -> dict[str, str]:
    return {problem.path: problem.reason for problem in codebase.full_status().problems}


class Recording(WorkerPool):
    """Remembers what was asked for, and dies of files as it is told."""

    def __init__(self):
        super().__init__(1)
        self.jobs, self.lanes, self.deaths = [], [], []

    def _run(self, job, timeout_s, **lane):
        if isinstance(job, ExtractJob):
            self.jobs.append((job.patience, [file.path for file in job.files]))
            self.lanes.append(lane["bulk"])
            if self.deaths and any(file.path == "m3.py" for file in job.files):
                raise self.deaths.pop(0)
        return super()._run(job, timeout_s, **lane)


@pytest.fixture
def pool():
    pool = Recording()
    yield pool
    pool.close()


def test_an_ordinary_file_is_committed_before_files_that_run_into_the_deadline(root, open_codebase, pool, monkeypatch):
    sooner = "from lsp_codebase.index.workers import extract\nextract.PARSE_TIMEOUT_MS //= 4\n"
    monkeypatch.setattr(pool_of_workers, "_START", sooner + pool_of_workers._START)
    write(root, {f"a{n}.py": BOMB for n in range(2)} | {"z.py": GOOD})
    codebase = open_codebase(pool=pool)
    assert names(codebase, "good_function") == ["good_function"]
    assert [patience for patience, _ in pool.jobs] == [0.05] + [0.25] * 2 + [1.0] * 2
    files = codebase._indexer.store.files
    assert files["z.py"].generation < min(files[f"a{n}.py"].generation for n in range(2))
    assert {files[f"a{n}.py"].reason for n in range(2)} == {TIMED_OUT}
    assert codebase.status().indexed == 3


def test_slow_files_of_a_large_refresh_are_read_by_the_workers_that_are_there(root, open_codebase, pool, monkeypatch):
    sooner = "from lsp_codebase.index.workers import extract\nextract.PARSE_TIMEOUT_MS //= 8\n"
    monkeypatch.setattr(pool_of_workers, "_START", sooner + pool_of_workers._START)
    write(root, {f"m{n}.py": GOOD.replace("good", f"good_{n}") for n in range(60)} | {"z.py": BOMB})
    codebase = open_codebase(pool=pool)
    assert codebase._indexer.store.files["z.py"].reason == TIMED_OUT
    assert [patience for patience, _ in pool.jobs[-2:]] == [0.25, 1.0]
    assert all(pool.lanes)


def test_a_file_whose_worker_was_killed_is_tried_again_and_found(root, open_codebase, pool):
    write(root, {f"m{n}.py": GOOD.replace("good", f"good_{n}") for n in range(5)})
    pool.deaths = [WorkerKilled("killed")]
    codebase = open_codebase(pool=pool)
    assert names(codebase, "good_3_function") == ["good_3_function"]
    assert reasons(codebase) == {}


def test_a_file_that_failed_is_tried_again_once_at_the_next_start(root, open_codebase, pool):
    write(root, {f"m{n}.py": GOOD.replace("good", f"good_{n}") for n in range(5)})
    pool.deaths = [WorkerDied("died"), WorkerDied("died"), WorkerKilled("killed")]
    codebase = open_codebase(pool=pool)
    assert reasons(codebase) == {"m3.py": "the system ended its worker"}
    pool.jobs.clear()
    codebase._indexer.refresh()
    codebase.close()
    again = open_codebase(pool=pool)
    assert reasons(again) == {}
    assert names(again, "good_3_function") == ["good_3_function"]
    assert [paths for _, paths in pool.jobs] == [["m3.py"]]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_who_killed_a_worker_is_told_from_what_it_died_of(root, settings):
    write(root, {"a.py": GOOD})
    job = ExtractJob(root, settings, (FileJob("a.py", 1),))
    for number, kind in ((signal.SIGKILL, WorkerKilled), (signal.SIGSEGV, WorkerDied)):
        worker = Worker()
        worker.run(job, 60)
        os.kill(worker._process.pid, signal.SIGSTOP)
        threading.Timer(0.3, os.kill, (worker._process.pid, number)).start()
        if number != signal.SIGKILL:
            threading.Timer(0.4, os.kill, (worker._process.pid, signal.SIGCONT)).start()
        with pytest.raises(WorkerDied) as caught:
            worker.run(job, 60)
        assert caught.type is kind
        assert worker.run(job, 60).batch.files.num_rows == 1
        worker.close()


def test_a_worker_that_hangs_was_not_killed_by_somebody_else(root, settings):
    worker = Worker()
    job = ExtractJob(root, settings, ())
    worker.run(job, 60)
    os.kill(worker._process.pid, signal.SIGSTOP)
    with pytest.raises(WorkerDied) as caught:
        worker.run(job, 0.2)
    assert caught.type is WorkerDied
    worker.close()


def test_a_watchdog_that_comes_after_the_answer_kills_nothing(root, settings):
    worker = Worker()
    job = ExtractJob(root, settings, ())
    worker.run(job, 60)
    watchdog = Watchdog(worker._process, 600)
    watchdog.stop()
    watchdog._look()  # its timer had begun
    assert not watchdog.has_killed
    assert worker._process.poll() is None
    worker.close()


def test_a_worker_killed_while_its_answer_was_on_the_way_is_replaced(root, settings, monkeypatch):
    write(root, {"a.py": GOOD})
    worker = Worker()
    job = ExtractJob(root, settings, (FileJob("a.py", 1),))
    worker.run(job, 60)
    first = worker._process
    stop = Watchdog.stop

    def kill_first(watchdog):
        watchdog._kill()
        stop(watchdog)

    with monkeypatch.context() as patch:
        patch.setattr(Watchdog, "stop", kill_first)
        assert worker.run(job, 60).batch.files.num_rows == 1
    assert worker._process is not first
    assert worker.run(job, 60).batch.files.num_rows == 1
    worker.close()


def test_warming_a_closed_pool_does_nothing(root, settings):
    pool = WorkerPool(1)
    pool.stays_warm = True
    pool.close()
    pool.warm([ExtractJob(root, settings, ())])
    assert not pool._all


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds to the ceiling")
def test_a_job_that_takes_too_much_memory_fails_alone():
    pid = os.fork()
    if not pid:
        try:
            limit_memory(is_parsing=True)
            numpy.empty(5 << 30, numpy.uint8)
        except MemoryError:
            limit_memory(is_parsing=False)
            try:
                numpy.empty(5 << 30, numpy.uint8)  # never touched: it takes addresses only
            except MemoryError:
                os._exit(2)
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_a_file_for_which_memory_ran_out_says_so_and_costs_only_itself(root, open_codebase, pool):
    write(root, {f"m{n}.py": GOOD.replace("good", f"good_{n}") for n in range(3)} | {"m3.py": GOOD})
    pool.deaths = [MemoryError() for _ in range(3)]
    codebase = open_codebase(pool=pool)
    assert reasons(codebase) == {"m3.py": "not indexed: out of memory"}
    assert codebase.status().indexed == 3
