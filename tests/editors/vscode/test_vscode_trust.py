"""VS Code in Restricted Mode: no program of the workspace runs before the workspace is trusted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return ()


@pytest.fixture(scope="module")
def trust_flags() -> tuple[str, ...]:
    return ()


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the program in the workspace writes how it was called."""
    return tmp_path_factory.mktemp("runs") / "calls"


@pytest.fixture(scope="module")
def machine_settings(tools: dict[str, str], workspace: Path, runs: Path) -> dict[str, Any]:
    """No path to a server: the only one lies in the environment of the workspace."""
    server = shutil.which("lsp-codebase", path=tools["PATH"])
    program = workspace / ".venv" / "bin" / "lsp-codebase"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\necho "$1" >> "{runs}"\nexec "{server}" "$@"\n')
    program.chmod(0o755)
    return {"workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden"}


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any], runs: Path) -> Any:
    return play("trust", RUNS=str(runs))


def test_a_program_in_the_workspace_is_not_run_before_it_is_trusted(seen: Any) -> None:
    assert not seen["wasRun"]
    (message,) = seen["message"]
    assert "in Restricted Mode not in the workspace" in message
    assert "Trust" in seen["buttons"]


def test_the_item_says_that_the_window_is_restricted(seen: Any) -> None:
    assert "programs and settings of the workspace are not used" in seen["tooltip"]


def test_it_is_run_once_the_workspace_is_trusted(seen: Any, runs: Path) -> None:
    assert runs.read_text().splitlines() == ["--version", "--stdio"]
