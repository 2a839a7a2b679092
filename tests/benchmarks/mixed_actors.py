"""Those who work on a root at the same time as two editors: the command line, and programs that tell nobody."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

QUERIES = ("where is the lock taken", "store", "parse a query", "watch files for changes", "def test", "rank hits")


@dataclass
class Record:
    """What was done, how long it took (seconds), and what went wrong."""

    done: Counter[str] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def note(self, what: str, seconds: float) -> None:
        """Remember one duration."""
        self.took.setdefault(what, []).append(seconds)


class Actor(threading.Thread):
    """Does random things until it is told to stop."""

    def __init__(self, name: str, root: Path, seed: int, record: Record) -> None:
        super().__init__(name=name, daemon=True)
        self.root, self.record = root, record
        self.random = random.Random(f"{name} {seed}")
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.is_set():
            try:
                self.act()
            except Exception as error:
                self.record.faults.append(f"{self.name}: {type(error).__name__}: {error}")
                return

    def act(self) -> None:
        raise NotImplementedError

    def files(self) -> list[Path]:
        """Return the source files there are at the moment, without those the editors keep for themselves."""
        walked = os.walk(self.root / "tree")  # which bears it that a folder is renamed meanwhile; `glob` does not
        found = (Path(folder, name) for folder, _, names in walked for name in names if name.endswith(".py"))
        return [path for path in found if path.is_file()]


class Terminal(Actor):
    """Searches on the command line."""

    def __init__(self, root: Path, seed: int, record: Record, options: list[str]) -> None:
        super().__init__("terminal", root, seed, record)
        self.options = options

    def act(self) -> None:
        command = [sys.executable, "-m", "lsp_codebase", "search", self.random.choice(QUERIES), "--json"]
        done = subprocess.run([*command, "--root", self.root, *self.options], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"exit code {done.returncode}: {done.stderr}")
        *hits, _ = map(json.loads, done.stdout.splitlines())
        places = [json.dumps(hit["location"]) for hit in hits]
        if len(set(places)) < len(places):
            self.record.faults.append(f"terminal: the same hit twice: {places}")
        self.record.done["searches on the command line"] += 1
        self.is_over.wait(self.random.uniform(0.5, 2))


class Others(Actor):
    """Programs that tell nobody: builds, generators, git."""

    def act(self) -> None:
        if self.random.random() < 0.08:
            self.use_git()
        else:
            with suppress(OSError):  # what it had in mind is gone
                self.random.choice([self.append, self.append, self.rename, self.delete, self.create, self.burst])()
        self.is_over.wait(self.random.uniform(0, 0.3))

    def append(self) -> None:
        with self.random.choice(self.files()).open("a") as file:
            for number in range(3):  # in pieces
                file.write(f"# line {number}\n")
                file.flush()
                time.sleep(0.005)
        self.record.done["files changed by others"] += 1

    def rename(self) -> None:
        old = self.random.choice(self.files())
        old.rename(old.with_name(f"renamed_{self.random.randrange(50)}.py"))
        self.record.done["files renamed"] += 1

    def delete(self) -> None:
        self.random.choice(self.files()).unlink()
        self.record.done["files deleted"] += 1

    def create(self) -> None:
        number = self.random.randrange(1_000)
        path = self.root / f"tree/made_{number % 7}/file_{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"class Made{number}:\n    def run(self):\n        return {number}\n")
        self.record.done["files made"] += 1

    def burst(self) -> None:
        for path in self.random.sample(self.files(), 20):
            path.write_text(path.read_text() + "# burst\n")
        self.record.done["bursts of 20 files"] += 1

    def use_git(self) -> None:
        choices = [("checkout", "-qf", "main"), ("checkout", "-qf", "other"), ("stash", "-q"), ("stash", "pop", "-q")]
        choices += [("commit", "-qam", "more"), ("rebase", "-q", "main"), ("reset", "-q", "--hard", "HEAD~1")]
        arguments = self.random.choice(choices)
        if git(self.root, *arguments) and arguments[0] == "rebase":
            git(self.root, "rebase", "--abort")
        self.record.done[f"git {arguments[0]}"] += 1


def git(root: Path, *arguments: str) -> int:
    """Run git; return its exit code: not everything is possible at any time."""
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *identity, *arguments], cwd=root, capture_output=True).returncode
