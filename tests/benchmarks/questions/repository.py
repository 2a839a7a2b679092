"""Public repositories: their clones, commits and files, read with git alone; nothing of theirs is run."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("repositories.json")
_NO_CONFIGURATION = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
_START, _MIDDLE = "\x01", "\x02"


@dataclass(frozen=True, slots=True)
class Source:
    """A repository as it was at `snapshot`; queries are made of the commits from there to `until`."""

    url: str
    snapshot: str
    until: str
    split: str
    languages: tuple[str, ...]

    @property
    def slug(self) -> str:
        return "/".join(self.url.removesuffix(".git").split("/")[-2:])

    @property
    def name(self) -> str:
        return self.slug.split("/")[1]


@dataclass(frozen=True, slots=True)
class Commit:
    """`changes` are (status letter, path) against the first parent."""

    sha: str
    parents: tuple[str, ...]
    message: str
    changes: tuple[tuple[str, str], ...]


def listed() -> list[Source]:
    return [Source(**{**row, "languages": tuple(row["languages"])}) for row in json.loads(LIST.read_text())]


def git(directory: Path, *arguments: str, may_fail: bool = False) -> str:
    command = ["git", "-C", str(directory), *arguments]
    # As bytes: "\r" in a file's text is no end of a line for git.
    said = subprocess.run(command, env=_NO_CONFIGURATION, capture_output=True, check=False)
    if said.returncode and not may_fail:
        raise RuntimeError(f"{' '.join(command)}: {said.stderr.decode('utf-8', 'replace').strip()}")
    return said.stdout.decode("utf-8", "replace")


def clone_of(mirrors: Path, source: Source) -> Path:
    """Return the clone `mirrors/owner+name/repo`, made from the address if it is not there."""
    clone = mirrors / source.slug.replace("/", "+") / "repo"
    if not clone.exists():
        clone.parent.mkdir(parents=True, exist_ok=True)
        git(clone.parent, "clone", "--quiet", "--bare", source.url, clone.name)
    return clone


def lay_out(clone: Path, commit: str, tree: Path) -> None:
    """Make a work tree of a commit with its past, but no later commit in sight; the objects stay in the clone."""
    git(tree.parent, "init", "--quiet", str(tree))
    objects = git(clone, "rev-parse", "--path-format=absolute", "--git-path", "objects").strip()
    (tree / ".git/objects/info/alternates").write_text(f"{objects}\n")
    git(tree, "update-ref", "--no-deref", "HEAD", commit)
    git(tree, "read-tree", "HEAD")
    checkout = ("checkout-index", "--all", "--force", "--quiet")
    git(tree, "-c", "core.symlinks=false", *checkout, may_fail=True)  # some clones lack large binary files


def commits_between(clone: Path, snapshot: str, until: str) -> Iterator[Commit]:
    """Yield the later commits, merges among them, newest first."""
    shape = f"--format={_START}%H %P%n%B{_MIDDLE}"
    options = ("--diff-merges=first-parent", "--no-renames", "--name-status", shape)
    said = git(clone, "-c", "core.quotePath=false", "log", *options, f"{snapshot}..{until}")
    for record in said.split(_START)[1:]:
        head, _, listing = record.partition(_MIDDLE)
        first, _, message = head.partition("\n")
        sha, *parents = first.split()
        changes = (line.split("\t", 1) for line in listing.splitlines() if "\t" in line)
        yield Commit(sha, tuple(parents), message.strip(), tuple((status, path) for status, path in changes))


def changed_lines(diff: str) -> list[tuple[int, int]]:
    """Return the stretches of old lines that a `diff -U0` changes, 1-based, both ends included.

    What is only put in changes the line that it follows.
    """
    found = re.finditer(r"^@@ -(\d+)(?:,(\d+))? ", diff, re.MULTILINE)
    places = ((int(hunk[1]), int(hunk[2] or 1)) for hunk in found)
    return [(start, start + max(count, 1) - 1) for start, count in places]
