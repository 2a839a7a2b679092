"""The place of a repository's own files, and the ignore rules that are not in a `.gitignore`."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.scan.files import RULES_BYTES, read_rules
from lsp_codebase.scan.git import ANSWER_S, ask_git, path_told

_IGNORE_CASE = re.compile(r"^[ \t]*ignorecase[ \t]*(=[ \t]*(true|yes|on|1)[ \t]*)?\r?$", re.IGNORECASE | re.MULTILINE)
_INDEX_BYTES = 200_000_000  # of two million files


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
        return _IGNORE_CASE.search(read_rules(self.common_directory / "config")) is not None

    @property
    def is_readable(self) -> bool:
        """Whether git would find regular files of a sane size where it looks first: a FIFO there would hold it up."""
        small = (
            *(self.directory / name for name in ("HEAD", "commondir", "config.worktree")),
            self.common_directory / "config",
        )
        return _is_regular(self.directory / "index", _INDEX_BYTES) and all(
            _is_regular(file, RULES_BYTES) for file in small
        )

    @property
    def is_second_checkout(self) -> bool:
        """Whether this is a linked work tree inside of another one of its repository: git lists nothing of it there."""
        if self.directory == self.common_directory:
            return False
        around = find_repository(self.top.parent)
        return around is not None and _is_same(around.common_directory, self.common_directory)

    def user_excludes_file(self) -> Path | None:
        """The user's `core.excludesFile`, by default `git/ignore` in the configuration directory.

        Git itself is asked only where a configuration file names another one: that costs a process.
        """
        home = Path(os.environ.get("HOME") or Path.home())  # Python does not ask for the first on Windows, git does
        configuration = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
        files = [Path("/etc/gitconfig"), configuration / "config", home / ".gitconfig"]
        if "GIT_CONFIG_GLOBAL" in os.environ:
            files[1:] = [Path(os.environ["GIT_CONFIG_GLOBAL"])]
        text = "".join(read_rules(file).lower() for file in [*files, self.common_directory / "config"])
        if self.is_readable and ("excludesfile" in text or "[include" in text):
            question = ("config", "--type=path", "--get", "core.excludesFile")
            named = ask_git(self.top, self.top, *question, limit_s=ANSWER_S)
            if named:
                return self.top / path_told(named).rstrip("\n")
        return configuration / "ignore"


def find_repository(directory: Path) -> Repository | None:
    """Return the work tree that contains `directory`, or None."""
    for top in (directory, *directory.parents):
        if (repository := repository_at(top)) is not None:
            return repository
    return None


def readable_repository(directory: Path) -> Repository | None:
    """Return the work tree that contains `directory`, if git may be asked of it, or None."""
    repository = find_repository(directory)
    return repository if repository is not None and repository.is_readable else None


def repository_at(top: Path) -> Repository | None:
    """Return the work tree whose top is exactly `top`, or None."""
    directory = _git_directory(top)
    # Any entry: git reads a FIFO of that name, too, before it looks for a repository further up.
    if directory is None or not os.path.lexists(directory / "HEAD"):
        return None
    common_directory = named_directory(directory, read_rules(directory / "commondir"))
    return None if common_directory is None else Repository(top, directory, common_directory)


def _git_directory(top: Path) -> Path | None:
    """Return the directory `.git`, or the target of a file of that name, as in a linked work tree or a submodule."""
    entry = top / ".git"
    if os.path.isdir(entry):
        return entry
    text = read_rules(entry)
    return named_directory(top, text.removeprefix("gitdir:")) if text.startswith("gitdir:") else None


def named_directory(directory: Path, said: str) -> Path | None:
    """Return the directory that a git file in another directory names; None for no path, or one of another machine.

    Windows would tell that machine the name of the user.
    """
    found = directory / said.strip()
    is_on_network = found.drive.startswith("\\\\") and found.drive != directory.drive
    return None if "\0" in said or is_on_network else found


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _is_regular(file: Path, most_bytes: int) -> bool:
    """Whether a file is a regular one and not huge, or is not there."""
    try:
        info = os.stat(file)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(info.st_mode) and info.st_size <= most_bytes
