"""Emacs with the packages of Debian: `apt-get install emacs-nox elpa-eglot elpa-lsp-mode elpa-consult elpa-vertico`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SHIPPED = HERE.parents[2] / "editors" / "emacs"
HOW_TO_GET_IT = "needs Emacs >= 28: `apt-get install emacs-nox elpa-eglot elpa-lsp-mode elpa-consult elpa-vertico`"
ZOO_PY = '''\
def wombat_price(weight):
    """Tell the price of a wombat."""
    return weight * 3


def wombat_total(weights):
    return sum(wombat_price(weight) for weight in weights)


def zoo_bill(zoo):
    total = wombat_total(zoo.weights)
    return wombat_price(zoo.heaviest) + total
'''


@pytest.fixture(scope="session")
def emacs() -> str:
    """The binary, if it is there with its packages."""
    binary = shutil.which("emacs")
    packages = Path("/usr/share/emacs/site-lisp/elpa")
    wanted = ("eglot", "lsp-mode", "consult", "vertico")
    if binary is None or not all(any(packages.glob(f"{name}-*")) for name in wanted):
        pytest.skip(HOW_TO_GET_IT)
    return binary


@pytest.fixture(scope="module")
def emacs_environment(workspace: Path, server_environment: dict[str, str]) -> dict[str, str]:
    """The environment of a session in the workspace, which has calls to follow."""
    (workspace / "calls.py").write_text(ZOO_PY)
    return {
        **server_environment,
        "WORKSPACE": str(workspace),
        "PYTHON": sys.executable,
        "OTHER_SERVER": str(HERE / "other_server.py"),
        "TERM": "xterm-256color",
    }


@pytest.fixture(scope="module")
def play(
    emacs: str, emacs_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Any]:
    """Plays a scenario in a session of its own, and returns what it saw, step by step."""

    def play(scenario: str) -> Any:
        result = tmp_path_factory.mktemp("result") / "seen.json"
        command = [emacs, "-Q", "--batch", "-L", str(SHIPPED), "-l", str(HERE / scenario)]
        environment = {**emacs_environment, "RESULT": str(result)}
        run = subprocess.run(
            command,
            cwd=environment["WORKSPACE"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=1_200,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return json.loads(result.read_text("utf-8"))

    return play
