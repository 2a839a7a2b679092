"""Files as editors and programs write them: emptied first, in pieces, twice within one tick of the clock, in bursts."""

import os
import threading
import time
from dataclasses import replace

import pytest
from codebases import found, names, opened, settle, write
from git_commits import git
from index_states import rebuilt, state
from waiting import LONG_S

from lsp_codebase.index import SilentListener, debounce, indexer, maintenance
from lsp_codebase.index.plan import has_changed, is_current
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.index.workers import reading
from lsp_codebase.index.workers.extract import ExtractJob, FileJob, extract
from lsp_codebase.model import CancelToken, Phase, SearchQuery
from lsp_codebase.scan import stat_file
from lsp_codebase.store import FileRecord

FIRST = "def first_function():\n    return 'the first of all'\n"
SECOND = "def second_function():\n    return 'the second'\n"


def generation(codebase):
    return codebase.status().generation


def test_a_file_that_is_emptied_before_it_is_written_is_never_seen_empty(root, open_codebase):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    before = generation(codebase)
    codebase._indexer._writer.retry_s = LONG_S  # the time a slow program may take
    (root / "a.py").write_bytes(b"")
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: bool(codebase._indexer.reporter.pipeline.unsettled))
    assert codebase.status().stale
    assert names(codebase, "first_function") == ["first_function"]
    (root / "a.py").write_text(SECOND)
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])
    assert generation(codebase) == before + 1


@pytest.mark.parametrize("is_told", [True, False])
def test_what_is_answered_while_changed_files_are_read_is_stale(root, open_codebase, monkeypatch, is_told):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    pipeline = codebase._indexer._writer.pipeline
    commit, seen = pipeline._commit, []

    def look_and_commit(waiting):
        seen.extend(codebase.status().stale for _ in waiting)
        commit(waiting)

    monkeypatch.setattr(pipeline, "_commit", look_and_commit)
    write(root, {"a.py": SECOND})
    if is_told:
        codebase.mark_changed([root / "a.py"])
    else:
        codebase.look_again()
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"] and not status.stale)
    assert seen
    assert all(seen)


def test_a_process_for_the_first_save_starts_before_the_first_index_is_ready(root, open_codebase, pool, monkeypatch):
    write(root, {"a.py": FIRST})
    steps = []
    monkeypatch.setattr(pool, "warm", lambda _: steps.append("warm"))
    enter = Reporter.enter
    monkeypatch.setattr(
        Reporter, "enter", lambda self, phase, **rest: (steps.append(phase), enter(self, phase, **rest))
    )
    open_codebase()
    assert steps.index("warm") < steps.index(Phase.READY)


def test_who_never_stops_saving_holds_up_nothing(root, open_codebase):
    """Saved files overtake others, but not those that overtook others before."""
    codebase = open_codebase()
    pipeline = codebase._indexer._writer.pipeline
    write(root, {"a.py": FIRST})
    saved = []

    def saved_meanwhile():
        saved.append(f"b{len(saved)}.py")
        write(root, {saved[-1]: SECOND})
        return {saved[-1]} if len(saved) < 50 else ()

    pipeline._take_urgent = saved_meanwhile
    pipeline.update({"a.py"}, CancelToken())
    assert names(codebase, "first_function") == ["first_function"]
    assert saved == ["b0.py"]
    assert pipeline.unsettled == {"b0.py"}


def test_a_save_does_not_wait_for_the_merging_of_tables_and_closing_does(
    root, open_codebase, held_merging, monkeypatch
):
    monkeypatch.setattr(indexer, "_PRESENCE_S", 0.05)
    monkeypatch.setattr(maintenance, "_IDLE_S", 0.05)
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    assert held_merging.has_begun.wait(30)
    for text, name in ((SECOND, "second_function"), (FIRST, "first_function")):
        write(root, {"a.py": text})
        codebase.mark_changed([root / "a.py"])
        settle(codebase, lambda status, name=name: names(codebase, name) == [name])
    thread = codebase._indexer._thread
    codebase.close()
    assert thread.is_alive()  # and holds the index
    held_merging.go_on()
    thread.join(30)
    assert not thread.is_alive()
    assert names(open_codebase(), "first_function") == ["first_function"]


def test_files_that_git_wrote_are_read_in_their_turn_and_not_twice_when_we_hear_of_them_late(root, open_codebase):
    codebase = open_codebase()
    pipeline = codebase._indexer._writer.pipeline
    files = {f"m{i}.py": FIRST.replace("first", f"number_{i}") for i in range(60)}
    write(root, files)
    heard = [{*files, "saved.py"}]
    write(root, {"saved.py": SECOND})
    for path in files:  # those changed this moment may change once more: they are read again
        os.utime(root / path, ns=(10**18, 10**18))
    pipeline._take_urgent = lambda: heard.pop() if heard else ()
    codebase._indexer._writer._retry_at = time.monotonic() + 600  # nothing but this test writes
    before = codebase.work.read
    pipeline.update(files.keys(), CancelToken())
    assert codebase.work.read - before == len(files) + 1
    assert names(codebase, "number_59_function") == ["number_59_function"]
    assert names(codebase, "second_function") == ["second_function"]
    assert "saved.py" in pipeline.unsettled  # looked at once more, as each that was heard of


def test_a_file_that_stays_empty_is_emptied(root, open_codebase):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    (root / "a.py").write_bytes(b"")
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: names(codebase, "first_function") == [] and not status.stale)


def test_a_file_that_changes_while_it_is_read_yields_no_row(root, settings, monkeypatch):
    write(root, {"a.py": FIRST, "b.py": SECOND})
    real = reading.stat_file

    def seen_earlier(path):
        stat = real(path)
        return replace(stat, size=stat.size - 1) if path.endswith("a.py") else stat

    monkeypatch.setattr(reading, "stat_file", seen_earlier)
    batch = extract(ExtractJob(root, settings, (FileJob("a.py", 1), FileJob("b.py", 2)))).batch
    assert batch.files["path"].to_pylist() == ["b.py"]


def test_a_file_that_is_written_in_pieces_is_found_whole(root, open_codebase):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    with (root / "b.py").open("w") as file:
        for number in range(30):
            file.write(f"def piece_{number}():\n    return {number}\n\n\n")
            file.flush()
            codebase.mark_changed([root / "b.py"])
            time.sleep(0.01)
    settle(codebase, lambda status: names(codebase, "piece_29") == ["piece_29"] and not status.stale)
    assert len([name for name in names(codebase, "piece_") if name.startswith("piece_")]) == 30


def test_a_change_that_leaves_size_and_time_as_they_were_is_found(root, open_codebase):
    write(root, {"a.py": "def one_thing(): pass\n"})
    codebase = open_codebase()
    stamp = (root / "a.py").stat().st_mtime_ns
    write(root, {"a.py": "def two_thing(): pass\n"})
    os.utime(root / "a.py", ns=(stamp, stamp))
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: names(codebase, "two_thing") == ["two_thing"])


def rewrite_in_disguise(path) -> None:
    """Change the content of a file, and give it back the size and the time it had."""
    stamp = path.stat().st_mtime_ns
    path.write_bytes(path.read_bytes().replace(b"one_thing", b"two_thing"))
    os.utime(path, ns=(stamp, stamp))


@pytest.mark.skipif(os.name != "posix", reason="no time of the last change")
def test_a_sweep_sees_a_change_that_leaves_size_and_time_as_they_were(root, open_codebase):
    write(root, {"a.py": "def one_thing(): pass\n", "b.py": FIRST})
    os.utime(root / "a.py", ns=(10**18 + 1, 10**18 + 1))
    time.sleep(0.05)
    codebase = open_codebase()
    rewrite_in_disguise(root / "a.py")
    codebase.refresh()
    settle(codebase, lambda status: names(codebase, "two_thing") == ["two_thing"])
    assert names(codebase, "one_thing") == []


@pytest.mark.parametrize(("later_ms", "is_known"), [(1, False), (1_000, True)])
def test_a_file_that_was_read_just_after_it_changed_is_read_again(root, settings, monkeypatch, later_ms, is_known):
    write(root, {"a.py": FIRST})
    os.utime(root / "a.py", ns=(10**18 + 1, 10**18 + 1))
    changed_ns = stat_file(root / "a.py").changed_ns or 10**18
    monkeypatch.setattr(reading.time, "time_ns", lambda: changed_ns + later_ms * 1_000_000)
    (row,) = extract(ExtractJob(root, settings, (FileJob("a.py", 1),))).batch.files.to_pylist()
    assert is_current(FileRecord(generation=1, **row), stat_file(root / "a.py")) is is_known
    assert not has_changed(FileRecord(generation=1, **row), stat_file(root / "a.py"))


def test_a_save_that_changes_nothing_is_no_commit(root, open_codebase):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    before = generation(codebase)
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: not status.stale and not codebase._indexer._dirty.files)
    time.sleep(0.2)
    assert generation(codebase) == before


def test_a_burst_is_one_commit(root, open_codebase, settings, monkeypatch):
    monkeypatch.setattr(debounce, "_LONGEST_S", 60.0)  # a busy machine takes its time to write fifty files
    write(root, {f"m{i}.py": FIRST for i in range(50)})
    codebase = open_codebase(settings=replace(settings, index_debounce_ms=2_500))
    before = generation(codebase)
    for i in range(50):
        write(root, {f"m{i}.py": SECOND.replace("second", f"new_{i}")})
        codebase.mark_changed([root / f"m{i}.py"])
    settle(codebase, lambda status: names(codebase, "new_49_function") == ["new_49_function"] and not status.stale)
    assert generation(codebase) <= before + 2


def test_more_changes_than_are_worth_asking_for_one_by_one_are_found(root, open_codebase):
    write(root, {f"m{i}.py": FIRST for i in range(400)})
    codebase = open_codebase()
    for i in range(400):
        (root / f"m{i}.py").unlink()
    codebase.mark_changed([root / f"m{i}.py" for i in range(400)])
    settle(codebase, lambda status: status.indexed == 0)


def test_a_marked_directory_brings_its_files_and_loses_none(root, open_codebase):
    write(root, {"pkg/a.py": FIRST})
    codebase = open_codebase()
    write(root, {"pkg/below/b.py": SECOND})
    codebase.mark_changed([root / "pkg"])
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])
    assert names(codebase, "first_function") == ["first_function"]


def test_looking_at_everything_again_shows_no_progress_where_little_changed(root, open_codebase):
    class Shown(SilentListener):
        def __init__(self):
            self.started, self.phases = 0, set()

        def on_started(self, root):
            self.started += 1

        def on_status(self, status):
            self.phases.add(status.phase)

    write(root, {"a.py": FIRST})
    listener = Shown()
    codebase = open_codebase(listener=listener)
    listener.phases.clear()
    write(root, {"b.py": SECOND})
    codebase.look_again()
    settle(codebase, lambda status: listener.phases and names(codebase, "second_function") == ["second_function"])
    assert listener.started == 1
    assert listener.phases == {Phase.READY}
    codebase.refresh()  # by the user
    settle(codebase, lambda status: listener.started == 2 and status.phase is Phase.READY)


def test_changed_rules_of_the_client_apply_at_once(root, settings):
    write(root, {"a.py": FIRST, "b.py": SECOND})
    with opened(settings, root) as workspace:
        workspace.configure(replace(settings, index_exclude=("b.py",)))
        settle(workspace.find(root), lambda status: status.phase is Phase.READY and status.indexed == 1)
        assert found(workspace.find(root), "the first of all") == ["a.py"]


def test_a_file_that_git_tracks_though_it_ignores_it_is_found_again_when_it_comes_back(root, open_codebase):
    write(root, {"a.py": FIRST, "b.py": SECOND, ".gitignore": "b.py\n"})
    git(root, "init")
    git(root, "add", "-f", "b.py")
    codebase = open_codebase()
    assert names(codebase, "second_function") == ["second_function"]
    (root / "b.py").unlink()
    codebase.mark_changed([root / "b.py"])
    settle(codebase, lambda status: names(codebase, "second_function") == [])
    write(root, {"b.py": SECOND})
    codebase.mark_changed([root / "b.py"])
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])


@pytest.mark.parametrize("respects", [True, False])
def test_what_we_write_ourselves_below_a_root_is_never_indexed(root, open_codebase, settings, respects):
    """As in a home folder: to index the index changes it, and so on for ever."""
    write(root, {"a.py": FIRST, "logs/server.log": "begun\n"})
    places = {"index_location": str(root / ".cache/[own] indexes"), "log_file": str(root / "logs/server.log")}
    codebase = open_codebase(settings=replace(settings, index_respect_gitignore=respects, **places))
    write(root, {"b.py": SECOND, "logs/server.log": "begun\nand more\n"})
    told = [root / "b.py", root / "logs/server.log", *(root / ".cache").rglob("*")]
    codebase.mark_changed(path for path in told if path.is_file())
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])
    codebase.look_again()
    settle(codebase, lambda status: not codebase._indexer._dirty.is_marked)
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    assert codebase.status().indexed == 2


def test_what_changes_nothing_leaves_nothing_to_tidy(root, open_codebase):
    """To tidy writes files, of which a client that watches may tell."""
    write(root, {"a.py": FIRST, "b.py": SECOND})
    codebase = open_codebase()
    writer = codebase._indexer._writer
    writer.tidy()
    assert not writer._maintenance.is_untidy
    writer.update(["a.py", "nothing.py"], CancelToken())
    assert not writer._maintenance.is_untidy
    (root / "b.py").unlink()
    writer.update(["b.py"], CancelToken())
    assert writer._maintenance.is_untidy


def test_what_is_installed_into_a_virtual_environment_is_not_indexed(root, open_codebase):
    write(root, {"a.py": FIRST, "env/pyvenv.cfg": "home = /usr/bin\n"})
    codebase = open_codebase()
    write(root, {"env/lib/installed.py": SECOND, "b.py": SECOND})
    codebase.mark_changed([root / "env/lib/installed.py", root / "b.py"])
    settle(codebase, lambda status: found(codebase, "the second") == ["b.py"])
    assert codebase.status().indexed == 2


def test_a_directory_that_becomes_a_virtual_environment_is_left_out_and_comes_back(root, open_codebase):
    write(root, {"a.py": FIRST, "env/lib/b.py": SECOND})
    codebase = open_codebase()
    write(root, {"env/pyvenv.cfg": "home = /usr/bin\n"})
    codebase.mark_changed([root / "env/pyvenv.cfg"])
    settle(codebase, lambda status: status.phase is Phase.READY and status.indexed == 1)
    (root / "env/pyvenv.cfg").unlink()
    codebase.mark_changed([root / "env/pyvenv.cfg"])
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])


def test_scores_forget_what_was_deleted(root, open_codebase, settings, pool, tmp_path):
    write(root, {f"m{i}.py": FIRST + "# more words\n" * i for i in range(5)})
    write(root, {"large.py": "# large, very large, and gone soon\n" * 300})
    codebase = open_codebase()
    (root / "large.py").unlink()
    codebase.mark_changed([root / "large.py"])
    settle(codebase, lambda status: status.indexed == 5)
    fresh = rebuilt(root, replace(settings, index_location=str(tmp_path / "fresh")), pool)
    query = SearchQuery("the first words of all")
    try:
        hits, expected = (one.search(query, CancelToken()).hits for one in (codebase, fresh))
        assert [(hit.path, hit.score) for hit in hits] == [(hit.path, hit.score) for hit in expected]
    finally:
        fresh.close()


def test_a_save_that_overtakes_a_sweep_leaves_no_file_without_its_rows(root, open_codebase, settings, pool, tmp_path):
    write(root, {"a.py": FIRST})
    codebase = open_codebase()
    os.utime(root / "a.py", ns=(10**18, 10**18))  # so that the sweep reads it, and finds nothing new
    pipeline = codebase._indexer._writer.pipeline
    take_urgent, update, overtaken, undone = pipeline._take_urgent, pipeline.update, [], threading.Event()

    def save_once():
        if overtaken:
            return take_urgent()
        write(root, {"a.py": SECOND})
        overtaken.append("a.py")
        return overtaken

    def update_and_undo(*arguments):
        is_done = update(*arguments)
        pipeline.update = update
        write(root, {"a.py": FIRST})
        os.utime(root / "a.py", ns=(10**18, 10**18))
        undone.set()
        return is_done

    pipeline._take_urgent, pipeline.update = save_once, update_and_undo
    codebase.refresh()
    assert undone.wait(60)
    settle(codebase, lambda status: names(codebase, "first_function") == ["first_function"] and not status.stale)
    fresh = rebuilt(root, replace(settings, index_location=str(tmp_path / "fresh")), pool)
    try:
        settle(codebase, lambda status: state(codebase) == state(fresh))
    finally:
        fresh.close()


def test_a_deleted_folder_may_be_named_together_with_its_files(root, open_codebase):
    class Phases(SilentListener):
        def __init__(self):
            self.seen = set()

        def on_status(self, status):
            self.seen.add(status.phase)

    write(root, {"pkg/a.py": FIRST, "b.py": SECOND})
    phases = Phases()
    codebase = open_codebase(listener=phases)
    (root / "pkg/a.py").unlink()
    (root / "pkg").rmdir()
    codebase.mark_changed([root / "pkg", root / "pkg/a.py"])
    settle(codebase, lambda status: status.indexed == 1)
    time.sleep(0.1)
    assert Phase.FAILED not in phases.seen
    assert names(codebase, "second_function") == ["second_function"]


@pytest.mark.parametrize("others", [0, 20])
def test_a_folder_that_became_a_file_takes_its_files_with_it_though_only_the_folder_is_named(
    root, open_codebase, others
):
    """As editors tell of a folder, and the kernel of one that is moved away."""
    write(root, {"pkg/a.py": FIRST, "pkg/deep/c.py": FIRST, "b.py": SECOND, "pkg-more/d.py": SECOND, "pkg0.py": SECOND})
    codebase = open_codebase()
    (root / "pkg").rename(root.parent / "elsewhere")
    write(root, {"pkg": "#!/usr/bin/env python\n" + SECOND})
    codebase.mark_changed([root / "pkg", *(root / f"none_{number}" for number in range(others))])
    settle(codebase, lambda status: not status.stale and "pkg" in codebase._indexer.store.files)
    assert sorted(codebase._indexer.store.files) == ["b.py", "pkg", "pkg-more/d.py", "pkg0.py"]
