"""The workflow for whoever hosts this says what pyproject.toml says, and runs what is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
MATRIX = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]


def steps() -> Iterator[dict[str, Any]]:
    for job in WORKFLOW["jobs"].values():
        yield from job["steps"]


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_the_tests_run_on_every_python_that_is_supported_and_may_fail_on_newer_ones() -> None:
    supported = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)
    may_fail = re.findall(r"'(3\.\d+)'", WORKFLOW["jobs"]["tests"]["continue-on-error"])
    assert MATRIX["python"] == [*supported, *may_fail]
    assert all(number(version) > number(supported[-1]) for version in may_fail)
    assert f'requires-python = ">={supported[0]}"' in PYPROJECT


def test_the_tests_run_on_three_systems() -> None:
    assert [re.split(r"-\d", system)[0] for system in MATRIX["os"]] == ["ubuntu", "macos", "windows"]


def test_what_takes_editors_and_minutes_runs_on_linux_alone() -> None:
    whole = [job for job in WORKFLOW["jobs"].values() if "bash .ci/run" in [step.get("run") for step in job["steps"]]]
    assert [job["runs-on"].split("-")[0] for job in whole] == ["ubuntu"]


@pytest.mark.parametrize("command", [step["run"] for step in steps() if "run" in step])
def test_a_command_names_files_and_modules_that_are_there(command: str) -> None:
    program, *arguments = shlex.split(command)
    named = [word for word in arguments if "/" in word or word.endswith((".txt", ".py"))]
    assert all((ROOT / name).is_file() for name in named), command
    is_module = program == "python" and arguments[0] == "-m" and arguments[1] in ("pip", "pytest")
    assert is_module or (program == "bash" and named), command


def test_nothing_is_used_but_the_checkout_and_python_each_of_a_version() -> None:
    used = {step["uses"].partition("@")[::2] for step in steps() if "uses" in step}
    assert {action for action, _ in used} == {"actions/checkout", "actions/setup-python"}
    assert all(re.fullmatch(r"v\d+(\.\d+)*", version) for _, version in used)
