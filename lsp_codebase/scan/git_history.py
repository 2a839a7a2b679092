"""The commits up to the checked-out one: messages, and the files that each of them touched."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.files import read_rules
from lsp_codebase.scan.git import ANSWER_S, ask_git
from lsp_codebase.scan.git_excludes import readable_repository

_LIMIT_S = 30.0  # 16,000 commits of 12 years take a second
_LINES_S = 10.0  # of one file, through as many commits: some seconds, since their texts are compared
_LATEST_DIGITS = 11  # of a time: each commit gives its own time
_START, _MIDDLE = "\x01", "\x02"
# No program of a configuration is run (one checks signatures, others compare files), and no file of it is
# read. Renamed files are followed only if nothing else changed in them: the others would be read for it.
_LOG = (
    *("--literal-pathspecs", "-c", "log.follow=false", "-c", f"diff.orderFile={os.devnull}"),
    *("log", f"--format={_START}%H %ct%n%B{_MIDDLE}"),
    *("--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color", "--no-notes", "--no-mailmap"),
    *("--encoding=UTF-8", "--ignore-submodules=all"),
)
_FILES = ("-z", "--name-status", "--find-renames=100%", "--diff-merges=off")


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. `files` are relative to the root, by their names then; `moved` leads from old names to new.

    `time` is in seconds since 1970. A merge names no files.
    """

    id: str
    time: int
    message: str
    files: tuple[str, ...]
    moved: dict[str, str] = field(default_factory=dict)


def read_history(root: Path, since: str | None, most: int, cancel: CancelToken) -> list[Commit] | None:
    """Return the newest commits that touched anything below `root`, newest first; only those after the commit `since`.

    None where git cannot tell, or where `since` is not among the ancestors of the checked-out commit.

    Raises:
        Cancelled: if asked to stop.
    """
    repository = readable_repository(root)
    if repository is None:
        return None
    if since is not None:
        is_ancestor = ask_git(root, root, "merge-base", "--is-ancestor", since, "HEAD", limit_s=ANSWER_S, cancel=cancel)
        if is_ancestor is None:
            return None
    below = () if repository.top == root else ("--relative", "--", ".")
    wanted = f"{since}..HEAD" if since else "HEAD"
    said = ask_git(root, root, *_LOG, *_FILES, f"--max-count={most}", wanted, *below, limit_s=_LIMIT_S, cancel=cancel)
    if said is None:
        return None
    cut = frozenset(read_rules(repository.common_directory / "shallow").split())
    return [*_commits(said.decode("utf-8", "replace"), cut)]


def read_line_history(
    root: Path, path: str, first: int, last: int, most: int, cancel: CancelToken
) -> list[Commit] | None:
    """Return the newest commits that touched some lines of a committed file, newest first; without their files.

    The lines are counted from 0 in the last committed text; `path` is relative to the root. Renames are
    followed. None where git cannot tell.

    Raises:
        Cancelled: if asked to stop.
    """
    if readable_repository(root) is None:
        return None
    lines = f"-L{first + 1},{last + 1}:{path}"
    asked = (*_LOG, "--no-patch", f"--max-count={most}", lines, "HEAD")
    said = ask_git(root, root, *asked, limit_s=_LINES_S, cancel=cancel, about=path)
    return [*_commits(said.decode("utf-8", "replace"))] if said else None


def read_committed(root: Path, path: str, cancel: CancelToken, commit: str = "HEAD") -> bytes | None:
    """Return a file as a commit has it, None where git cannot tell; `path` is relative to the root.

    Raises:
        Cancelled: if asked to stop.
    """
    if readable_repository(root) is None:
        return None
    return ask_git(root, root, "cat-file", "blob", f"{commit}:./{path}", limit_s=ANSWER_S, cancel=cancel, about=path)


def _commits(said: str, cut: Container[str] = ()) -> Iterator[Commit]:
    """Yield git's commits. Those whose parents a shallow clone has `cut` off seem to add all files:
    they name none.
    """
    for record in said.split(_START)[1:]:
        head, _, listed = record.partition(_MIDDLE)
        first, _, message = head.partition("\n")
        commit_id, _, time = first.partition(" ")
        if not (time.isascii() and time.isdecimal() and len(time) <= _LATEST_DIGITS):
            continue  # a message that holds our marks, or a time that is none
        files, moved = [], {}
        entries = iter(listed.strip("\0\n").split("\0"))
        for status in entries:
            if not status.strip():
                break
            names = [next(entries, "") for _ in range(2 if status.strip()[0] in "RC" else 1)]
            if status.strip()[0] == "R":
                moved[names[0]] = names[-1]
            files.append(names[-1])
        if commit_id in cut:
            files, moved = [], {}
        yield Commit(commit_id, int(time), message, tuple(filter(None, files)), moved)
