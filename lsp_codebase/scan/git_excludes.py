"""Where git keeps the ignore rules that are not in a `.gitignore`. Used by `scan.ignore` only."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

_IGNORE_CASE = re.compile(r"^\s*ignorecase\s*(=\s*(true|yes|on|1)\s*)?$", re.IGNORECASE | re.MULTILINE)
_GIT_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class Repository:
    """A git work tree. `directory` holds its `HEAD` and `index`.

    `common_directory` holds `config` and `info/exclude`; linked work trees share it.
    """

    top: Path
    directory: Path
    common_directory: Path

    @property
    def exclude_file(self) -> Path:
        """The file of rules that are not committed."""
        return self.common_directory / "info" / "exclude"

    @property
    def ignores_case(self) -> bool:
        """Whether names are compared without regard to case, as `git init` sets on Windows and macOS."""
        return _IGNORE_CASE.search(_read(self.common_directory / "config")) is not None

    def user_excludes_file(self) -> Path | None:
        """The user's `core.excludesFile`, by default `git/ignore` in the configuration directory.

        Git itself is asked only where a configuration file names another one: that costs a process.
        """
        configuration = Path(os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()) / "git"
        files = [Path("/etc/gitconfig"), configuration / "config", Path("~/.gitconfig").expanduser()]
        if "GIT_CONFIG_GLOBAL" in os.environ:
            files[1:] = [Path(os.environ["GIT_CONFIG_GLOBAL"])]
        text = "".join(_read(file).lower() for file in [*files, self.common_directory / "config"])
        if "excludesfile" in text or "[include" in text:
            named = self._ask("config", "--type=path", "--get", "core.excludesFile")
            if named:
                return self.top / named
        return configuration / "ignore"

    def _ask(self, *arguments: str) -> str:
        try:
            reply = subprocess.run(
                ["git", "-C", str(self.top), *arguments],
                capture_output=True,
                text=True,
                timeout=_GIT_TIMEOUT_S,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return reply.stdout.rstrip("\n") if reply.returncode == 0 else ""


def find_repository(directory: Path) -> Repository | None:
    """Return the work tree that contains `directory`, or None."""
    for top in (directory, *directory.parents):
        if (repository := repository_at(top)) is not None:
            return repository
    return None


def repository_at(top: Path) -> Repository | None:
    """Return the work tree whose top is exactly `top`, or None."""
    marker = top / ".git"
    if marker.is_file():  # a linked work tree or a submodule: "gitdir: <path>"
        marker = top / _read(marker).removeprefix("gitdir:").strip()
        shared = _read(marker / "commondir").strip()
        if shared:
            return Repository(top, marker, marker / shared)
    return Repository(top, marker, marker) if (marker / "HEAD").is_file() else None


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""
