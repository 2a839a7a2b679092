"""What people run often has a script, and CI runs the same ones."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SCRIPTS = REPOSITORY / "scripts"
BENCHMARKS = REPOSITORY / "tests" / "benchmarks"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(SCRIPTS / "bench"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize("name", ["setup", "test", "lint", "bench", "release"])
def test_a_script_is_right_bash_and_says_what_it_is_for(name: str) -> None:
    subprocess.run(["bash", "-n", str(SCRIPTS / name)], check=True, timeout=240)
    first, second, *_ = (SCRIPTS / name).read_text("utf-8").splitlines()
    assert first == "#!/usr/bin/env bash"
    assert second.startswith("# ")


def test_bench_lists_every_measurement_with_its_subject() -> None:
    listed = bench()
    runnable = {file.stem for file in BENCHMARKS.glob("*.py") if "__main__" in file.read_text("utf-8")}
    named = dict(line.split(maxsplit=1) for line in listed.stdout.splitlines())
    assert listed.returncode == 0
    assert named.keys() == runnable
    assert not [subject for subject in named.values() if '"""' in subject]


def test_every_measurement_that_bench_runs_is_a_script_and_imports_as_one() -> None:
    for file in BENCHMARKS.glob("*.py"):
        text = file.read_text("utf-8")
        assert "__main__" not in text or not re.search(r"^from \.", text, re.MULTILINE), file.name


def test_bench_refuses_a_name_that_is_none_and_lists_the_others() -> None:
    asked = bench("no-such")
    assert asked.returncode == 2
    assert "there is no measurement no-such" in asked.stderr
    assert "server_start" in asked.stdout


def test_bench_hands_its_arguments_to_the_measurement(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPTS / "bench", tmp_path / "scripts")
    (tmp_path / "tests" / "benchmarks").mkdir(parents=True)
    (tmp_path / "tests" / "benchmarks" / "some.py").write_text("")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    python.chmod(0o755)
    python.with_name("activate").touch()
    command = ["bash", str(tmp_path / "scripts" / "bench"), "some", "a b", "--c"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "tests/benchmarks/some.py|a b|--c|"
