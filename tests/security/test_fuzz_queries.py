"""Hostile queries, patterns, globs and ignore files are answered or refused, each in a limited time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = str(Path(__file__).parent / "fuzz_queries.py")


def ask(number: int, seed: int, timeout_s: float) -> None:
    """Run the fuzzer in a process of its own: what never ends may hold the interpreter."""
    command = [sys.executable, SCRIPT, "--number", str(number), "--seed", str(seed)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout_s)
    except subprocess.TimeoutExpired as error:
        last = (error.stdout or b"").splitlines()[-1:]
        raise AssertionError(f"no end in {timeout_s:.0f} s, the last input was {last}") from None
    lines = done.stdout.splitlines()
    faults = [b"\n".join(lines[i - 1 : i + 1]) for i, line in enumerate(lines) if line.startswith(b"FAULT")]
    assert done.returncode == 0, (faults[:5], lines[-1:], done.stderr[-2_000:])
    assert b"%d inputs" % number in lines[-1].replace(b",", b"")


def test_hostile_queries_globs_and_ignore_files_are_answered_or_refused() -> None:
    ask(100, seed=1, timeout_s=240)


@pytest.mark.slow
def test_thousands_of_hostile_queries_globs_and_ignore_files_are_answered_or_refused() -> None:
    ask(5_000, seed=2, timeout_s=1_800)
