"""Makers of repositories that nobody should trust. Each is a folder with `own.py`, as an archive would unpack it."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

OWN = "own.py"
LEAK = "leak.py"  # a file of this name lies outside of the root


@dataclass(frozen=True)
class Ground:
    """Where a hostile folder is made: the root, a place outside of it, and a program that notes that it ran."""

    root: Path
    outside: Path
    canary: Path
    marker: Path

    @classmethod
    def at(cls, directory: Path) -> Ground:
        ground = cls(directory / "root", directory / "outside", directory / "canary", directory / "ran")
        ground.root.mkdir()
        ground.outside.mkdir()
        (ground.root / OWN).write_text("own = 1\n")
        (ground.outside / LEAK).write_text("secret = 1\n")
        ground.canary.write_text(f'#!/bin/sh\necho "$0 $*" >>"{ground.marker}"\nexit 1\n')
        ground.canary.chmod(0o755)
        return ground


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True, env=environment)


def repository(root: Path) -> Path:
    """Make a repository with `own.py` committed; return its git directory."""
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "one")
    return root / ".git"


def promisor(root: Path, settings: Sequence[str]) -> None:
    """Make a repository whose `.gitignore` is neither on disk nor among its objects: git would fetch it."""
    (root / ".gitignore").write_text("ignored\n")
    directory = repository(root)
    git(root, "update-index", "--skip-worktree", ".gitignore")
    (root / ".gitignore").unlink()
    (root / "untracked.py").write_text("")  # or git needs no rules
    blob = hashlib.sha1(b"blob 8\0ignored\n").hexdigest()
    (directory / "objects" / blob[:2] / blob[2:]).unlink()
    with open(directory / "config", "a") as config:
        config.write("[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n")
        config.write('[remote "origin"]\npromisor = true\n' + "\n".join(settings) + "\n")


def promisor_ssh(ground: Ground) -> None:
    promisor(ground.root, ["url = ssh://nowhere/x", "[core]", f"sshCommand = {ground.canary}"])


def promisor_uploadpack(ground: Ground) -> None:
    promisor(ground.root, [f"url = {ground.outside}", f"uploadpack = {ground.canary}"])


def promisor_nested(ground: Ground) -> None:
    nested = ground.root / "vendor" / "nested"
    nested.mkdir(parents=True)
    (nested / "inner.py").write_text("")
    promisor(nested, ["url = ssh://nowhere/x", "[core]", f"sshCommand = {ground.canary}"])
    git(ground.root, "init", "-q")


def fsmonitor(ground: Ground) -> None:
    repository(ground.root)
    git(ground.root, "config", "core.fsmonitor", str(ground.canary))


def bare_inside(ground: Ground) -> None:
    """A root that itself looks like a git directory, below the top of a repository."""
    repository(ground.root.parent)
    git(ground.root.parent, "init", "-q", "--bare", str(ground.root))
    git(ground.root, "config", "core.bare", "false")
    git(ground.root, "config", "core.worktree", str(ground.outside))
    git(ground.root, "config", "core.fsmonitor", str(ground.canary))


def write_index(directory: Path, names: Sequence[str]) -> None:
    entries = [_entry(name.encode()) for name in sorted(names)]
    _sealed(directory / "index", b"DIRC" + struct.pack(">II", 2, len(entries)) + b"".join(entries))


def _entry(name: bytes) -> bytes:
    entry = struct.pack(">10I20sH", *(0,) * 6, 0o100644, 0, 0, 0, b"\1" * 20, min(len(name), 0xFFF)) + name
    return entry + b"\0" * (8 - len(entry) % 8)


def _sealed(path: Path, body: bytes) -> None:
    path.write_bytes(body + hashlib.sha1(body).digest())


def index_swells(ground: Ground) -> None:
    """Names of a megabyte, each said by what differs from the one before: 4 GB in 1.3 MB."""
    directory = repository(ground.root)
    head = struct.pack(">10I20sH", *(0,) * 6, 0o100644, 0, 0, 0, b"\1" * 20, 0xFFF)
    first = head + b"\0" + b"a/" * 500_000 + b"0000\0"
    rest = [head + b"\4" + b"%04d\0" % number for number in range(1, 4_000)]
    _sealed(directory / "index", b"DIRC" + struct.pack(">II", 4, 4_000) + first + b"".join(rest))


def index_climbs(ground: Ground) -> None:
    write_index(repository(ground.root), [OWN, f"../outside/{LEAK}", f"a/../../outside/{LEAK}"])


def index_is_absolute(ground: Ground) -> None:
    leak = ground.outside / LEAK
    decoy = ground.root / str(leak)[1:]
    decoy.parent.mkdir(parents=True)
    decoy.write_text("decoy = 1\n")
    (ground.root / ".gitignore").write_text(f"{leak.parts[1]}\n")
    write_index(repository(ground.root), [OWN, str(leak)])


def tracked_folder_is_a_link(ground: Ground) -> None:
    folder = ground.root / "folder"
    folder.mkdir()
    (folder / LEAK).write_text("")
    repository(ground.root)
    shutil.rmtree(folder)
    folder.symlink_to(ground.outside)


def nested_repository_is_a_link(ground: Ground) -> None:
    repository(ground.outside)
    (ground.root / "nested").symlink_to(ground.outside)
    write_index(repository(ground.root), [OWN, "nested", f"nested/{LEAK}"])


def _share(ground: Ground) -> None:
    """Leave a root without `own.py`, and one file both in it and outside."""
    (ground.root / OWN).unlink()
    for directory in (ground.root, ground.outside):
        (directory / "shared.py").write_text("")


def work_tree_elsewhere(ground: Ground) -> None:
    _share(ground)
    repository(ground.root)
    (ground.root / OWN).write_text("")
    git(ground.root, "config", "core.worktree", str(ground.outside))


def git_file_elsewhere(ground: Ground) -> None:
    _share(ground)
    repository(ground.outside)
    (ground.root / OWN).write_text("")
    git(ground.outside, "config", "core.worktree", str(ground.outside))
    (ground.root / ".git").write_text(f"gitdir: {ground.outside / '.git'}\n")


def git_file_with_a_long_name(ground: Ground) -> None:
    (ground.root / ".git").write_text("gitdir: " + "a" * 10_000)


def configuration_of_empty_lines(ground: Ground) -> None:
    with open(repository(ground.root) / "config", "a") as config:
        config.write("\n" * 900_000)


def head_of_zeros(ground: Ground) -> None:
    (repository(ground.root) / "HEAD").write_text("ref: /dev/zero\n")


def head_climbs(ground: Ground) -> None:
    (repository(ground.root) / "HEAD").write_text(f"ref: ../../outside/{LEAK}\n")


def branch_of_zeros(ground: Ground) -> None:
    _replace(repository(ground.root) / "refs" / "heads" / "main", "/dev/zero")


def configuration_of_zeros(ground: Ground) -> None:
    _replace(repository(ground.root) / "config", "/dev/zero")


def exclude_of_zeros(ground: Ground) -> None:
    _replace(repository(ground.root) / "info" / "exclude", "/dev/zero")


def excludes_file_of_zeros(ground: Ground) -> None:
    repository(ground.root)
    git(ground.root, "config", "core.excludesFile", "/dev/zero")


def included_configuration_of_zeros(ground: Ground) -> None:
    repository(ground.root)
    git(ground.root, "config", "include.path", "/dev/zero")


def huge_git_file(ground: Ground) -> None:
    _sparse(ground.root / ".git")


def huge_rule_file(ground: Ground) -> None:
    repository(ground.root)
    _sparse(ground.root / ".gitignore")


def common_directory_with_a_nul(ground: Ground) -> None:
    """Of a nested repository, whose outer one has files."""
    nested = ground.root / "nested"
    nested.mkdir()
    (nested / "inner.py").write_text("")
    (repository(nested) / "commondir").write_bytes(b"a\0b")
    git(ground.root, "init", "-q")


def _submodules(ground: Ground, number: int, head: str) -> list[Path]:
    """Make a repository with submodules of this `HEAD`; return their git directories."""
    directory = repository(ground.root)
    names = [f"module{at}" for at in range(number)]
    (ground.root / ".gitmodules").write_text("".join(f"path = {name}\n" for name in names))
    for name in names:
        (ground.root / name).mkdir()
        (ground.root / name / ".git").write_text(f"gitdir: ../.git/modules/{name}\n")
        (directory / "modules" / name).mkdir(parents=True)
        (directory / "modules" / name / "HEAD").write_text(head)
    return [directory / "modules" / name for name in names]


def heads_of_submodules_are_long(ground: Ground) -> None:
    _submodules(ground, 250, "ref: " + "я" * 1_900_000)


def branches_of_submodules_are_long(ground: Ground) -> None:
    for directory in _submodules(ground, 250, "ref: refs/heads/main\n"):
        (directory / "refs" / "heads").mkdir(parents=True)
        _sparse(directory / "refs" / "heads" / "main")


def head_of_submodule_is_a_fifo(ground: Ground) -> None:
    head = _submodules(ground, 1, "")[0] / "HEAD"
    head.unlink()
    os.mkfifo(head)


def submodule_is_a_link(ground: Ground) -> None:
    repository(ground.root)
    (repository(ground.outside) / "HEAD").write_text("ref: refs/heads/secret\n")
    (ground.root / "link").symlink_to(ground.outside)
    (ground.root / ".gitmodules").write_text("path = link\n")


def shared_index_is_a_fifo(ground: Ground) -> None:
    directory = repository(ground.root)
    git(ground.root, "update-index", "--split-index")
    (ground.root / "more.py").write_text("")
    git(ground.root, "add", "more.py")
    for shared in directory.glob("sharedindex.*"):
        shared.unlink()
        os.mkfifo(shared)


def _replace(path: Path, target: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def _sparse(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(5_000_000_000)


def fifo_at(name: str) -> Callable[[Ground], None]:
    """Return a maker of a repository in which a FIFO has the place of a file."""

    def make(ground: Ground) -> None:
        (ground.root / "sub").mkdir()
        (ground.root / "sub" / "below.py").write_text("")
        repository(ground.root)
        path = ground.root / name
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return make


def excludes_file_is_a_fifo(ground: Ground) -> None:
    repository(ground.root)
    os.mkfifo(ground.outside / "fifo")
    git(ground.root, "config", "core.excludesFile", str(ground.outside / "fifo"))


def included_configuration_is_a_fifo(ground: Ground) -> None:
    directory = repository(ground.root)
    os.mkfifo(ground.outside / "fifo")
    with open(directory / "config", "a") as config:
        config.write(f"[include]\npath = {ground.outside / 'fifo'}\n")


FIFOS = (
    ".gitignore",
    "sub/.gitignore",
    ".git/config",
    ".git/HEAD",
    ".git/index",
    ".git/commondir",
    ".git/info/exclude",
)

RUNNING = (promisor_ssh, promisor_uploadpack, promisor_nested, fsmonitor, bare_inside)
LEAKING = (
    index_climbs,
    index_is_absolute,
    tracked_folder_is_a_link,
    nested_repository_is_a_link,
    work_tree_elsewhere,
    git_file_elsewhere,
    submodule_is_a_link,
)
EXHAUSTING = (
    index_swells,
    git_file_with_a_long_name,
    configuration_of_empty_lines,
    head_of_zeros,
    head_climbs,
    branch_of_zeros,
    configuration_of_zeros,
    exclude_of_zeros,
    excludes_file_of_zeros,
    included_configuration_of_zeros,
    huge_git_file,
    huge_rule_file,
    common_directory_with_a_nul,
    heads_of_submodules_are_long,
    branches_of_submodules_are_long,
)
BLOCKING = (
    *((f"fifo at {name}", fifo_at(name)) for name in FIFOS),
    ("excludes file", excludes_file_is_a_fifo),
    ("included configuration", included_configuration_is_a_fifo),
    ("head of a submodule", head_of_submodule_is_a_fifo),
    ("shared index", shared_index_is_a_fifo),
)
MAKERS: dict[str, Callable[[Ground], None]] = {
    **{make.__name__: make for make in (*RUNNING, *LEAKING, *EXHAUSTING)},
    **dict(BLOCKING),
}
