"""Seconds from the start of an editor to the first hits of a search, without an index and with one.

    python tests/editors/first_answers.py TREE [CHECKOUT]

CHECKOUT is the one whose server and plugins are measured; without it this one. VS Code needs VSCODE_TOOLS and `npm ci`
in its extension. An editor that is not there, or that the checkout has nothing for, is left out. Says how busy the
machine was.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST_S = 400
QUIET = {"workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden"}


def main(tree: Path, checkout: Path) -> None:
    """Print a line for each editor."""
    for name, prepare in (("VS Code", vscode), ("Neovim", neovim), ("Emacs", emacs)):
        with tempfile.TemporaryDirectory() as home:
            ask = prepare(tree, checkout, environment(Path(home), checkout))
            if ask is not None:
                cold, warm = ask(), ask()
                print(
                    f"{name}: {cold:.1f} s without an index, {warm:.1f} s with one; load {os.getloadavg()[0]:.0f}",
                    flush=True,
                )


def environment(home: Path, checkout: Path) -> dict[str, str]:
    """Return an environment with a home of its own, in which the server of a checkout is found."""
    program = home / "bin" / "lsp-codebase"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lsp_codebase "$@"\n')
    program.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "LSP_CODEBASE"))}
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "HOME": str(home), "PATH": path, "PYTHONPATH": str(checkout)}


def neovim(tree: Path, checkout: Path, env: Mapping[str, str]) -> Callable[[], float] | None:
    """Prepare Neovim: the plugin, or the entry for its own client where there is no plugin."""
    shipped = checkout / "editors" / "neovim"
    program = shutil.which("nvim")
    if program is None:
        return None
    has_plugin = (shipped / "plugin").exists()
    command = [program, "--clean", "--headless", "--cmd", f"set rtp^={shipped}"]
    asked = {"COMMAND": "Codebase search" if has_plugin else "LspCodebaseSearch"}
    server = {} if has_plugin else {"NAME_OF_SERVER": "lsp_codebase", "FILE": str(some_file(tree))}
    return timed([*command, "-S", str(HERE / "neovim" / "first_answer.lua")], tree, {**env, **asked, **server})


def emacs(tree: Path, checkout: Path, env: Mapping[str, str]) -> Callable[[], float] | None:
    """Prepare Emacs, if the checkout has something for it."""
    shipped = checkout / "editors" / "emacs"
    program = shutil.which("emacs")
    if program is None or not shipped.exists():
        return None
    command = [program, "-Q", "--batch", "-L", str(shipped), "-l", str(HERE / "emacs" / "first_answer.el")]
    return timed(command, tree, {**env, "FILE": str(some_file(tree))})


def vscode(tree: Path, checkout: Path, env: Mapping[str, str]) -> Callable[[], float] | None:
    """Prepare code-server with the extension; each question opens its window in a new browser."""
    extension = checkout / "editors" / "vscode"
    browser, folder = shutil.which("chromium"), os.environ.get("VSCODE_TOOLS")
    if browser is None or folder is None or not (extension / "node_modules").exists():
        return None
    root, home = Path(folder).resolve(), Path(env["HOME"])
    programs = (root / "node_modules" / ".bin", root / "node24" / "node_modules" / ".bin")
    path = os.pathsep.join((*map(str, programs), env["PATH"]))
    env = {**env, "PATH": path, "TOOLS": str(root), "CHROMIUM": browser}
    package, settings = home / "it.vsix", home / "user" / "Machine" / "settings.json"
    subprocess.run(
        ["npm", "run", "package", "--", "--out", package], cwd=extension, env=env, check=True, capture_output=True
    )
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"lspCodebase.server.path": str(home / "bin" / "lsp-codebase"), **QUIET}))
    folders = ["--user-data-dir", str(home / "user"), "--extensions-dir", str(home / "extensions")]
    install = ["code-server", *folders, "--install-extension", package]
    subprocess.run(install, env=env, cwd=home, check=True, capture_output=True)
    flags = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"]

    def ask() -> float:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = ["code-server", *folders, *flags, "--bind-addr", f"127.0.0.1:{port}"]
        with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                wait_for(port)
                session = HERE / "vscode" / "sessions" / "first_answer.mjs"
                result = home / "seen.json"
                address = f"http://127.0.0.1:{port}/?folder={tree.as_posix()}"
                driver = ["node", HERE / "vscode" / "driver.mjs", session, address, result]
                subprocess.run(driver, env=env, check=True, timeout=LONGEST_S)
            finally:
                server.terminate()
        seen = json.loads(result.read_text("utf-8"))
        if "failure" in seen:
            sys.exit(f"VS Code: {seen}")
        return float(seen["seconds"])

    return ask


def timed(command: list[str], cwd: Path, env: Mapping[str, str]) -> Callable[[], float]:
    """Return what runs a command and tells how long that took."""

    def ask() -> float:
        start = time.monotonic()
        subprocess.run(
            command, cwd=cwd, env=env, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=LONGEST_S
        )
        return time.monotonic() - start

    return ask


def some_file(tree: Path) -> Path:
    """Return a Python file of the tree."""
    return min(tree.rglob("*.py"))


def wait_for(port: int) -> None:
    """Wait until something listens."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else HERE.parents[1])
