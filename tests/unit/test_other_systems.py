"""Calls that one system has and another has not, each acted where it is missing or other."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lsp_codebase.cache import ContentStore
from lsp_codebase.index.workers import pool
from lsp_codebase.location import index_directory
from lsp_codebase.scan.git import ask_git
from lsp_codebase.server.parent import is_alive
from lsp_codebase.store import give_back, memory

START_WORKER = pool._start_process  # before the tests fork workers in its place
NO_WINDOW, BELOW_NORMAL = 0x0800_0000, 0x4000
_MOST_NAMED = 57  # characters of the folder of an index: with all below it, 160 more, it fits into the 260 of Windows


@pytest.fixture
def flags(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The `creationflags` of processes that are to be started, as Windows knows them; none is."""
    started: list[int] = []

    def start(*_: Any, creationflags: int, **__: Any) -> None:
        started.append(creationflags)
        raise OSError("not started")

    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", NO_WINDOW, raising=False)
    monkeypatch.setattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", BELOW_NORMAL, raising=False)
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(pool, "_start_process", START_WORKER)
    return started


def test_on_windows_no_process_shows_a_console_and_bulk_work_steps_back(flags: list[int], tmp_path: Path) -> None:
    assert ask_git(tmp_path / "root", tmp_path, "version", limit_s=1.0) is None
    for is_bulk in (False, True):
        with pytest.raises(pool.NoWorker, match="not started"):
            pool.Worker(is_bulk=is_bulk).start()
    assert flags == [NO_WINDOW, NO_WINDOW, NO_WINDOW | BELOW_NORMAL]


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 2), (8, 7), (64, 8), (None, 2)])
def test_where_the_system_tells_no_affinity_all_cores_count(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, workers: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert pool._default_size() == workers


def no_functions(_: object) -> Any:
    return SimpleNamespace()  # the C library of macOS has neither `mallopt` nor `malloc_trim`


def no_library(_: object) -> Any:
    raise TypeError("expected str, bytes or os.PathLike object, not NoneType")  # on Windows


@pytest.mark.parametrize("library", [no_functions, no_library])
def test_without_the_allocator_of_gnu_memory_is_left_alone(monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
    monkeypatch.setattr(ctypes, "CDLL", library)
    memory.keep_heaps_small()
    give_back()


def test_a_damaged_content_store_that_another_process_has_open_is_done_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path, **_: Any) -> None:
        raise PermissionError(13, "Access is denied", str(path))

    store = ContentStore(str(tmp_path), 10_000_000)
    store.put({b"a": b"1"})
    store.close()
    (tmp_path / "content" / "content.sqlite").write_bytes(b"no database at all" * 1_000)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        assert store.get([b"a"]) == {}
        store.put({b"a": b"2"})
    assert store.get([b"a"]) == {}  # now it is begun anew
    store.put({b"a": b"3"})
    assert store.get([b"a"]) == {b"a": b"3"}
    store.close()


def test_the_folder_of_an_index_has_a_short_name() -> None:
    names = [index_directory(Path("/", name)).name for name in ("a" * 200, "中文", "proj")]
    assert max(map(len, names)) == _MOST_NAMED
    assert all(name.isascii() for name in names)


class Processes:
    """kernel32.dll: a process that runs, one that has ended, one that we may not look at."""

    RUNNING, ENDED, GUARDED, GONE = 11, 12, 13, 14
    ACCESS_DENIED, INVALID_PARAMETER = 5, 87

    def __init__(self) -> None:
        self.error, self.closed = 0, 0

    def OpenProcess(self, access: int, inherits: bool, pid: int) -> int:
        assert access == 0x0010_0000
        self.error = {self.GUARDED: self.ACCESS_DENIED, self.GONE: self.INVALID_PARAMETER}.get(pid, 0)
        return 0 if self.error else pid

    def WaitForSingleObject(self, handle: int, milliseconds: int) -> int:
        return 0x102 if handle == self.RUNNING else 0

    def CloseHandle(self, handle: int) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    ("pid", "alive"),
    [(Processes.RUNNING, True), (Processes.ENDED, False), (Processes.GUARDED, True), (Processes.GONE, False)],
)
def test_on_windows_a_process_that_may_not_be_looked_at_is_alive(
    monkeypatch: pytest.MonkeyPatch, pid: int, alive: bool
) -> None:
    kernel = Processes()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", lambda name, use_last_error: kernel, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: kernel.error, raising=False)
    assert is_alive(pid) is alive
    assert kernel.closed == (pid in (Processes.RUNNING, Processes.ENDED))
