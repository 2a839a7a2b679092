"""VS Code (code-server in a headless Chromium), driven with the packaged extension.

Needs `VSCODE_TOOLS`, the folder that `install.sh` filled, `chromium`, and `npm ci` done in `editors/vscode`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
EXTENSION = HERE.parents[2] / "editors" / "vscode"
HOW_TO_GET_IT = (
    "needs chromium, VSCODE_TOOLS=DIR after `tests/editors/vscode/install.sh DIR`, and `npm ci` in editors/vscode"
)

pytestmark = pytest.mark.editor


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


@pytest.fixture(scope="module")
def address(workspace: Path, tools: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """VS Code with the extension installed, at the workspace."""
    data = tmp_path_factory.mktemp("vscode")
    package = data / "lsp-codebase.vsix"
    run("npm", "run", "package", "--", "--out", str(package), cwd=EXTENSION, env=tools)
    settings = data / "user" / "Machine" / "settings.json"  # VS Code takes its PATH from a login shell, not from us
    settings.parent.mkdir(parents=True)
    server = shutil.which("lsp-codebase", path=tools["PATH"])
    quiet = {"workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden"}
    settings.write_text(json.dumps({"lspCodebase.server.path": server, **quiet}))
    folders = ("--user-data-dir", str(data / "user"), "--extensions-dir", str(data / "extensions"))
    run("code-server", *folders, "--install-extension", str(package), cwd=data, env=tools)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    flags = ("--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust")
    command = ["code-server", *folders, *flags, "--bind-addr", f"127.0.0.1:{port}", str(workspace)]
    with (data / "log").open("wb") as log, subprocess.Popen(command, env=tools, stdout=log, stderr=log) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/?folder={workspace.as_posix()}"
        finally:
            process.terminate()


def run(*command: str, cwd: Path, env: Mapping[str, str]) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def wait_for(port: int) -> None:
    """Wait until something listens."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < deadline, "VS Code does not answer"
            time.sleep(0.1)
        else:
            return


@pytest.fixture(scope="module")
def seen(address: str, tools: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What one session saw, step by step (see `drive.mjs`)."""
    result = tmp_path_factory.mktemp("result") / "seen.json"
    run("node", str(HERE / "drive.mjs"), address, str(result), cwd=HERE, env=tools)
    seen = json.loads(result.read_text("utf-8"))
    assert seen.get("failure") is None, json.dumps(seen, indent=1)
    return seen


def test_the_status_bar_shows_the_progress(seen: Any, workspace: Path) -> None:
    assert any(f"Indexing {workspace.name}" in text for text in seen["startProgress"])
    assert any(f"Indexing {workspace.name}" in text for text in seen["rebuildProgress"])


def test_go_to_symbol_finds_a_function(seen: Any) -> None:
    assert seen["symbols"][0] == "measureWidth"


def test_search_selects_the_name_after_text_that_is_not_ascii(seen: Any) -> None:
    assert seen["selected"] == "measureWidth"


def test_search_in_words_shows_hits_whose_names_do_not_contain_them(seen: Any) -> None:
    assert any(name.startswith("JSONDecoder.") for name in seen["hits"][:3])


def test_the_status_names_the_folder_and_its_files(seen: Any, workspace: Path) -> None:
    assert f"{workspace.name}: ready" in seen["status"]


def test_the_first_answer_after_a_reload_has_the_hit(seen: Any) -> None:
    assert seen["firstAnswer"][0] == "measureWidth"


def test_no_server_outlives_the_window(seen: Any, server_ended: bool) -> None:
    assert server_ended
