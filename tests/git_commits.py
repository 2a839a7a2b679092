"""Runs git for tests, the same on every machine: commits made alike have the same ids."""

import os
import subprocess
from pathlib import Path

_OPTIONS = {
    "user.name": "Ada",
    "user.email": "ada@home",
    "init.defaultBranch": "main",
    "core.autocrlf": "false",
    "gc.auto": "0",
    "protocol.file.allow": "always",
}


def git(root: Path, *arguments: str, day: int = 1) -> str:
    """Return what git prints in a folder, on a day of January 2026."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    environment |= {f"GIT_{who}_DATE": f"2026-01-{day:02}T09:00:00Z" for who in ("AUTHOR", "COMMITTER")}
    options = [part for name, value in _OPTIONS.items() for part in ("-c", f"{name}={value}")]
    command = ["git", "-C", str(root), *options, *arguments]
    return subprocess.run(command, check=True, capture_output=True, env=environment, text=True).stdout.strip()
