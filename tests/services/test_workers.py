"""Worker processes: how many there are, what goes first, and what is left of them."""

import errno
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace

import pytest
from codebases import found, names, settle, write
from waiting import LONG_S

from lsp_codebase.codebase import Codebase
from lsp_codebase.embed.hashed import HashEmbedder
from lsp_codebase.index import SilentListener, WorkerPool, opening, pipeline, vectorize
from lsp_codebase.index.embed_job import EmbedJob
from lsp_codebase.index.workers import pool as pools
from lsp_codebase.index.workers.extract import ExtractJob
from lsp_codebase.index.workers.pool import Worker
from lsp_codebase.model import CancelToken, Mode, Phase

FILES = {f"m{n}.py": f"def function_{n}():\n    return {n}\n" for n in range(8)}


class Gated(WorkerPool):
    """Embeds a group of files only when it is let through."""

    def __init__(self):
        super().__init__(1)
        self.gate = threading.Semaphore(0)

    def _run(self, job, timeout_s, **lane):
        if isinstance(job, EmbedJob):
            self.gate.acquire()
        return super()._run(job, timeout_s, **lane)


class Heard(SilentListener):
    """Remembers when progress begins and ends, and every status."""

    def __init__(self):
        self.told, self.statuses = [], []

    def on_status(self, status):
        self.statuses.append(status)

    def on_started(self, root):
        self.told.append("begin")

    def on_ended(self, root, message):
        self.told.append(message)


@pytest.fixture
def gated(monkeypatch):
    # A heavy model embeds after all texts are read, a light one with them.
    monkeypatch.setattr(HashEmbedder, "is_heavy", True)
    monkeypatch.setattr(vectorize, "_BATCH_CHUNKS_SLOW", 1)
    pool = Gated()
    yield pool
    pool.gate.release(1_000)
    pool.close()


@pytest.fixture
def embedding(root, settings, gated, open_codebase):
    """A codebase whose texts are found and whose vectors have only begun."""
    write(root, FILES)
    listener = Heard()
    codebase = open_codebase(
        settings=replace(settings, embedding_model="hash"), pool=gated, listener=listener, wait=False
    )
    settle(codebase, lambda status: status.phase is Phase.EMBEDDING)
    gated.gate.release()
    settle(codebase, lambda status: status.vectors.done > 0)
    return codebase, listener


def finish(codebase, gated, files):
    gated.gate.release(1_000)
    status = settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    assert status.vectors.done == status.vectors.total == status.indexed == files


def test_a_saved_file_does_not_wait_for_the_vectors_of_others(root, gated, embedding):
    codebase, listener = embedding
    write(root, {"saved.py": "def saved_meanwhile():\n    return 1\n"})
    codebase.mark_changed([root / "saved.py"])
    gated.gate.release()
    settle(codebase, lambda status: names(codebase, "saved_meanwhile") == ["saved_meanwhile"])
    assert codebase.status().phase is Phase.EMBEDDING
    assert codebase.status().vectors.done < len(FILES)
    finish(codebase, gated, len(FILES) + 1)
    assert "saved.py" in found(codebase, "saved meanwhile", mode=Mode.VECTOR)
    settle(codebase, lambda status: len(listener.told) == 2)


def test_who_is_killed_while_vectors_are_made_need_not_count_words_again(embedding):
    codebase, _ = embedding
    assert codebase._indexer._indexes.words.unsaved_rows == 0


def test_a_file_that_changes_while_it_waits_for_its_vectors_has_those_of_its_new_text(root, gated, embedding):
    codebase, _ = embedding
    write(root, {"m7.py": "def renamed_meanwhile():\n    return 7\n"})
    (root / "m6.py").unlink()
    codebase.mark_changed([root / "m7.py", root / "m6.py"])
    finish(codebase, gated, len(FILES) - 1)
    assert found(codebase, "renamed meanwhile", mode=Mode.VECTOR)[0] == "m7.py"
    store = codebase._indexer.store
    assert store.vectors.files == set(store.live)


def test_when_everything_may_have_changed_texts_go_before_vectors(root, gated, embedding):
    codebase, listener = embedding
    write(root, {"deep/down.py": "def deep_down():\n    return 1\n", ".gitignore": "m3.py\n"})
    codebase.mark_changed([root / ".gitignore"])
    finish(codebase, gated, len(FILES) + 1)  # .gitignore is text too
    assert names(codebase, "deep_down") == ["deep_down"]
    assert "function_3" not in names(codebase, "function_3")
    when_all_text_was_there = next(status for status in listener.statuses if status.indexed == len(FILES) + 1)
    assert when_all_text_was_there.phase is Phase.EMBEDDING
    assert when_all_text_was_there.vectors.done < len(FILES)
    settle(codebase, lambda status: len(listener.told) == 2)  # to a client it is one piece of work


def test_tasks_are_started_as_others_end_and_dropped_when_nobody_takes_their_answers():
    pool, started = WorkerPool(1), []

    def start(task):
        started.append(Future())
        if task < 3:
            started[-1].set_result(task)
        return started[-1]

    taken = pool.map(range(100), start, 4, CancelToken())
    assert sorted(task for task, _ in (next(taken), next(taken), next(taken))) == [0, 1, 2]
    assert len(started) < 10
    taken.close()
    assert all(future.cancelled() for future in started[3:])
    pool.close()


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 2), (3, 2), (4, 3), (64, 8)])
def test_a_core_is_left_to_the_server_where_there_are_more_than_two(monkeypatch, cores, workers):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    pool = WorkerPool()
    assert pool.backlog == 2 * workers
    pool.close()


@pytest.mark.parametrize(("jobs", "left"), [(1, 1), (12, 0)])
def test_a_worker_that_did_much_does_not_stay(tmp_path, settings, jobs, left, monkeypatch):
    monkeypatch.setattr(pools, "_FEW_JOBS", 10)
    pool = WorkerPool(1)
    for _ in range(jobs):
        pool.submit(ExtractJob(tmp_path, settings, ()), 60).result()
    pool.rest()
    assert len(pool._idle) == left
    pool.submit(ExtractJob(tmp_path, settings, ()), 60).result()
    pool.close()


def test_a_worker_that_did_much_reads_saved_files_until_another_is_ready(tmp_path, settings, monkeypatch):
    monkeypatch.setattr(pools, "_FEW_JOBS", 10)
    pool = WorkerPool(1)
    pool.stays_warm = True
    for _ in range(12):
        pool.submit(ExtractJob(tmp_path, settings, ()), 60).result()
    (worn,) = pool._idle
    pool.rest()
    assert pool._idle == [worn]
    begun, may_end = threading.Event(), threading.Event()

    def warming():
        begun.set()
        assert may_end.wait(240)
        yield ExtractJob(tmp_path, settings, ())

    pool.warm(warming())
    assert begun.wait(240)
    pool.submit(ExtractJob(tmp_path, settings, ()), 60).result()
    assert pool._idle == [worn]
    may_end.set()
    end = time.monotonic() + 240
    while worn._process is not None:
        assert time.monotonic() < end
        time.sleep(0.02)
    (fresh,) = pool._idle
    assert not fresh.is_worn
    pool.close()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are POSIX")
def test_bulk_work_yields_to_the_machine_and_a_saved_file_does_not(tmp_path, settings):
    pool, ours = WorkerPool(1), os.getpriority(os.PRIO_PROCESS, 0)
    for bulk in (True, False, True, False):
        pool.submit(ExtractJob(tmp_path, settings, ()), 60, bulk=bulk).result()
    nice = {worker.is_bulk: os.getpriority(os.PRIO_PROCESS, worker._process.pid) for worker in pool._idle}
    assert len(pool._idle) == 2
    assert (nice[True] > ours or ours == 19, nice[False]) == (True, ours)
    pool.rest()
    assert [worker.is_bulk for worker in pool._idle] == [False]
    pool.close()


def test_asked_twice_for_a_ready_worker_the_pool_starts_one(tmp_path, settings, monkeypatch):
    begun, may_end = threading.Semaphore(0), threading.Event()
    monkeypatch.setattr(Worker, "run", lambda *_: begun.release() or may_end.wait(60))
    pool = WorkerPool(2)
    pool.stays_warm = True
    pool.warm([ExtractJob(tmp_path, settings, ())])
    assert begun.acquire(timeout=240)
    pool.warm([ExtractJob(tmp_path, settings, ())])
    assert not begun.acquire(timeout=0.5)
    may_end.set()
    pool.close()


def test_a_process_that_was_prepared_reads_the_few_files_that_come(tmp_path, settings):
    pool = WorkerPool(1)
    pool.prepare()
    pool.prepare()
    (prepared,) = [worker._process.pid for worker in pool._idle]
    pool.submit(ExtractJob(tmp_path, settings, ()), 60).result()
    assert [worker._process.pid for worker in pool._idle] == [prepared]
    pool.close()
    pool.prepare()
    assert not [worker for worker in pool._idle if worker._process]


def test_who_only_asks_has_a_worker_come_up_before_the_tables_are_open(root, settings, open_codebase, monkeypatch):
    write(root, FILES)
    open_codebase().close()
    write(root, {"m1.py": "def changed_meanwhile():\n    return 1\n"})
    opened, tables = opening.open_for_writing, []
    pool = WorkerPool(1)
    monkeypatch.setattr(opening, "open_for_writing", lambda *a, **k: tables.append(len(pool._idle)) or opened(*a, **k))
    with closing(Codebase(root, settings, pool, SilentListener())) as codebase:
        codebase.put_off()
        codebase.start()
        settle(codebase, lambda status: names(codebase, "changed_meanwhile") == ["changed_meanwhile"])
    assert tables == [1]
    pool.close()


def test_files_are_not_given_up_where_the_system_starts_no_process_for_a_while(
    root, settings, open_codebase, monkeypatch
):
    start = pools._start_process

    def refuse(_):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    write(root, FILES)
    with closing(WorkerPool(1)) as pool:
        monkeypatch.setattr(pools, "_start_process", refuse)
        codebase = open_codebase(pool=pool)
        status = settle(codebase, lambda status: status.phase is Phase.FAILED)
        assert "no worker process can be started: resource temporarily unavailable" in status.message
        assert status.failed == 0
        monkeypatch.setattr(pools, "_start_process", start)
        status = settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
        assert (status.indexed, status.failed) == (len(FILES), 0)
        codebase.close()


def test_a_light_model_gives_vectors_with_the_first_texts(root, settings, open_codebase, monkeypatch):
    monkeypatch.setattr(pipeline, "_FIRST_COMMIT_S", 0.0)
    monkeypatch.setattr(pipeline, "_COMMIT_S", 0.0)
    write(root, {f"m{n}.py": f"def function_{n}():\n    return {n}\n" for n in range(60)})
    listener = Heard()
    codebase = open_codebase(settings=replace(settings, embedding_model="hash"), listener=listener)
    assert codebase.status().vectors.done == 60
    assert Phase.EMBEDDING not in {status.phase for status in listener.statuses}
    partial = [status.vectors for status in listener.statuses if status.phase is Phase.INDEXING]
    assert any(vectors.done > 0 for vectors in partial)


def test_a_worker_whose_parent_is_gone_ends_in_the_middle_of_its_job():
    busy = "import sys, time; from lsp_codebase.index.workers.pipe import end_when_alone"
    busy += "; end_when_alone(sys.stdin.buffer); print(flush=True); sys.stdin.buffer.read(7); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        worker.stdout.readline()
        worker.stdin.write(b"the job")
        worker.stdin.close()
        assert worker.wait(LONG_S) == 0
