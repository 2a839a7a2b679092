"""Tests of the rooms that meet the system, run once more by CPython for Windows under Wine.

Wine is no Windows: it has no symbolic links, and no git for it is here. Tests of these are left out.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = os.environ.get("WINDOWS_PYTHON", "")
HOW_TO_GET_IT = "needs CPython for Windows: .ci/install_windows.py FOLDER, then WINDOWS_PYTHON=FOLDER"

TESTS = {
    "doors": ["unit/attach"],
    "words": ["unit/indexes/words"],
    "files and settings": ["unit/config", "unit/globs", "unit/live", "unit/scan/test_scan_failures.py"],
}
BY_HAND = {
    "the main job": ["protocol/test_main_job.py"],
    "a server and its guests": ["protocol/test_lifecycle.py", "protocol/test_indexing.py", "protocol/test_guests.py"],
    "the index and its processes": ["unit/index", "unit/indexes", "unit/store"],
}
"""With WINDOWS_TESTS=all: now and then a process waits for ever within LanceDB under Wine."""
ALL = TESTS | (BY_HAND if os.environ.get("WINDOWS_TESTS") == "all" else {})
LONGEST_S = 600.0


@pytest.mark.parametrize("subject", ALL)
def test_the_tests_of_a_subject_hold_on_windows(subject: str) -> None:
    if not FOLDER:
        pytest.skip(HOW_TO_GET_IT)
    code, said = run([f"tests/{name}" for name in ALL[subject]])
    assert code == 0, said
    assert " passed" in said


def run(tests: list[str]) -> tuple[int, str]:
    """Return how a run of tests ended and what it said."""
    command = ["wine", f"{FOLDER}/python/python.exe", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
    ended = subprocess.run(
        [*command, *tests],
        cwd=REPOSITORY,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LONGEST_S,
    )
    return ended.returncode, ended.stdout.decode("utf-8", "replace")


def environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return own | {
        "WINEPREFIX": f"{FOLDER}/prefix",
        "WINEDEBUG": "-all",
        "PYTHONPATH": f"Z:{REPOSITORY}".replace("/", "\\"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
