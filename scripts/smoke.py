"""Install a wheel or an sdist into an empty environment of each Python and use it.

    python scripts/smoke.py dist/lsp_codebase-0.1.0-py3-none-any.whl python3.10 python3.13

Without a Python it is the one that runs this. Each gets a home and a cache of its own; the package registry is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

LIMIT_S = 600
_LEFT_OUT = ("PYTHON", "XDG_", "LSP_CODEBASE", "VIRTUAL_ENV")
SOURCES = {
    "shop/cart.py": 'class Cart:\n    """What a customer wants to buy."""\n\n    def total(self):\n        return 0\n',
    "src/retry.go": "package src\n\n// RetryWithBackoff waits longer after each failure.\nfunc RetryWithBackoff() {}\n",
}


class Installed:
    """The package in an environment of its own, and a project to ask it about."""

    def __init__(self, python: str, package: Path, folder: Path) -> None:
        self.project = folder / "project"
        for name, text in SOURCES.items():
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            (self.project / name).write_text(text, "utf-8")
        self._environment = _own_environment(folder / "home")
        self.run(python, "-m", "venv", str(folder / "venv"))
        self._programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.run(self.program("python"), "-m", "pip", "install", "-q", "--no-compile", str(package))
        self.run(self.program("python"), "-m", "pip", "check")

    def program(self, name: str) -> str:
        """Return the path of a program of the environment."""
        return str(self._programs / (f"{name}.exe" if os.name == "nt" else name))

    def run(self, *command: str, given: bytes = b"") -> str:
        """Run a command in the project and return its output; all output is shown if it fails."""
        streams = {"input": given, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        done = subprocess.run(command, cwd=self.project, env=self._environment, timeout=LIMIT_S, check=False, **streams)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).decode("utf-8", "replace")
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
        return done.stdout.decode("utf-8")

    def answer(self, *arguments: str) -> str:
        """Return the output of `lsp-codebase`."""
        return self.run(self.program("lsp-codebase"), *arguments)

    def initialized(self) -> Mapping[str, object]:
        """Return the answer to `initialize` of a server that is then asked to end."""
        params = {"processId": None, "rootUri": self.project.as_uri(), "capabilities": {}}
        messages = (
            {"id": 1, "method": "initialize", "params": params},
            {"method": "initialized", "params": {}},
            {"id": 2, "method": "shutdown"},
            {"method": "exit"},
        )
        sent = b"".join(_framed({"jsonrpc": "2.0", **message}) for message in messages)
        received = self.run(self.program("lsp-codebase"), "--stdio", given=sent)
        bodies = [json.loads(part.partition("\r\n\r\n")[2]) for part in received.split("Content-Length: ")[1:]]
        return next(body["result"] for body in bodies if body.get("id") == 1)


def _framed(message: Mapping[str, object]) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _own_environment(home: Path) -> dict[str, str]:
    """Return the variables of this process less those that lead to the user's files or to another package."""
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_LEFT_OUT)}
    return kept | {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home / "local")}


def check(python: str, package: Path) -> str:
    """Return a line about the package on that Python; ends the program if anything is wrong."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        installed = Installed(python, package, Path(name).resolve())
        seconds = time.monotonic() - begin
        version = installed.answer("--version").split()[-1]
        installed.answer("index")
        answers = {
            "search": (installed.answer("search", "wait longer after failures"), "retry.go"),
            "symbols": (installed.answer("symbols", "Cart"), "cart.py"),
            "tree": (installed.answer("tree"), "shop"),
            "doctor": (installed.answer("doctor"), ""),
            "initialize": (json.dumps(installed.initialized()), f'"version": "{version}"'),
        }
        for asked, (answered, expected) in answers.items():
            if expected not in answered or not answered.strip():
                raise SystemExit(f"{python}: {asked} should show {expected}, but answered: {answered}")
    return f"{python}: {package.name} installed in {seconds:.0f} s; {', '.join(answers)} answered"


def main() -> None:
    """Check every Python that is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    arguments = parser.parse_args()
    for python in arguments.python:
        print(check(python, arguments.package.resolve()), flush=True)


if __name__ == "__main__":
    main()
