"""What another checkout of an indexed tree costs, beside the first index of it.

    python tests/benchmarks/another_checkout.py [TREE] [--rounds 3] [--changed 0]

TREE (without one, django's source distribution is fetched) is copied into folders of its name, each put under git.
`lsp-codebase index` is run on the first with an empty cache, then on each of the others, every tenth (hundredth) file
of which has one more line where `--changed` is 10 (100); each is a process of its own, and its CPU seconds are
those of the process and of all that it started, to its end. Medians of the others, and their share of the first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from indexing import tree


def checkout(source: Path, folder: Path, changed: int) -> Path:
    """Return a copy of a tree under git in which every so many files, if any, differ."""
    root = folder / source.name
    shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    files = sorted(path for path in root.rglob("*.py") if path.is_file())
    for path in files[::changed] if changed else ():
        path.write_bytes(path.read_bytes() + b"\n# one more line\n")
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", "-C", str(root), *command], check=True)
    return root


def index(root: Path, cache: str) -> tuple[float, float]:
    """Index a tree in a process of its own and return wall and CPU seconds."""
    command = [sys.executable, "-m", "lsp_codebase", "index", str(root), "--set", f"index.location={cache}"]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--changed", type=int, default=0)
    options = parser.parse_args()
    with tree(options.tree) as source, tempfile.TemporaryDirectory() as folder:
        cache = f"{folder}/cache"
        others = [checkout(source, Path(folder) / str(i), options.changed) for i in range(options.rounds)]
        wall, cpu = index(checkout(source, Path(folder) / "first", 0), cache)
        took = [index(root, cache) for root in others]
    other_wall, other_cpu = (statistics.median(column) for column in zip(*took, strict=True))
    print("| | s | cpu-s | of the first |\n|---|---:|---:|---:|")
    print(f"| first index | {wall:.1f} | {cpu:.1f} | |")
    print(f"| another checkout | {other_wall:.1f} | {other_cpu:.2f} | {other_cpu / cpu:.3f} |")


if __name__ == "__main__":
    main()
