"""Which worker is taken for one that hangs."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from lsp_codebase.index.workers import watchdog
from lsp_codebase.index.workers.watchdog import Watchdog, cpu_s

LONG_S = 240.0
TIMEOUT_S = 0.02


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Watch a process that had the processor for so long, look by look; return the look that killed it."""

    def watch(*seconds: float) -> int:
        left, killed = list(seconds), threading.Event()
        monkeypatch.setattr(watchdog, "cpu_s", lambda _: left.pop(0) if len(left) > 1 else left[0])
        dog = Watchdog(SimpleNamespace(pid=1, kill=killed.set), TIMEOUT_S)  # type: ignore[arg-type]
        assert killed.wait(LONG_S)
        assert dog.has_killed
        return dog._looks

    return watch


def test_one_that_gets_on_by_little_is_waited_for_until_it_does_not(watched: Any) -> None:
    assert watched(7.0, 7.001, 7.002, 7.003, 7.003) == 4


def test_one_that_had_the_processor_for_its_time_is_killed_at_the_first_look(watched: Any) -> None:
    assert watched(7.0, 7.0 + TIMEOUT_S * 0.9) == 1


def test_one_of_which_nothing_is_known_is_killed_at_the_first_look(watched: Any) -> None:
    assert watched(0.0) == 1


def test_no_wait_is_for_ever(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "_MOST_LOOKS", 3)
    assert watched(*(7.0 + look / 100_000 for look in range(100))) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_system_tells_how_long_a_process_had_the_processor() -> None:
    before, begin = cpu_s(os.getpid()), time.process_time()
    while time.process_time() - begin < 0.1:
        pass
    assert 0.05 < cpu_s(os.getpid()) - before < 0.1 + time.process_time() - begin
    assert cpu_s(2**22 + 1) == 0.0  # more than Linux gives
