"""Sessions in Neovim that play a scenario."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from neovims import HERE, SHIPPED, newest

Play = Callable[..., Any]


@pytest.fixture(scope="module")
def play(workspace: Path, server_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Plays a scenario in a session of its own, and returns what it saw."""

    def play(
        scenario: str,
        program: str = "",
        *,
        runtime: tuple[Path, ...] = (),
        folder: Path = workspace,
        environment: Mapping[str, str] = server_environment,
    ) -> Any:
        result = tmp_path_factory.mktemp("result") / "seen.json"
        command = [program or newest((0, 11)), "--clean", "--headless"]
        for path in (SHIPPED, *runtime):
            command += ["--cmd", f"set rtp^={path}"]
        run = subprocess.run(
            [*command, "-S", str(HERE / scenario)],
            cwd=folder,
            env={**environment, "RESULT": str(result), "SESSION": str(HERE / "session.lua")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=1_200,
            check=False,
        )
        assert result.exists(), run.stderr
        seen = json.loads(result.read_text("utf-8"))
        assert "failure" not in seen, f"{seen['failure']}\n{seen['notices']}\n{run.stderr}"
        return seen

    return play
