"""How long a directory tree takes, cold and kept, as a ratio to a bare `scandir` walk of the same files.

  python tests/benchmarks/tree_latency.py [--files 5000 80000] [--rounds 7] [--root DIR] [--from-disk]

Generates the trees in a temporary directory, or measures one that is there. CPU time, best of the rounds, bare and
ours alternating; `os.walk` is there to compare with. Memory is what the kept walk and answer hold (tracemalloc).
With `--from-disk` the system is told to forget all files before each walk (Linux, as root), as after a start of the
machine: wall time, medians of the rounds.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import DirectoryTree

WORDS = ("api", "auth", "cache", "client", "core", "graph", "http", "index", "model", "node", "parse", "query", "view")
SUFFIXES = (".c", ".go", ".h", ".html", ".json", ".md", ".py", ".ts")


def generate(root: Path, files: int) -> None:
    """Write about twelve empty files a directory, up to eight levels deep, and a .gitignore that hides nothing."""
    chance = random.Random(1)
    directories, made = [(root, 0)], 0
    while made < files:
        parent, depth = chance.choice(directories[-400:])
        if depth < 8:
            parent = parent / f"{chance.choice(WORDS)}{len(directories)}"
            parent.mkdir()
            directories.append((parent, depth + 1))
        for number in range(made, min(files, made + chance.randint(4, 20))):
            (parent / f"{chance.choice(WORDS)}_{number}{chance.choice(SUFFIXES)}").touch()
            made += 1
    (root / ".gitignore").write_text("*.o\n*.pyc\n*.log\nnode_modules/\n/build\n__pycache__/\n")


def bare(root: str) -> int:
    """The yardstick: every directory is read and the kind of each entry looked at; nothing is kept but a count."""
    found, pending = 0, [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                found += 1
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
    return found


def bare_names(root: str) -> list[list[str]]:
    """The same walk, which keeps the names: that is what a tree is made of."""
    kept, pending = [], [root]
    while pending:
        files, directories = [], []
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    directories.append(entry.name)
                    pending.append(entry.path)
                else:
                    files.append(entry.name)
        kept += [files, directories]
    return kept


def walked(root: str) -> int:
    return sum(len(directories) + len(files) for _, directories, files in os.walk(root))


def timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1_000


def timed_from_disk(work: Callable[[], object]) -> float:
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3")
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1_000


def presets(root: Path) -> dict[str, Callable[[], object]]:
    """Return what asks for a tree that nothing is known of."""
    return {
        "default": partial(DirectoryTree([root]).render, root, TreeQuery()),
        "default, indexed": partial(DirectoryTree([root]).render, root, TreeQuery(), relevance=lambda path: 1),
        "void": partial(DirectoryTree([root]).render, root, TreeQuery("void")),
        "aigne": partial(DirectoryTree([root]).render, root, TreeQuery("aigne")),
    }


def measure_from_disk(root: Path, rounds: int) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, work in {"bare": partial(bare, str(root)), **presets(root)}.items():
            found.setdefault(name, []).append(timed_from_disk(work))
    return {name: statistics.median(times) for name, times in found.items()}


def measure(root: Path, rounds: int) -> dict[str, float]:
    best: dict[str, float] = {}
    for _ in range(rounds):
        tree = DirectoryTree([root])
        works: dict[str, Callable[[], object]] = {
            "bare": partial(bare, str(root)),
            "bare, names kept": partial(bare_names, str(root)),
            "os.walk": partial(walked, str(root)),
            **presets(root),
            "default": partial(tree.render, root, TreeQuery()),
            "kept": partial(tree.render, root, TreeQuery()),
            "other query": partial(tree.render, root, TreeQuery(max_chars=20_000)),
        }
        for name, work in works.items():
            best[name] = min(best.get(name, 1e9), timed(work))
    return best


def kept_megabytes(root: Path) -> float:
    tree = DirectoryTree([root])
    tracemalloc.start()
    tree.render(root, TreeQuery())
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[5_000, 80_000])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--from-disk", action="store_true")
    arguments = parser.parse_args()
    report = report_from_disk if arguments.from_disk else report_from_memory
    if arguments.root is not None:
        report(arguments.root.resolve(), arguments.rounds)
        return
    for files in arguments.files:
        with tempfile.TemporaryDirectory() as temporary:
            root = Path(temporary).resolve()
            generate(root, files)
            report(root, arguments.rounds)


def report_from_disk(root: Path, rounds: int) -> None:
    found = DirectoryTree([root]).render(root, TreeQuery()).stats
    medians = measure_from_disk(root, rounds)
    print(f"| {found.files:,} files, {found.directories:,} directories, from disk | ms | ratio to bare |")
    print("|---|--:|--:|")
    for name, ms in medians.items():
        print(f"| {name} | {ms:.1f} | {ms / medians['bare']:.2f} |")
    print()


def report_from_memory(root: Path, rounds: int) -> None:
    found = DirectoryTree([root]).render(root, TreeQuery()).stats
    assert not found.error, found.error
    best = measure(root, rounds)
    print(f"| {found.files:,} files, {found.directories:,} directories | ms | ratio to bare | ratio to os.walk |")
    print("|---|--:|--:|--:|")
    for name, ms in best.items():
        print(f"| {name} | {ms:.1f} | {ms / best['bare']:.2f} | {ms / best['os.walk']:.2f} |")
    print(f"\nheld: {kept_megabytes(root):.1f} MB\n")


if __name__ == "__main__":
    main()
