"""What the kernel tells of directories, as the watcher hears it."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lsp_codebase.scan.inotify import ADDED, DELETED, MODIFIED, Inotify

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is of Linux")

LONG_MS = 30_000
Watch = Callable[..., Inotify]


@pytest.fixture
def watching() -> Iterator[Watch]:
    bell, rope = socket.socketpair()
    opened: list[Inotify] = []

    def begin(*directories: Path) -> Inotify:
        opened.append(Inotify(map(str, directories), bell.fileno()))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()
    bell.close()
    rope.close()


def heard(one: Inotify, timeout_ms: int = LONG_MS) -> object:
    return one.watch(400, 50, timeout_ms, threading.Event())


def test_what_comes_changes_and_goes_in_a_directory_is_told_in_one_batch(tmp_path: Path, watching: Watch) -> None:
    (tmp_path / "old").write_text("1")
    (tmp_path / "gone").write_text("1")
    one = watching(tmp_path)
    (tmp_path / "new").mkdir()
    (tmp_path / "old").write_text("2")
    (tmp_path / "gone").rename(tmp_path / "here")
    assert heard(one) == {
        (ADDED, str(tmp_path / "new")),
        (MODIFIED, str(tmp_path / "old")),
        (DELETED, str(tmp_path / "gone")),
        (ADDED, str(tmp_path / "here")),
    }
    assert heard(one, 1) == "timeout"


def test_only_the_entries_of_the_directories_named_are_told(tmp_path: Path, watching: Watch) -> None:
    (tmp_path / "a" / "below").mkdir(parents=True)
    one = watching(tmp_path / "a", tmp_path / "none")
    (tmp_path / "a" / "below" / "file").write_text("1")
    (tmp_path / "beside").write_text("1")
    assert heard(one, 100) == "timeout"


def test_a_directory_that_moved_away_tells_nothing_under_its_old_path(tmp_path: Path, watching: Watch) -> None:
    (tmp_path / "a").mkdir()
    one = watching(tmp_path / "a")
    (tmp_path / "a").rename(tmp_path / "b")
    assert heard(one, 100) == "timeout"
    (tmp_path / "b" / "file").write_text("1")
    assert heard(one, 100) == "timeout"


def test_the_bell_ends_a_wait(tmp_path: Path) -> None:
    bell, rope = socket.socketpair()
    one, stop = Inotify([str(tmp_path)], bell.fileno()), threading.Event()
    told: list[object] = []
    waiting = threading.Thread(target=lambda: told.append(one.watch(400, 50, LONG_MS, stop)))
    waiting.start()
    stop.set()
    rope.close()
    waiting.join(LONG_MS / 2_000)
    assert told == ["stop"]
    one.close()
    bell.close()


def test_changes_that_the_kernel_lost_are_an_error(tmp_path: Path, watching: Watch) -> None:
    one = watching(tmp_path)
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if most > 100_000:
        pytest.skip("the queue of this machine takes long to fill")
    names = [tmp_path / str(number) for number in range(2)]
    for number in range(most // 2 + 1_000):  # equal neighbours would count once
        os.close(os.open(names[number % 2], os.O_CREAT | os.O_WRONLY))
        os.utime(names[number % 2])
    with pytest.raises(OSError, match="lost"):
        heard(one)
