"""A disk that fills up and empties again, and one that cannot be written at all: real ones, mounted for the test."""

import errno
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from codebases import found, names, settle, write
from index_states import rebuilt, state

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import indexer as indexer_module
from lsp_codebase.index import retries
from lsp_codebase.model import Phase, Role

pytestmark = pytest.mark.slow

TEXT = "def function_{0}(value):\n    '''Number {0}.'''\n    return value\n" + "filler = 'x'\n" * 400


def mount(path, *options) -> bool:
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "none", path]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 16 MB that holds the index, and what closed ones have mapped."""
    disk = tmp_path / "disk"
    if sys.platform != "linux" or not mount(disk, "size=16m"):
        pytest.skip("needs the right to mount a disk")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


@pytest.fixture
def tight(settings, small_disk):
    return replace(settings, index_location=str(small_disk / "cache"), embedding_model="hash")


def fill(disk) -> None:
    free = shutil.disk_usage(disk).free
    (disk / "ballast").write_bytes(b"\0" * max(free - 4_096, 0))


def same_as_fresh(codebase, root, settings, pool, tmp_path) -> None:
    fresh = rebuilt(root, replace(settings, index_location=str(tmp_path / "fresh")), pool)
    try:
        settle(codebase, lambda status: status.vectors.done == status.chunks)
        assert state(codebase) == state(fresh)
    finally:
        fresh.close()


def test_a_full_disk_is_named_while_the_index_answers_on(
    root, small_disk, open_codebase, tight, pool, tmp_path, monkeypatch
):
    monkeypatch.setattr(retries, "_FULL_S", 0.2)
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(20)})
    codebase = open_codebase(settings=tight)
    fill(small_disk)
    write(root, {f"n{i}.py": TEXT.format(f"new_{i}") for i in range(20)})
    codebase._indexer.refresh()
    status = settle(codebase, lambda status: status.phase is Phase.FAILED)
    assert "the disk is full" in status.message
    assert names(codebase, "function_7")[0] == "function_7"
    assert "m7.py" in found(codebase, "function_7")
    (small_disk / "ballast").unlink()
    settle(codebase, lambda status: status.phase is Phase.READY and status.indexed == 40)
    same_as_fresh(codebase, root, tight, pool, tmp_path)


def test_a_save_that_a_full_disk_keeps_out_is_told_as_stale_until_it_is_in(
    root, small_disk, open_codebase, tight, monkeypatch
):
    monkeypatch.setattr(retries, "_FULL_S", 0.2)
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(20)})
    codebase = open_codebase(settings=tight)
    fill(small_disk)
    write(root, {"m7.py": TEXT.format("renamed")})
    codebase.mark_changed([root / "m7.py"])
    for tries in range(3):  # each opens the index again
        assert settle(codebase, lambda status: status.phase is Phase.FAILED).stale, tries
        settle(codebase, lambda status: status.phase is not Phase.FAILED)
    (small_disk / "ballast").unlink()
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    assert names(codebase, "function_renamed") == ["function_renamed"]


def test_a_start_on_a_full_disk_keeps_and_answers_from_what_was_committed(
    root, small_disk, open_codebase, tight, pool, tmp_path, monkeypatch
):
    monkeypatch.setattr(retries, "_FULL_S", 0.2)
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(20)})
    first = open_codebase(settings=tight)
    ids = {path: record.file_id for path, record in first._indexer.store.files.items()}
    first.close()
    write(root, {f"n{i}.py": TEXT.format(i) for i in range(3)})  # there is work to do
    fill(small_disk)
    again = open_codebase(settings=tight)
    assert "m7.py" in found(again, "function_7")
    assert names(again, "function_7")[0] == "function_7"
    assert "the disk is full" in again.status().message
    (small_disk / "ballast").unlink()
    again.close()
    third = open_codebase(settings=tight)
    kept = {path: record.file_id for path, record in third._indexer.store.files.items()}
    assert all(kept[path] == number for path, number in ids.items())  # only the new files were read
    same_as_fresh(third, root, tight, pool, tmp_path)


@pytest.mark.slow
def test_a_disk_that_fills_up_at_any_point_of_the_first_indexing_is_survived(
    root, small_disk, open_codebase, tight, pool, tmp_path, monkeypatch
):
    monkeypatch.setattr(retries, "_FULL_S", 0.2)
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(40)})
    for free_kb in (0, 16, 64, 150, 300, 600, 1_200):
        shutil.rmtree(small_disk / "cache", ignore_errors=True)
        (small_disk / "ballast").write_bytes(b"\0" * (shutil.disk_usage(small_disk).free - free_kb * 1_024))
        codebase = open_codebase(settings=tight, wait=False)
        settle(codebase, lambda status: status.phase in (Phase.READY, Phase.FAILED))
        if codebase.status().phase is Phase.FAILED:
            assert "disk is full" in codebase.status().message
        (small_disk / "ballast").unlink()
        settle(codebase, lambda status: status.phase is Phase.READY and status.indexed == 40)
        same_as_fresh(codebase, root, tight, pool, tmp_path)
        codebase.close()


def test_an_index_on_a_disk_that_cannot_be_written_is_read(root, small_disk, open_codebase, tight):
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(5)})
    tight = replace(tight, index_content_store_mb=0)  # workers keep it open, and the disk must not be busy
    open_codebase(settings=tight).close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    codebase = open_codebase(settings=tight)
    status = codebase.status()
    assert (status.role, status.phase, status.indexed) == (Role.READER, Phase.FAILED, 5)
    assert "read-only" in status.message
    assert "m3.py" in found(codebase, "function_3")


@pytest.mark.usefixtures("read_in_tables")
def test_a_damaged_index_that_cannot_be_written_is_not_said_to_be_repaired(root, small_disk, open_codebase, tight):
    write(root, {f"m{i}.py": TEXT.format(i) for i in range(5)})
    tight = replace(tight, index_content_store_mb=0)
    open_codebase(settings=tight).close()
    for path in small_disk.rglob("chunks.lance/data/*"):
        os.truncate(path, 10)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    codebase = open_codebase(settings=tight)
    for _ in range(2):
        with pytest.raises(IndexUnavailable, match=r"not repaired here: changes are not indexed: .*read-only"):
            found(codebase, "def function_3(value):\n    return value")


def test_a_read_only_disk_without_an_index_is_named(root, small_disk, open_codebase, tight):
    write(root, {"m.py": TEXT})
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    status = open_codebase(settings=tight).status()
    assert status.phase is Phase.FAILED
    assert "read-only" in status.message
    assert "index.location" in status.message


@pytest.fixture
def without_rights():
    """A command in front of others that takes the rights of root from them, which writes everywhere."""
    if not hasattr(os, "getuid"):
        pytest.skip("needs file permissions")
    if os.getuid() != 0:
        return []
    command = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if not shutil.which("setpriv") or subprocess.run([*command, "true"], capture_output=True).returncode:
        pytest.skip("needs setpriv")
    return command


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["search", "function_0"], 0),
        (["search", "--wait", "function_0"], 3),
        (["index"], 3),
        (["index", "--rebuild"], 3),
        (["clear"], 3),
        (["doctor", "--repair"], 1),
    ],
)
def test_an_index_that_is_not_ours_to_write_is_not_another_process(root, tmp_path, without_rights, command, code):
    def run(*arguments):
        line = [*without_rights, sys.executable, "-m", "lsp_codebase", *arguments, "--root", root]
        environment = os.environ | {"LSP_CODEBASE_INDEX_LOCATION": str(tmp_path / "cache")}
        return subprocess.run(line, env=environment, capture_output=True, text=True)

    write(root, {"m.py": TEXT.format(0)})
    assert run("index").returncode == 0
    write(root, {"new.py": TEXT.format(1)})
    folders = [tmp_path / "cache", *(path for path in (tmp_path / "cache").rglob("*"))]
    modes = [(path, path.stat().st_mode) for path in folders]
    for path, mode in modes:
        path.chmod(mode & 0o555)
    done = run(*command)
    for path, mode in modes:
        if path.exists():
            path.chmod(mode)
    assert done.returncode == code
    assert "another process" not in done.stdout + done.stderr
    if code:
        assert "permission denied; set index.location" in done.stdout + done.stderr


def test_an_index_that_may_not_be_read_is_named(root, tmp_path, open_codebase, settings, monkeypatch):
    def refuse(directory, _):
        raise PermissionError(errno.EACCES, "Permission denied", str(directory / "manifest.json"))

    monkeypatch.setattr(indexer_module, "examine_manifest", refuse)
    codebase = open_codebase(settings=settings, wait=False)
    status = settle(codebase, lambda status: status.phase is Phase.FAILED)
    assert re.fullmatch(r"indexing failed: permission is denied: /.*/manifest\.json", status.message)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root writes everywhere")
def test_a_cache_without_permission_is_named(root, tmp_path, open_codebase, settings):
    (tmp_path / "cache").mkdir(mode=0o500)
    status = open_codebase(settings=settings).status()
    assert status.phase is Phase.FAILED
    assert "index.location" in status.message
