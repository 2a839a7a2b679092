"""Files that cannot be indexed are counted and named; the others are found (rows B03, B11, M19)."""

import errno
import os
import shutil
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import found, names, settle, write
from git_commits import git

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.index import indexer, maintenance
from lsp_codebase.index.workers import reading
from lsp_codebase.index.workers.extract import ExtractJob, FileJob, failed
from lsp_codebase.index.workers.pool import Worker, WorkerDied, WorkerPool
from lsp_codebase.model import CancelToken, Phase, SearchQuery
from lsp_codebase.process import END_SIGNALS
from lsp_codebase.scan import git as git_limits
from lsp_codebase.scan import ignore, walk

GOOD = "def good_function():\n    return 1\n"


def reasons(codebase) -> dict[str, str]:
    return {problem.path: problem.reason for problem in codebase.full_status().problems}


def test_each_kind_of_bad_file_is_named_and_the_good_one_is_found(root, open_codebase, settings):
    write(
        root,
        {
            "good.py": GOOD,
            "empty.py": b"",
            "binary.py": b"\0\1\2" * 500,
            "late_binary.py": b"x = 1\n" * 2_000 + b"\0" * 5_000,
            "huge.py": b"x = 1\n" * 1_000,
            "latin.py": "# a legacy encoding, with few accents\ngröße = 'ä'\n".encode("latin-1"),
            "utf16.py": "wide_name = 1\n".encode("utf-16"),
            ".env": "SECRET=1\n",
            "id_rsa": "-----BEGIN\n",
        },
    )
    os.symlink("good.py", root / "link.py")
    os.symlink(".", root / "loop")
    os.symlink("nowhere", root / "dangling.py")
    os.mkfifo(root / "pipe.py")
    codebase = open_codebase(settings=replace(settings, index_max_file_bytes=5_000))
    assert names(codebase, "good_function") == ["good_function"]
    assert names(codebase, "wide_name") == ["wide_name"]
    assert found(codebase, "größe")[0] == "latin.py"
    assert reasons(codebase) == {
        "binary.py": "binary",
        "late_binary.py": "larger than 5000 bytes",
        "huge.py": "larger than 5000 bytes",
        ".env": "may hold secrets",
        "id_rsa": "may hold secrets",
        "link.py": "symbolic link",
        "loop": "symbolic link",
        "dangling.py": "symbolic link",
        "pipe.py": "not a regular file",
    }
    status = codebase.status()
    assert (status.indexed, status.skipped, status.failed, status.total) == (4, 9, 0, 13)


def test_a_link_or_a_fifo_that_comes_and_goes_is_counted_at_once(root, open_codebase):
    write(root, {"good.py": GOOD, "pkg/inside.py": GOOD, "out/ignored.py": GOOD, ".gitignore": "*.sock\n"})
    codebase = open_codebase()

    def told(*changed: str, skipped: dict[str, str], total: int) -> None:
        codebase.mark_changed([root / path for path in changed])
        expected = {"total": total, "skipped": len(skipped), "stale": False}

        def is_told(status) -> bool:
            said = {problem.path: problem.reason for problem in status.problems}
            return said == skipped and all(getattr(status, key) == value for key, value in expected.items())

        settle(codebase, is_told)

    (root / "link.py").symlink_to("good.py")
    os.mkfifo(root / "pipe.py")
    os.mkfifo(root / "left_out.sock")
    fifo = {"pipe.py": "not a regular file"}
    told("link.py", "pipe.py", "left_out.sock", skipped={**fifo, "link.py": "symbolic link"}, total=6)
    (root / "link.py").unlink()
    (root / "link.py").write_text(GOOD)
    told("link.py", skipped=fifo, total=6)
    (root / "pkg").rename(root / "away")
    (root / "pkg").symlink_to("out")  # only a file in it is named, as by a client that watches files
    told("pkg/inside.py", "away/inside.py", skipped={**fifo, "pkg": "symbolic link"}, total=7)
    (root / "pkg").unlink()
    (root / "away").rename(root / "pkg")
    os.mkfifo(root / "pkg" / "inner.py")
    told("pkg/inside.py", "away/inside.py", "pkg/inner.py", skipped={**fifo, "pkg/inner.py": fifo["pipe.py"]}, total=7)
    shutil.rmtree(root / "pkg")
    (root / "pkg").symlink_to("out")
    (root / "pipe.py").unlink()
    told("pkg", "pipe.py", skipped={"pkg": "symbolic link"}, total=5)


def test_a_folder_without_a_file_that_holds_text_stays_ready(root, open_codebase, monkeypatch):
    """No row was ever written: there is nothing to tidy, and nothing that fails."""
    write(root, {"picture.bin": b"\0\1" * 400})
    monkeypatch.setattr(maintenance, "_IDLE_S", 0.01)
    monkeypatch.setattr(indexer, "_PRESENCE_S", 0.01)
    codebase = open_codebase()
    settle(codebase, lambda _: not codebase._indexer._writer._maintenance.is_untidy)
    assert codebase.status().phase is Phase.READY


def test_a_name_that_is_not_utf8_costs_only_its_file(root, open_codebase):
    write(root, {"good.py": GOOD})
    strange = os.path.join(os.fsencode(root), b"stra\xdfe")
    try:
        os.makedirs(strange)
    except OSError:
        pytest.skip("this file system takes only text for names")
    for path in (os.path.join(strange, b"inside.py"), os.path.join(os.fsencode(root), b"m\xfcll.py")):
        Path(os.fsdecode(path)).write_text(GOOD)
    codebase = open_codebase()
    assert codebase.status().phase is Phase.READY
    assert names(codebase, "good_function") == ["good_function"]
    assert set(reasons(codebase)) == {os.fsdecode(b"stra\xdfe/inside.py"), os.fsdecode(b"m\xfcll.py")}
    assert set(reasons(codebase).values()) == {"its name is not UTF-8"}
    codebase.mark_changed([Path(os.fsdecode(strange), "inside.py")])
    Path(os.fsdecode(os.path.join(strange, b"later.py"))).write_text(GOOD)
    write(root, {"later.py": GOOD.replace("good", "later")})
    codebase.mark_changed([root / "later.py", Path(os.fsdecode(strange), "later.py")])
    settle(codebase, lambda _: names(codebase, "function") == ["good_function", "later_function"])
    assert len(reasons(codebase)) == 3
    Path(os.fsdecode(strange), "inside.py").unlink()
    codebase.mark_changed([Path(os.fsdecode(strange), "inside.py")])
    settle(codebase, lambda _: len(reasons(codebase)) == 2)
    with pytest.raises(InvalidQuery, match="folder: its name is not UTF-8"):
        codebase.search(SearchQuery("good", folder=Path(os.fsdecode(strange))), CancelToken())


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_and_folder_are_failures_and_tried_again(root, open_codebase):
    write(root, {"good.py": GOOD, "closed.py": GOOD.replace("good", "closed"), "folder/inside.py": GOOD})
    (root / "closed.py").chmod(0)
    (root / "folder").chmod(0)
    try:
        codebase = open_codebase()
        assert reasons(codebase) == {"closed.py": "permission denied", "folder": "permission denied"}
        codebase.close()
        (root / "closed.py").chmod(0o600)
        assert names(open_codebase(), "closed_function") == ["closed_function"]
    finally:
        (root / "folder").chmod(0o700)


@pytest.mark.parametrize("failing", ["folder", "folder/inside.py", "folder/deep/far.py"])
@pytest.mark.parametrize("is_told", [True, False])
def test_files_that_the_system_cannot_tell_of_for_a_moment_stay_and_are_looked_at_again(
    root, open_codebase, monkeypatch, failing, is_told
):
    write(root, {"good.py": GOOD, "folder/inside.py": GOOD, "folder/deep/far.py": GOOD})
    codebase = open_codebase()
    files = sorted(codebase._indexer.store.files)
    fails, looks = threading.Event(), {"scandir": os.scandir, "lstat": os.lstat}
    fails.set()

    def refused(call):
        def look(path, **rest):
            is_it = os.fspath(path).rstrip("/") == str(root / failing).rstrip("/")
            if fails.is_set() and is_it and (failing.endswith(".py") or call == "scandir"):
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
            return looks[call](path, **rest)

        return look

    for call in looks:
        monkeypatch.setattr(f"lsp_codebase.scan.walk.os.{call}", refused(call))
    if is_told:
        codebase.mark_changed([root / failing])
    else:
        codebase.look_again()
    settle(codebase, lambda status: codebase._indexer._writer.retry_s > 0.5)
    assert sorted(codebase._indexer.store.files) == files
    assert codebase.status().stale
    (root / failing).rename(root / "elsewhere")
    fails.clear()
    left = [path for path in files if not path.startswith(failing)]
    settle(codebase, lambda status: {*files} & codebase._indexer.store.files.keys() == {*left} and not status.stale)


def test_below_rules_too_long_to_read_only_tracked_files_are_indexed_and_the_status_names_the_rules(
    root, open_codebase
):
    write(root, {"good.py": GOOD, "lib/.gitignore": "*.log\n" * 1_000_000, "lib/tracked.py": GOOD, "lib/made.py": GOOD})
    git(root, "init", "-q")
    git(root, "add", "-f", "lib/tracked.py")
    codebase = open_codebase()
    assert sorted(codebase._indexer.store.files) == ["good.py", "lib/tracked.py"]
    assert reasons(codebase) == {"lib/.gitignore": "larger than 4,000,000 bytes"}


@pytest.mark.parametrize("folder", ["", "lib/"])
def test_files_stay_while_the_rules_of_their_folder_cannot_be_read_for_a_moment(
    root, open_codebase, monkeypatch, folder
):
    rules = f"{folder}.gitignore"
    write(root, {"good.py": GOOD, "lib/inside.py": GOOD, rules: "*.log\nmade/\n"})
    codebase = open_codebase()
    files = sorted(codebase._indexer.store.files)
    read = ignore.read_rule_file

    def fail(path, **rest):
        if path.endswith(f"/{rules}"):
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
        return read(path, **rest)

    with monkeypatch.context() as patched:
        patched.setattr(ignore, "read_rule_file", fail)
        write(root, {f"{folder}a.log": "x\n", f"{folder}made/m.py": GOOD})
        codebase.look_again()
        settle(codebase, lambda status: codebase._indexer._writer.retry_s > 0.2)
        assert sorted(codebase._indexer.store.files) == files
        assert reasons(codebase) == {rules: os.strerror(errno.EMFILE).lower()}
    write(root, {f"{folder}new.py": GOOD})
    settle(codebase, lambda status: f"{folder}new.py" in codebase._indexer.store.files and not status.stale)
    assert sorted(codebase._indexer.store.files) == sorted([*files, f"{folder}new.py"])
    assert reasons(codebase) == {}


@pytest.mark.skipif(os.name == "nt" or shutil.which("git") is None, reason="a script in the place of git")
def test_tracked_files_that_rules_leave_out_stay_while_git_is_too_slow_to_list_them(
    root, open_codebase, monkeypatch, tmp_path
):
    write(root, {"good.py": GOOD, ".gitignore": "lib/\n", "lib/kept.py": GOOD, "lib/gone.py": GOOD})
    git(root, "init", "-q")
    git(root, "add", "-f", ".")
    codebase = open_codebase()
    files = sorted(codebase._indexer.store.files)
    assert "lib/kept.py" in files
    write(tmp_path, {"bin/git": "#!/bin/sh\nexec sleep 600\n"})
    (tmp_path / "bin/git").chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
        patched.setattr(walk, "LISTING_S", 0.2)
        (root / "lib/gone.py").unlink()
        codebase.look_again()
        settle(codebase, lambda status: "lib/gone.py" not in codebase._indexer.store.files)
        assert sorted(codebase._indexer.store.files) == [path for path in files if path != "lib/gone.py"]
        assert reasons(codebase) == {".git": "git was too slow to list the files that it tracks"}
    monkeypatch.setattr(git_limits, "_silent", {})
    git(root, "rm", "-q", "--cached", "lib/kept.py")
    codebase.look_again()
    settle(codebase, lambda status: "lib/kept.py" not in codebase._indexer.store.files)
    assert reasons(codebase) == {}


@pytest.mark.parametrize("call", ["stat_file", "open_file"])
def test_a_file_that_cannot_be_read_for_a_moment_keeps_its_rows_and_a_new_one_is_named(
    root, open_codebase, settings, monkeypatch, call
):
    write(root, {"a.py": GOOD})
    known = open_codebase()._indexer.store.files["a.py"]
    write(root, {"a.py": GOOD.replace("good", "better")})
    failure = os.strerror(errno.EIO).lower()

    def fail(*_):
        if call == "stat_file":
            return failure
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(reading, call, fail)
    assert reading.read(root, FileJob("a.py", 9, known), settings) == (None, None)
    record, data = reading.read(root, FileJob("a.py", 9), settings)
    assert (record.state, record.reason, data) == ("failed", failure, None)


def test_a_new_file_that_another_program_holds_is_read_once_it_lets_go(root, open_codebase):
    write(root, {"a.py": GOOD})

    class Held(WorkerPool):
        """A pool whose workers can read no file at first."""

        is_held = True

        def submit(self, job, timeout_s, *, bulk=False):
            if self.is_held and isinstance(job, ExtractJob) and job.files:
                return self._bulk.submit(failed, job, job.files[0], "used by another program")
            return super().submit(job, timeout_s, bulk=bulk)

    pool = Held(1)
    try:
        codebase = open_codebase(pool=pool)
        assert reasons(codebase) == {"a.py": "used by another program"}
        pool.is_held = False
        settle(codebase, lambda status: status.indexed == 1)
        codebase.close()
    finally:
        pool.close()


def test_a_file_that_kills_the_parser_costs_only_itself(root, open_codebase, monkeypatch):
    write(root, {f"m{i}.py": GOOD.replace("good", f"good_{i}") for i in range(5)})

    class Fragile(WorkerPool):
        """A pool whose workers die whenever they are given m3.py."""

        def submit(self, job, timeout_s, *, bulk=False):
            if any(file.path == "m3.py" for file in getattr(job, "files", ())):
                return self._bulk.submit(self._die)
            return super().submit(job, timeout_s, bulk=bulk)

        def _die(self):
            raise WorkerDied("killed")

    pool = Fragile(1)
    try:
        codebase = open_codebase(pool=pool)
        assert reasons(codebase) == {"m3.py": "the parser crashed or hung"}
        assert codebase.status().indexed == 4
        codebase.close()
    finally:
        pool.close()


def test_a_worker_that_starts_while_the_pool_closes_does_not_outlive_it(tmp_path, settings, monkeypatch):
    pool, workers = WorkerPool(1), []
    run = Worker.run

    def close_first(self, job, timeout_s):
        workers.append(self)
        pool.close()
        return run(self, job, timeout_s)

    monkeypatch.setattr(Worker, "run", close_first)
    pool.submit(ExtractJob(tmp_path, settings, ()), 10).result(60)
    assert workers[0]._process is None


def test_a_file_that_is_read_when_the_program_ends_is_no_bad_file(root, open_codebase, monkeypatch):
    write(root, {"saved.py": GOOD})
    pool = WorkerPool(1)
    codebase = open_codebase(pool=pool)
    begun = threading.Event()

    def die(self, job, timeout_s):
        begun.set()
        end = time.monotonic() + 60
        while not pool.is_closed and time.monotonic() < end:
            time.sleep(0.01)
        raise WorkerDied("killed")

    monkeypatch.setattr(Worker, "run", die)
    write(root, {"saved.py": GOOD.replace("good", "latest")})
    codebase.mark_changed([root / "saved.py"])
    assert begun.wait(60)
    codebase.stop()
    pool.close()
    codebase.close()
    monkeypatch.undo()
    again = open_codebase()
    assert names(again, "latest_function") == ["latest_function"]
    assert reasons(again) == {}


@pytest.mark.skipif(os.name != "posix", reason="signals to groups")
def test_a_signal_to_the_whole_group_ends_no_worker_in_the_middle_of_a_file(root, settings):
    write(root, {"a.py": GOOD})
    worker = Worker()
    try:
        job = ExtractJob(root, settings, (FileJob("a.py", 1),))
        worker.run(job, 30)
        for number in END_SIGNALS:
            os.kill(worker._process.pid, number)
        process = worker._process
        assert worker.run(job, 30).batch.files.num_rows == 1
        assert worker._process is process
    finally:
        worker.close()


def test_a_worker_that_hangs_is_killed_and_replaced(root, settings):
    from lsp_codebase.index.embed_job import EmbedJob

    write(root, {"a.py": GOOD})
    os.mkfifo(root / "never")
    worker = Worker()
    try:
        job = ExtractJob(root, settings, (FileJob("a.py", 1),))
        assert worker.run(job, 30).batch.files.num_rows == 1
        with pytest.raises(WorkerDied):
            worker.run(EmbedJob(settings, ("x" * 50_000_000,), ("",)), 0.01)
        assert worker.run(job, 30).batch.files.num_rows == 1
    finally:
        worker.close()
