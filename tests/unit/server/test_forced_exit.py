"""The end comes at the earliest moment it was told, with the exit code of that moment."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time

import pytest
from waiting import LONG_S

from lsp_codebase.server import parent
from lsp_codebase.server.forced_exit import ForcedExit


def test_nothing_ends_what_was_not_told_to() -> None:
    ended: queue.Queue[int] = queue.Queue()
    ForcedExit(lambda: 0, ended.put)
    with pytest.raises(queue.Empty):
        ended.get(timeout=0.05)


def test_the_earliest_of_several_moments_counts() -> None:
    ended: queue.Queue[int] = queue.Queue()
    forced_exit = ForcedExit(lambda: 7, ended.put)
    forced_exit.within(10 * LONG_S)
    forced_exit.within(0.0)
    forced_exit.within(10 * LONG_S)
    assert ended.get(timeout=LONG_S) == 7


def test_the_exit_code_is_asked_for_in_the_end() -> None:
    ended: queue.Queue[int] = queue.Queue()
    codes = [1]
    ForcedExit(lambda: codes[-1], ended.put).within(0.2)
    codes.append(143)
    assert ended.get(timeout=LONG_S) == 143


looks = pytest.mark.skipif(sys.platform == "win32", reason="`os.kill` is another thing there")


@pytest.mark.parametrize("is_told", [True, pytest.param(False, marks=looks)])
def test_the_end_of_another_process_is_noticed(monkeypatch: pytest.MonkeyPatch, is_told: bool) -> None:
    if not is_told:  # as on macOS, or where it is forbidden
        monkeypatch.setattr(sys, "platform", "other")
        monkeypatch.setattr(parent, "PERIOD_S", 0.01)
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    noticed = threading.Event()
    parent.watch(child.pid, noticed.set)
    time.sleep(0.05)
    assert not noticed.is_set()
    child.kill()
    child.wait()
    assert noticed.wait(LONG_S)
    assert child.stdin is not None
    child.stdin.close()


def test_a_process_that_is_gone_already_is_noticed() -> None:
    noticed = threading.Event()
    parent.watch(2**22 + 1, noticed.set)  # more than Linux gives
    assert noticed.wait(LONG_S)
