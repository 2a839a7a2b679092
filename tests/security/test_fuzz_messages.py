"""Whatever a client sends, each request is answered once, nothing grows, and the server ends when told to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import fuzz_messages
from wire_shapes import ENDS, NOTIFICATIONS, REQUESTS
from wire_stream import Stream

from lsp_codebase.server import messages
from lsp_codebase.server.features import HANDLERS

SEED = 1


def test_the_same_seed_makes_the_same_bytes() -> None:
    first, second = (Stream(SEED, ["file:///a.py"], ["file:///"]).window(300).data for _ in range(2))
    assert first == second
    assert first != Stream(SEED + 1, ["file:///a.py"], ["file:///"]).window(300).data


def test_every_method_the_server_handles_is_fuzzed() -> None:
    assert {*messages.PARAMS, *HANDLERS} - {*REQUESTS, *NOTIFICATIONS} == {*ENDS}


def test_a_server_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = "import lsp_codebase.server.dispatch as d\nold = d.CodebaseProtocol._refuse\n"
    twice += "d.CodebaseProtocol._refuse = lambda *a: (old(*a), a[1] == 7 and old(*a))\n"
    command = (sys.executable, "-c", twice + fuzz_messages.SERVER[2])
    monkeypatch.setattr(fuzz_messages, "SERVER", command)
    report = fuzz_messages.fuzz(40, SEED, tmp_path)
    assert any("nobody waits for" in fault for fault in report.faults), report.faults


def test_a_thousand_spoiled_messages_are_answered_once_each(tmp_path: Path) -> None:
    report = fuzz_messages.fuzz(1_000, SEED, tmp_path)
    assert report.faults == []
    assert report.messages == 1_000


@pytest.mark.slow
def test_twenty_thousand_spoiled_messages_are_answered_once_each(tmp_path: Path) -> None:
    report = fuzz_messages.fuzz(20_000, SEED, tmp_path)
    assert report.faults == []
    assert report.got["-32602"] > 5_000
    assert report.got["result"] > 1_000
