"""Public repositories: their clones, commits and files, read with git alone; nothing of theirs is run."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
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
    return _bytes(directory, *arguments, may_fail=may_fail).decode("utf-8", "replace")


def _bytes(directory: Path, *arguments: str, given: str = "", may_fail: bool = False) -> bytes:
    command = ["git", "-C", str(directory), *arguments]
    said = subprocess.run(command, input=given.encode(), env=_NO_CONFIGURATION, capture_output=True, check=False)
    if said.returncode and not may_fail:
        raise RuntimeError(f"{' '.join(command)}: {said.stderr.decode('utf-8', 'replace').strip()}")
    return said.stdout


def texts_of(clone: Path, commit: str, paths: Sequence[str]) -> dict[str, bytes]:
    """Return files as they were at a commit; without those that the clone lacks."""
    names = "".join(f"{commit}:{path}\n" for path in paths)
    said = _bytes(clone, "cat-file", "--batch", "--buffer", given=names)
    found, at = {}, 0
    for path in paths:
        head, _, _ = said[at : said.index(b"\n", at)].partition(b"\n")
        at += len(head) + 1
        if head.endswith((b" missing", b" ambiguous")):
            continue
        size = int(head.rsplit(b" ", 1)[1])
        found[path] = said[at : at + size]
        at += size + 1
    return found


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


def changed_lines(diff: str) -> dict[str, list[tuple[int, int]]]:
    """Return the stretches of old lines that a `diff -U0` changes, by path; 1-based, both ends included.

    What is only put in changes the line that it follows.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for part in re.split(r"^diff --git ", diff, flags=re.MULTILINE)[1:]:
        path = re.search(r"^--- a/(.+?)\t?$", part, re.MULTILINE)
        hunks = re.finditer(r"^@@ -(\d+)(?:,(\d+))? ", part, re.MULTILINE)
        places = ((int(hunk[1]), int(hunk[2] or 1)) for hunk in hunks)
        if path:
            found[path[1]] = [(start, start + max(count, 1) - 1) for start, count in places]
    return found
