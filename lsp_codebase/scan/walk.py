"""Which files of a root are candidates for the index.

Inside a git repository git itself is asked, so ignore rules are git's to the letter; elsewhere the directory is walked
with the same rules read by `scan.ignore`. Contents are not read here.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pathspec

from lsp_codebase.model import CancelToken, FileProblem
from lsp_codebase.scan.files import is_inside
from lsp_codebase.scan.ignore import IgnoreRules

# Never source of the project, whatever the ignore files say or forget to say.
NEVER_ENTERED = frozenset({".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".tox", ".nox"})

_NEVER_ENTERED = re.compile(rf"(?:^|/)(?:{'|'.join(map(re.escape, sorted(NEVER_ENTERED)))})/").search

# A checkout may come from anybody: run nothing that its configuration names.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks")


_HAS_CHANGE_TIME = os.name == "posix"  # on Windows this is when the file was created
_SECOND_NS = 1_000_000_000
COARSE_NS = 2 * _SECOND_NS  # times in whole seconds are those of FAT, HFS+ or a network drive
TICK_NS = 20_000_000  # elsewhere: the timer of the system, 1 to 16 ms

GONE = ""
_LINK, _SPECIAL, DIRECTORY = _NO_FILES = ("symbolic link", "not a regular file", "a directory")
_NO_TEXT_NAME = "its name is not UTF-8"


@dataclass(frozen=True, slots=True)
class FileStat:
    """The cheap part of a fingerprint.

    `changed_ns` is when the file system last noted a change, which no program can set back; 0 where it is not known.
    """

    size: int
    mtime_ns: int
    changed_ns: int = 0

    @classmethod
    def of(cls, info: os.stat_result) -> FileStat:
        """Return what the system says of a file."""
        return cls(info.st_size, info.st_mtime_ns, info.st_ctime_ns if _HAS_CHANGE_TIME else 0)

    def is_racy(self, looked_at_ns: int) -> bool:
        """Whether the file changed so shortly before it was looked at that a later change may have the same times."""
        times = (self.mtime_ns, self.changed_ns or self.mtime_ns)
        tick = COARSE_NS if all(time % _SECOND_NS == 0 for time in times) else TICK_NS
        return any(abs(looked_at_ns - time) < tick for time in times)


@dataclass(frozen=True, slots=True)
class Scan:
    """Regular files by path relative to the root (with "/"), sorted; entries left out on purpose; unreadable ones."""

    files: dict[str, FileStat]
    skipped: tuple[FileProblem, ...]
    unreadable: tuple[FileProblem, ...]


def scan(root: Path, *, respect_gitignore: bool, exclude: Sequence[str], cancel: CancelToken) -> Scan:
    """Return every candidate file below `root` with its size and mtime; symbolic links are not followed."""
    skipped: list[FileProblem] = []
    unreadable: list[FileProblem] = []
    names: Iterator[str] | None = _git_files(root) if respect_gitignore else None
    asks_git = names is not None
    if names is None:
        names = _walk(root, IgnoreRules(root, respect_gitignore=respect_gitignore, exclude=exclude), unreadable)
    excluded = pathspec.GitIgnoreSpec.from_lines(exclude) if asks_git and exclude else None
    files: dict[str, FileStat] = {}
    top = os.path.join(root, "")
    pending = [names]
    while pending:
        for number, name in enumerate(pending.pop()):
            if number % 512 == 0:
                cancel.check()
            if excluded is not None and excluded.match_file(name):
                continue
            if not has_text_name(name):
                skipped.append(FileProblem(name, _NO_TEXT_NAME))
                continue
            found = stat_file(top + name)
            if isinstance(found, FileStat):
                files[name] = found
            elif found == DIRECTORY and asks_git:
                pending.append(_nested(root, name))
            elif found:
                (skipped if found in _NO_FILES else unreadable).append(FileProblem(name, found))
    return Scan(dict(sorted(files.items())), tuple(skipped), tuple(unreadable))


def has_text_name(path: str) -> bool:
    """Whether a path is text. File systems take any bytes for a name; no table, pattern or watcher does."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def stat_file(path: Path | str) -> FileStat | str:
    """Return the stat of a regular file, `GONE`, or why it cannot be taken."""
    try:
        info = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except (OSError, ValueError) as error:
        return _reason(error)
    if stat.S_ISREG(info.st_mode):
        return FileStat.of(info)
    if stat.S_ISDIR(info.st_mode):
        return DIRECTORY
    return _LINK if stat.S_ISLNK(info.st_mode) else _SPECIAL


def stat_inside(root: Path, path: str) -> FileStat | str:
    """Return what `stat_file` says of a relative path; what lies behind a link is none of ours."""
    return stat_file(root / path) if is_inside(root, path) else _LINK


def _git_files(root: Path) -> Iterator[str] | None:
    """Return the tracked and untracked files git sees below `root`, or None if git has no answer or sees none.

    It sees none in a root that the repository around it ignores.

    A submodule or an untracked nested repository is one entry, a directory.
    """
    listing = _run_git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    if not listing:
        return None
    # In the order in which most file systems find them sooner; an unmerged file is listed several times.
    names = sorted({os.fsdecode(name) for name in listing.split(b"\0") if name})
    return (name for name in names if not _NEVER_ENTERED(name))


def _nested(root: Path, name: str) -> Iterator[str]:
    """Return the files of a repository inside another one, relative to `root`; a submodule not cloned has none."""
    nested = name.rstrip("/")
    if not (root / nested / ".git").exists():  # there git would answer for the one around it, with the directory again
        return iter(())
    return (f"{nested}/{inner}" for inner in _git_files(root / nested) or ())


def _run_git(directory: Path, *arguments: str) -> bytes | None:
    if not any((parent / ".git").exists() for parent in (directory, *directory.parents)):
        return None
    try:
        done = subprocess.run([*_GIT, "-C", str(directory), *arguments], capture_output=True, check=False, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _walk(root: Path, rules: IgnoreRules, problems: list[FileProblem]) -> Iterator[str]:
    pending = [""]
    while pending:
        directory = pending.pop()
        try:
            entries = sorted(os.scandir(root / directory), key=lambda entry: entry.name)
        except OSError as error:
            problems.append(FileProblem(directory or ".", _reason(error)))
            continue
        for entry in entries:
            path = f"{directory}/{entry.name}" if directory else entry.name
            is_directory = entry.is_dir(follow_symlinks=False)
            if (is_directory and entry.name in NEVER_ENTERED) or rules.is_ignored(path, is_directory=is_directory):
                continue
            if not is_directory:
                yield path
            elif not os.path.lexists(root / path / "pyvenv.cfg"):
                pending.append(path)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
