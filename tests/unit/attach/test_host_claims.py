"""Which of several processes that come at one moment is to serve an index."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lsp_codebase.attach import claim, settle

CLAIMANT = """
import sys, pathlib
from lsp_codebase.attach import claim
print(claim(pathlib.Path(sys.argv[1])), flush=True)
input()
"""


@pytest.fixture
def claimant(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", CLAIMANT, tmp_path / "index"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline().strip() == b"True"
        yield process
        process.kill()


def test_a_claim_is_another_processs_until_that_ends(claimant: subprocess.Popen, tmp_path: Path):
    index = tmp_path / "index"
    assert claim(tmp_path / "other")
    settle(tmp_path / "other")
    assert not claim(index)
    claimant.kill()
    claimant.wait()
    assert claim(index)
    assert claim(index)  # it has it already
    settle(index)
    settle(index)  # harmless


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that a process was stopped")
def test_a_process_that_was_stopped_is_not_waited_for(claimant: subprocess.Popen, tmp_path: Path):
    index = tmp_path / "index"
    assert not claim(index)
    claimant.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, claimant.pid, os.WSTOPPED | os.WNOWAIT)
    assert claim(index)
    settle(index)
    claimant.send_signal(signal.SIGCONT)
    os.waitid(os.P_PID, claimant.pid, os.WCONTINUED | os.WNOWAIT)
    assert not claim(index)  # it has its claim still
    claimant.kill()
    claimant.wait()
    assert claim(index)
    settle(index)
