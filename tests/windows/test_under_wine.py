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
    "the main job": ["protocol/test_main_job.py"],
    "a server and its guests": ["protocol/test_lifecycle.py", "protocol/test_indexing.py", "protocol/test_guests.py"],
    "the index and its processes": ["unit/attach", "unit/index", "unit/indexes", "unit/store"],
    "files and settings": ["unit/config", "unit/globs", "unit/live", "unit/scan/test_scan_failures.py"],
}
LEFT_OUT = ["unit/store/test_memory.py"]  # how much memory a process has is otherwise under Wine


@pytest.mark.parametrize("subject", TESTS)
def test_the_tests_of_a_subject_hold_on_windows(subject: str) -> None:
    if not FOLDER:
        pytest.skip(HOW_TO_GET_IT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment |= {
        "WINEPREFIX": f"{FOLDER}/prefix",
        "WINEDEBUG": "-all",
        "PYTHONPATH": f"Z:{REPOSITORY}".replace("/", "\\"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = ["wine", f"{FOLDER}/python/python.exe", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
    run = subprocess.run(
        [*command, *(f"tests/{name}" for name in TESTS[subject]), *(f"--ignore=tests/{name}" for name in LEFT_OUT)],
        cwd=REPOSITORY,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=900,
    )
    said = run.stdout.decode("utf-8", "replace")
    assert run.returncode == 0, said
    assert " passed" in said
