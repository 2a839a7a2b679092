"""What a first index costs that begins with the team's, beside one that is built alone.

    python tests/benchmarks/team_baseline.py TREE [--commits 0,1,100,1000] [--latencies 0,20,100] [--rounds 1]

A copy of TREE is put under git and published to a folder. Commits are added to it, each of which appends a line to two
files drawn at random. For each number of commits a clone is indexed by `lsp-codebase index`, with an empty cache, each
time in a process of its own in which every request to the store takes so many milliseconds longer. CPU seconds are
those of the process and of all that it started. Without a store: the same clone, alone.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_SUFFIXES = {".py", ".go", ".js", ".ts", ".rb", ".rs", ".c", ".h", ".md", ".txt", ".yaml"}

# Requests take longer, and what they moved is told, in the process that is measured.
_SLOWED = """
import atexit, json, sys, time
latency, told = float(sys.argv.pop(1)), sys.argv.pop(1)
from lsp_codebase.team import Objects
made, bounded, begin = [], Objects._bounded, Objects.__init__
def late(self, key, work):
    time.sleep(latency)
    return bounded(self, key, work)
def noted(self, *args, **how):
    begin(self, *args, **how)
    made.append(self)
def tell():
    moved = [one.moved for one in made]
    with open(told, "w") as file:
        json.dump([sum(m.requests for m in moved), sum(m.received for m in moved), sum(m.sent for m in moved)], file)
if __name__ == "__main__":
    Objects._bounded, Objects.__init__ = late, noted
    atexit.register(tell)
    from lsp_codebase.cli import main
    sys.exit(main(sys.argv[1:]))
"""


@dataclass(frozen=True)
class Cost:
    """Seconds of wall clock and CPU; requests, and bytes in both directions."""

    wall: float
    cpu: float
    requests: int
    received: int
    sent: int


def git(root: Path, *arguments: str, given: bytes | None = None) -> str:
    """Return what git prints."""
    named = ("-c", "user.name=Ada", "-c", "user.email=ada@home", "-c", "gc.auto=0", "-c", "init.defaultBranch=main")
    command = ["git", "-C", str(root), *named, *arguments]
    return subprocess.run(command, input=given, check=True, capture_output=True).stdout.decode().strip()


def make_repository(tree: Path, root: Path, commits: int) -> None:
    """Copy a tree, commit it, and add commits; each is tagged with its number."""
    shutil.copytree(tree, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    git(root, "init", "--quiet")
    git(root, "add", "--all", "--force")
    git(root, "commit", "--quiet", "--message", "0")
    git(root, "tag", "c0")
    chosen = random.Random(7)
    paths = [path for path in git(root, "ls-files", "-z").split("\0") if Path(path).suffix in _SUFFIXES]
    held: dict[str, bytes] = {}
    stream = bytearray()
    for number in range(1, commits + 1):
        message = str(number).encode()
        stream += b"commit refs/heads/main\ncommitter Ada <ada@home> %d +0000\n" % (1_770_000_000 + number)
        stream += b"data %d\n%s\n" % (len(message), message)
        stream += b"from refs/heads/main^0\n" if number == 1 else b""
        for path in chosen.sample(paths, 2):
            before = held[path] if path in held else (root / path).read_bytes()
            held[path] = data = before + b"\n# a line of commit %d\n" % number
            stream += b"M 100644 inline %s\ndata %d\n%s\n" % (json.dumps(path).encode(), len(data), data)
        stream += b"reset refs/tags/c%d\nfrom refs/heads/main\n\n" % number
    git(root, "fast-import", "--quiet", given=bytes(stream))
    git(root, "reset", "--quiet", "--hard")


@contextmanager
def checkout(root: Path, commits: int) -> Iterator[Path]:
    """Make a clone with so many commits after the one that is published."""
    with tempfile.TemporaryDirectory(dir=root.parent) as folder:
        clone = Path(folder) / root.name
        git(root.parent, "clone", "--quiet", "--branch", f"c{commits}", str(root), str(clone))
        yield clone


def run(command: str, root: Path, cache: Path, store: Path | None, latency_ms: int, *options: str) -> Cost:
    """Run a command on a tree in a process of its own."""
    with tempfile.NamedTemporaryFile() as told:
        settings = [f"index.location={cache}", *([f"team.store={store.as_uri()}"] if store else []), *options]
        given = [part for one in settings for part in ("--set", one)]
        python = [sys.executable, "-c", _SLOWED, str(latency_ms / 1000), told.name]
        begin = time.perf_counter()
        with subprocess.Popen([*python, command, str(root), *given], stdout=subprocess.DEVNULL) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - begin
        assert process.returncode == 0
        return Cost(wall, used.ru_utime + used.ru_stime, *json.loads(Path(told.name).read_text()))


def first_index(root: Path, store: Path | None, commits: int, latency_ms: int, rounds: int) -> Cost:
    """Return the medians of first indexes of new clones, each with an empty cache."""
    costs = []
    for _ in range(rounds):
        with checkout(root, commits) as clone:
            costs.append(run("index", clone, clone.parent / "cache", store, latency_ms))
    fields = ("wall", "cpu", "requests", "received", "sent")
    return Cost(*(statistics.median(getattr(cost, field) for cost in costs) for field in fields))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("--commits", default="0,1,100,1000")
    parser.add_argument("--latencies", default="0,20,100")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    commits, latencies = ([int(word) for word in text.split(",")] for text in (options.commits, options.latencies))
    with tempfile.TemporaryDirectory() as folder:
        root, store = Path(folder) / options.tree.name, Path(folder) / "store"
        store.mkdir()
        make_repository(options.tree, root, max(commits))
        print("| | ms | s | CPU s | requests | MB |\n|---|---:|---:|---:|---:|---:|")
        with checkout(root, 0) as clone:
            told(run("publish", clone, clone.parent / "cache", store, 0, "team.publish=true"), "publish", 0)
        told(first_index(root, None, commits[0], 0, options.rounds), "alone", 0)
        for count in commits:
            for latency_ms in latencies:
                cost = first_index(root, store, count, latency_ms, options.rounds)
                told(cost, f"{count:,} commits after it", latency_ms)


def told(cost: Cost, name: str, latency_ms: int) -> None:
    """Print a row."""
    moved = (cost.received + cost.sent) / 1e6
    print(f"| {name} | {latency_ms} | {cost.wall:.1f} | {cost.cpu:.1f} | {cost.requests} | {moved:.1f} |", flush=True)


if __name__ == "__main__":
    main()
