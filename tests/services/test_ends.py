"""Stopping, closing and repairing end, whatever else happens; a root that goes away keeps its index."""

import threading
import time
from concurrent.futures import Future
from dataclasses import replace

import pytest
from codebases import found, names, settle, write
from waiting import LONG_S

from lsp_codebase.codebase import Codebase
from lsp_codebase.errors import Cancelled, IndexUnavailable
from lsp_codebase.index import SilentListener, WorkerPool, indexer, opening
from lsp_codebase.index import root_presence as presence_module
from lsp_codebase.index.pipeline import Pipeline, silent
from lsp_codebase.index.workers.pool import WorkerDied
from lsp_codebase.model import CancelToken, CheckState, Phase, Role


class Gate:
    """Holds the indexer thread where it waits for a burst to be over: work is marked and has not begun."""

    def __init__(self, monkeypatch):
        self.reached, self.opened = threading.Event(), threading.Event()
        monkeypatch.setattr(indexer, "wait_for_quiet", self._hold)

    def _hold(self, *_):
        self.reached.set()
        assert self.opened.wait(LONG_S)

    def hold(self, codebase):
        codebase.refresh()
        assert self.reached.wait(LONG_S)


@pytest.fixture
def gate(monkeypatch):
    gate = Gate(monkeypatch)
    yield gate
    gate.opened.set()


def thread_of(codebase):
    return codebase._indexer._thread


def spoil_rows(codebase):
    from lsp_codebase.store.tables import Database

    Database(codebase._indexer._directory).table("chunks").delete("path = 'a.py'")


def test_what_is_told_to_stop_before_its_work_begins_commits_nothing(root, open_codebase, gate):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    generation = codebase.status().generation
    write(root, {f"new_{number}.py": f"def new_{number}(): pass\n" for number in range(60)})
    gate.hold(codebase)
    codebase.stop()
    gate.opened.set()
    thread_of(codebase).join(LONG_S)
    assert not thread_of(codebase).is_alive()
    assert codebase.status().generation == generation


def test_closing_does_not_wait_for_a_job_of_a_worker(root, open_codebase, monkeypatch):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    generation = codebase.status().generation
    begun, over = threading.Event(), threading.Event()

    def slow(*_, **__):
        begun.set()
        over.wait(LONG_S)
        raise OSError("too late")

    monkeypatch.setattr(codebase._indexer._pool, "_run", slow)
    write(root, {"b.py": "def two(): pass\n"})
    codebase.mark_changed([root / "b.py"])
    assert begun.wait(LONG_S)
    codebase._indexer.close(LONG_S / 2)
    assert not thread_of(codebase).is_alive()
    assert codebase.status().generation == generation
    over.set()


@pytest.mark.parametrize("is_reading", [True, False])
def test_a_question_about_a_changed_file_is_cancelled_when_the_process_ends(
    root, open_codebase, monkeypatch, is_reading
):
    def end(*_, **__):
        pool.close()
        raise WorkerDied

    write(root, {"a.py": "def one(): pass\n"})
    pool = WorkerPool(1)
    codebase = open_codebase(pool=pool)
    write(root, {"a.py": "def another(): pass\n"})
    if is_reading:
        monkeypatch.setattr(pool, "_run", end)
    else:
        pool.close()
    with pytest.raises(Cancelled):
        codebase.with_present(codebase.published, ["a.py"], CancelToken())


def test_an_index_that_cannot_be_saved_in_the_end_is_let_go_of_all_the_same(root, open_codebase, monkeypatch):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()

    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(codebase._indexer._indexes, "save", fail)
    codebase.close()
    thread_of(codebase).join(LONG_S)
    assert open_codebase().status().role is Role.WRITER


def test_a_rebuild_asked_for_before_work_begins_is_done(root, open_codebase, gate):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    read = codebase.work.read
    gate.hold(codebase)
    codebase.reindex()
    gate.opened.set()
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    assert read > 0
    assert codebase.work.read == 1  # counted anew by the new index


def test_work_cancelled_before_it_begins_is_not_done_and_the_next_is(root, open_codebase, gate):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    write(root, {"b.py": "def two(): pass\n"})
    gate.hold(codebase)
    codebase.cancel_indexing()
    gate.opened.set()
    settle(codebase, lambda status: status.stale)
    assert names(codebase, "two") == []
    codebase.refresh()
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    assert names(codebase, "two") == ["two"]


def test_what_is_cancelled_while_nothing_is_to_be_done_stops_nothing_later(root, open_codebase):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    codebase.cancel_indexing()
    write(root, {"b.py": "def two(): pass\n"})
    codebase.refresh()
    settle(codebase, lambda _: names(codebase, "two") == ["two"])


def test_files_that_are_saved_while_the_work_on_others_is_cancelled_are_found_all_the_same(
    root, open_codebase, monkeypatch
):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    update, told = Pipeline.update, []

    def update_that_is_cancelled(self, paths, cancel):
        told.append(paths)
        if len(told) == 1:
            codebase.cancel_indexing()
            cancel.check()
        return update(self, paths, cancel)

    monkeypatch.setattr(Pipeline, "update", update_that_is_cancelled)
    write(root, {"b.py": "def two(): pass\n", "c.py": "def three(): pass\n"})
    codebase.mark_changed([root / "b.py", root / "c.py"])
    settle(codebase, lambda _: told and names(codebase, "two") and names(codebase, "three"))
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)


def test_a_saved_file_that_overtakes_work_which_is_cancelled_is_read_soon(root, open_codebase, monkeypatch):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    pipeline, cancel = codebase._indexer._writer.pipeline, CancelToken()
    start = pipeline._start

    def never(*_, **__):
        cancel.cancel()
        return Future()

    write(root, {"b.py": "def two(): pass\n"})
    pipeline._start = never
    with pytest.raises(Cancelled):
        pipeline.update({"b.py"}, cancel)
    pipeline._start = start
    settle(codebase, lambda _: names(codebase, "two") == ["two"])


def test_nothing_is_said_to_come_for_a_question_once_the_work_is_cancelled(root, open_codebase):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    pipeline, cancel = codebase._indexer._writer.pipeline, CancelToken()

    def never(*_, **__):
        cancel.cancel()
        return Future()

    write(root, {"b.py": "def two(): pass\n"})
    codebase._indexer.interest.seek(["b.py"])
    pipeline._start = never
    with pytest.raises(Cancelled):
        pipeline.refresh(cancel, silent)
    assert not codebase._indexer.interest.is_seeking


def doctor_in_background(codebase):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(codebase.doctor(CancelToken(), repair=True)), daemon=True)
    thread.start()
    return thread, answers


def test_a_repair_ends_when_its_folder_is_closed(root, open_codebase, gate):
    write(root, {"a.py": "def one(): pass\n", "b.py": "def two(): pass\n"})
    codebase = open_codebase()
    spoil_rows(codebase)
    gate.hold(codebase)
    asking, answers = doctor_in_background(codebase)
    while not codebase._indexer.is_repairing:
        assert asking.is_alive()
        time.sleep(0.01)
    codebase.stop()
    asking.join(LONG_S)
    assert not asking.is_alive()
    states = {check.name: check for check in answers[0]}
    assert states["chunks"].state is CheckState.DAMAGED
    assert states["repair"].state is CheckState.SKIPPED
    assert "closed" in states["repair"].detail


def test_a_closed_folder_is_examined_and_not_repaired(root, open_codebase):
    write(root, {"a.py": "def one(): pass\n", "b.py": "def two(): pass\n"})
    codebase = open_codebase()
    spoil_rows(codebase)
    codebase.close()
    checks = {check.name: check.state for check in codebase.doctor(CancelToken(), repair=True)}
    assert (checks["chunks"], checks["repair"]) == (CheckState.DAMAGED, CheckState.SKIPPED)
    codebase.start()
    assert not thread_of(codebase).is_alive()


def test_a_repair_asked_for_while_the_index_is_opened_is_done_afterwards(root, settings, pool, monkeypatch):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = Codebase(root, settings, pool, SilentListener())
    damages = []
    opened = opening.open_for_writing

    def open_slowly(*args, damaged=(), **kwargs):
        damages.append(set(damaged))
        if len(damages) == 1:
            codebase._indexer.repair(["postings"])
        return opened(*args, damaged=damaged, **kwargs)

    monkeypatch.setattr(opening, "open_for_writing", open_slowly)
    codebase.start()
    settle(codebase, lambda _: len(damages) == 2 and not codebase._indexer.is_repairing)
    codebase.close()
    assert damages == [set(), {"postings"}]


def test_a_repair_that_failed_is_tried_again(root, open_codebase, monkeypatch):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    damages = []
    opened = opening.open_for_writing

    def fail_once(*args, damaged=(), **kwargs):
        damages.append(set(damaged))
        if len(damages) == 1:
            raise IndexUnavailable("it does not open", "try again")
        return opened(*args, damaged=damaged, **kwargs)

    monkeypatch.setattr(opening, "open_for_writing", fail_once)
    codebase._indexer.repair(["postings"])
    settle(codebase, lambda status: len(damages) == 2 and status.phase is Phase.READY)
    assert damages == [{"postings"}, {"postings"}]


def test_repairing_what_is_switched_off_says_so_and_indexes_nothing(root, open_codebase, settings, pool):
    write(root, {"a.py": "def one(): pass\n", "b.py": "def two(): pass\n"})
    before = open_codebase()
    spoil_rows(before)
    before.close()
    codebase = Codebase(root, replace(settings, index_enabled=False), pool, SilentListener())
    checks = {check.name: check for check in codebase.doctor(CancelToken(), repair=True)}
    assert checks["chunks"].state is CheckState.DAMAGED
    assert "index.enabled" in checks["repair"].detail
    assert thread_of(codebase).ident is None


# -- a root that goes away

FILES = {f"file_{number}.py": f"def function_{number}(): pass\n" for number in range(presence_module._MANY + 5)}


def is_gone(status):
    return status.phase is Phase.FAILED and status.stale and "answers are from what was indexed" in status.message


def is_back(status):
    return status.phase is Phase.READY and not status.stale


def test_a_root_that_is_renamed_keeps_its_index_and_comes_back_by_itself(root, open_codebase):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    root.rename(root.with_name("elsewhere"))
    codebase.mark_changed([root / "a.py"])  # as a watcher tells it
    codebase.refresh()
    status = settle(codebase, is_gone)
    assert f"the folder {root} is gone" in status.message
    assert (status.indexed, status.symbols) == (1, 1)
    assert names(codebase, "one") == ["one"]
    assert found(codebase, "one") == ["a.py"]
    write(root.with_name("elsewhere"), {"b.py": "def two(): pass\n"})
    root.with_name("elsewhere").rename(root)
    status = settle(codebase, is_back)
    assert not status.message or "gone" not in status.message
    assert sorted(found(codebase, "def", limit=5)) == ["a.py", "b.py"]


def test_tables_that_were_damaged_meanwhile_are_mended_when_an_index_is_opened_again(root, open_codebase):
    write(root, {"a.py": "def one(): pass\n" * 500})
    codebase = open_codebase()
    (rows,) = (codebase._indexer._directory / "tables" / "symbols.lance" / "data").iterdir()
    root.rename(root.with_name("elsewhere"))
    codebase.refresh()
    settle(codebase, lambda status: status.phase is Phase.FAILED)
    rows.write_bytes(bytes(rows.stat().st_size - 4) + rows.read_bytes()[-4:])  # the mark of its end stays
    root.with_name("elsewhere").rename(root)
    settle(codebase, is_back)
    assert names(codebase, "one")[:1] == ["one"]
    assert all(check.state is CheckState.OK for check in codebase.doctor(CancelToken()))


def test_a_root_that_goes_while_it_is_compared_keeps_its_index(root, open_codebase, monkeypatch):
    from lsp_codebase.index import pipeline

    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    scan = pipeline.scan_root

    def scan_as_it_goes(*args, **kwargs):
        if root.exists():
            root.rename(root.with_name("elsewhere"))
        return scan(*args, **kwargs)

    monkeypatch.setattr(pipeline, "scan_root", scan_as_it_goes)
    codebase.refresh()
    settle(codebase, is_gone)
    assert names(codebase, "one") == ["one"]


def test_an_empty_folder_in_the_place_of_a_large_root_is_believed_only_after_a_while(root, open_codebase, monkeypatch):
    write(root, FILES)
    codebase = open_codebase()
    away = root.with_name("unmounted")
    root.rename(away)
    root.mkdir()
    codebase.refresh()
    status = settle(codebase, is_gone)
    assert "not mounted" in status.message
    assert names(codebase, "function_3")
    monkeypatch.setattr(presence_module, "_BELIEVED_S", 0.0)
    status = settle(codebase, is_back)
    assert status.indexed == 0


def test_a_root_that_is_emptied_is_forgotten(root, open_codebase):
    write(root, FILES)
    codebase = open_codebase()
    for name in FILES:
        (root / name).unlink()
    codebase.refresh()
    settle(codebase, lambda status: is_back(status) and status.indexed == 0)


def test_work_that_the_user_stopped_begins_again_with_a_change_and_not_by_itself(root, open_codebase, gate):
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    write(root, {"b.py": "def two(): pass\n"})
    gate.hold(codebase)
    codebase.cancel_indexing()
    gate.opened.set()
    settle(codebase, lambda status: "stopped" in (status.message or ""))
    codebase.look_again()  # as the watcher does, now and then
    codebase.mark_changed([root / ".git/index"])  # as `git status` does
    time.sleep(0.5)
    assert names(codebase, "two") == []
    write(root, {"a.py": "def one_more(): pass\n"})
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda _: names(codebase, "two") == ["two"])
    settle(codebase, lambda status: not status.stale and "stopped" not in (status.message or ""))


def test_after_a_rebuild_amid_other_work_what_the_watcher_suspects_is_looked_at(root, open_codebase, monkeypatch):
    """The rebuild ends that work as a user does who stops it, and goes on by itself."""
    write(root, {"a.py": "def one(): pass\n"})
    codebase = open_codebase()
    begun, refresh = threading.Event(), Pipeline.refresh

    def work(_, cancel, *__, **___):
        monkeypatch.setattr(Pipeline, "refresh", refresh)
        begun.set()
        while True:
            cancel.check()
            time.sleep(0.01)

    monkeypatch.setattr(Pipeline, "refresh", work)
    codebase.refresh()
    assert begun.wait(LONG_S)
    codebase.reindex()
    settle(codebase, lambda status: status.indexed == 1 and status.phase is Phase.READY and not status.stale)
    write(root, {"b.py": "def two(): pass\n"})
    codebase.look_again()
    settle(codebase, lambda _: names(codebase, "two") == ["two"])
