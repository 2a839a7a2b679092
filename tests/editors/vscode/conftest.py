"""VS Code (code-server in a headless Chromium) with the packaged extension, and sessions that a user might have.

Needs `VSCODE_TOOLS`, the folder that `install.sh` filled, `chromium`, and `npm ci` done in `editors/vscode`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

HERE = Path(__file__).parent
EXTENSION = HERE.parents[2] / "editors" / "vscode"
HOW_TO_GET_IT = (
    "needs chromium, VSCODE_TOOLS=DIR after `tests/editors/vscode/install.sh DIR`, and `npm ci` in editors/vscode"
)
QUIET = {"workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden"}
FLAGS = ("--auth", "none", "--disable-telemetry", "--disable-update-check")


@pytest.fixture(scope="module")
def tools(server_environment: dict[str, str]) -> dict[str, str]:
    """The environment in which VS Code, Node 24, the browser and the server are found."""
    folder, browser = os.environ.get("VSCODE_TOOLS"), shutil.which("chromium")
    if folder is None or browser is None or not (EXTENSION / "node_modules").exists():
        pytest.skip(HOW_TO_GET_IT)
    root = Path(folder).resolve()
    programs = (root / "node_modules" / ".bin", root / "node24" / "node_modules" / ".bin")
    path = os.pathsep.join((*map(str, programs), server_environment["PATH"]))
    return {**server_environment, "PATH": path, "TOOLS": str(root), "CHROMIUM": browser}


@pytest.fixture(scope="session")
def packages_made() -> dict[str, Path]:
    """The extension once packaged, by name."""
    return {}


@pytest.fixture(scope="module")
def extension_package(
    tools: dict[str, str], packages_made: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The extension as users install it."""
    if "extension" not in packages_made:
        package = tmp_path_factory.mktemp("package") / "lsp-codebase.vsix"
        with FileLock(Path(tempfile.gettempdir()) / "lsp-codebase-vsix.lock"):  # the bundle is made in the checkout
            run("npm", "run", "package", "--", "--out", str(package), cwd=EXTENSION, env=tools)
        packages_made["extension"] = package
    return packages_made["extension"]


@pytest.fixture(scope="module")
def machine_settings(tools: dict[str, str]) -> dict[str, Any]:
    """Settings of the machine. VS Code takes its PATH from a login shell, not from us. A module may replace them."""
    return {"lspCodebase.server.path": shutil.which("lsp-codebase", path=tools["PATH"]), **QUIET}


@pytest.fixture(scope="module")
def extra_extensions() -> tuple[Path, ...]:
    """Packages that are installed beside ours. A module may replace them."""
    return ()


@pytest.fixture(scope="module")
def trust_flags() -> tuple[str, ...]:
    """Whether VS Code asks who is to be trusted: it does not. A module may replace it."""
    return ("--disable-workspace-trust",)


@pytest.fixture(scope="module")
def opened(workspace: Path) -> str:
    """The part of the address that says what is opened. A module may replace it."""
    return f"folder={workspace.as_posix()}"


@pytest.fixture(scope="module")
def settings_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings of the machine, which VS Code follows while it runs."""
    return tmp_path_factory.mktemp("vscode") / "user" / "Machine" / "settings.json"


@pytest.fixture(scope="module")
def address(
    opened: str,
    trust_flags: tuple[str, ...],
    settings_file: Path,
    tools: dict[str, str],
    extension_package: Path,
    extra_extensions: tuple[Path, ...],
    machine_settings: Mapping[str, Any],
) -> Iterator[str]:
    """The address of VS Code with the extension installed."""
    data = settings_file.parents[2]
    settings_file.parent.mkdir(parents=True)
    settings_file.write_text(json.dumps(machine_settings))
    folders = ("--user-data-dir", str(data / "user"), "--extensions-dir", str(data / "extensions"))
    for package in (extension_package, *extra_extensions):
        run("code-server", *folders, "--install-extension", str(package), cwd=data, env=tools)
    log = data / "log"
    command = ["code-server", *folders, *FLAGS, *trust_flags, "--bind-addr", "127.0.0.1:0"]
    with log.open("wb") as out, subprocess.Popen(command, env=tools, stdout=out, stderr=out) as process:
        try:
            yield f"{address_in(log, process)}/?{opened}"
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def play(address: str, tools: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Plays `sessions/NAME.mjs` in a browser of its own and returns what it saw; `given` goes into its environment."""

    def play(session: str, **given: str) -> Any:
        result = tmp_path_factory.mktemp("result") / "seen.json"
        command = ("node", str(HERE / "driver.mjs"), str(HERE / "sessions" / f"{session}.mjs"), address, str(result))
        run(*command, cwd=HERE, env={**tools, **given}, timeout=3000)
        seen = json.loads(result.read_text("utf-8"))
        assert seen.get("failure") is None, json.dumps(seen, indent=1)
        return seen

    return play


def run(*command: str, cwd: Path, env: Mapping[str, str], timeout: float = 900) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def address_in(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Return the address at which VS Code listens, once its log tells it: a port that it chose itself."""
    deadline = time.monotonic() + 600
    while (listening := re.search(r"listening on (http://127\.0\.0\.1:\d+)", log.read_text("utf-8"))) is None:
        assert process.poll() is None, log.read_text("utf-8")
        assert time.monotonic() < deadline, f"VS Code does not answer: {log.read_text('utf-8')}"
        time.sleep(0.1)
    return listening[1]
