"""Start on a tree that is indexed already and did not change, beside a bare pygls server and a bare stat sweep of it.

    python tests/benchmarks/warm_start.py [TREE] [--copies 12] [--rounds 3] [--model none]

TREE is copied (`--copies` times, side by side), put under git and indexed first; without one, django's source
distribution is fetched. Then each round starts a server: seconds from `initialized` to the first right answer of
`workspace/symbol` and of `codebase/hybridSearch`, to phase `ready`, the CPU seconds of the server and of what it
started by then, with those of starting Python and of the questions, and its resident memory. The bare sweep asks git
for the files and calls `lstat` on each, in a process of its own. Medians.

A second table is of the first answers: for a symbol and for a hit, each from a server of its own, the CPU seconds that
the server took from `initialized` on, and how many times those that an empty pygls server takes until it has answered
`initialize`, started in turn with ours so that a busy machine slows both; how often it had to be asked; and whether
the first answer equals that of a server that is ready. Then what a second server on the same root holds for itself.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from indexing import SERVER, tree

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import RawClient
from server_start import EMPTY, measure, warm_up

SYMBOL = "get_default_username"  # in any copy of django
QUERY = "get_default_username"
FIRST = {
    "symbol": ("workspace/symbol", {"query": SYMBOL}),
    "hit": ("codebase/hybridSearch", {"query": "how is a password hashed"}),
}
SWEEP = """
import os, subprocess, sys
root = sys.argv[1]
listing = subprocess.run(["git", "-C", root, "ls-files", "-coz", "--exclude-standard"], capture_output=True).stdout
for name in listing.split(b"\\0")[:-1]:
    os.lstat(os.fsencode(root) + b"/" + name)
"""


def sweep(root: Path) -> tuple[float, float]:
    """Return wall and CPU seconds of a bare sweep, without those of starting Python."""
    figures = []
    for arguments in (("-c", SWEEP, str(root)), ("-c", "import os, subprocess, sys")):
        before, begin = psutil.Process().cpu_times(), time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True)
        after = psutil.Process().cpu_times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        figures.append((time.perf_counter() - begin, cpu))
    return figures[0][0] - figures[1][0], figures[0][1] - figures[1][1]


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and of all it started."""
    process = psutil.Process(pid)
    times = process.cpu_times()
    alive = [child.cpu_times() for child in process.children(recursive=True)]
    return sum(t.user + t.system for t in [times, *alive]) + times.children_user + times.children_system


def session(root: Path, cache: str, model: str) -> dict[str, float]:
    """Start a server, ask until everything is there, and return what it took."""
    client = RawClient(SERVER)
    options: dict[str, Any] = {"index": {"location": cache, "contentStoreMb": 10_000}, "embedding": {"model": model}}
    client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "tree"}], initializationOptions=options)
    begin = time.perf_counter()
    took: dict[str, float] = {}
    try:
        while len(took) < 6:
            passed = time.perf_counter() - begin
            if "symbol" not in took:
                symbols = client.result("workspace/symbol", {"query": SYMBOL})
                if any(symbol["name"] == SYMBOL for symbol in symbols):
                    took["symbol"] = time.perf_counter() - begin
            if (
                "search" not in took
                and client.result("codebase/hybridSearch", {"query": QUERY, "pack": "none"})["hits"]
            ):
                took["search"] = time.perf_counter() - begin
            (status,) = client.result("codebase/status", {})
            if status["phase"] == "ready" and "ready" not in took:
                took["ready"] = time.perf_counter() - begin
                took["cpu"] = cpu_of(client.process.pid)
                took["mib"] = psutil.Process(client.process.pid).memory_info().rss / 2**20
                took["files"] = status["files"]["total"]
            assert passed < 1_800
            time.sleep(0.05)
        client.close()  # not killed: what answers is saved at the end
    finally:
        client.kill()
    return took


def first_answer(root: Path, cache: str, model: str, kind: str) -> dict[str, float]:
    """Start a server, ask one thing until there is an answer, and again when it is ready."""
    client = RawClient(SERVER)
    options: dict[str, Any] = {"index": {"location": cache}, "embedding": {"model": model}}
    client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "tree"}], initializationOptions=options)
    started = psutil.Process(client.process.pid).cpu_times()
    asked = 0
    try:
        while not (first := answer(client, kind)):
            asked += 1
            time.sleep(0.02)
        now = psutil.Process(client.process.pid).cpu_times()
        client.wait_until_indexed()
        return {
            "cpu": now.user + now.system - started.user - started.system,
            "asked": asked + 1,
            "same": first == answer(client, kind),
            "own": psutil.Process(client.process.pid).memory_full_info().uss / 2**20,
        }
    finally:
        client.kill()


def answer(client: RawClient, kind: str) -> Any:
    """Return what is found, without what belongs to the moment."""
    found = client.result(*FIRST[kind])
    return found["hits"] if isinstance(found, dict) else found


def report_first(root: Path, cache: str, options: argparse.Namespace) -> None:
    """Print the rows of the first answers, and what a second server costs."""
    print("| first | cpu-s after `initialized` | times an empty pygls | asked | equals the later one |")
    print("|---|---:|---:|---:|---|")
    for kind in FIRST:
        pairs = [(measure(EMPTY)[1], first_answer(root, cache, options.model, kind)) for _ in range(options.rounds)]
        cpu = statistics.median(took["cpu"] for _, took in pairs)
        ratio = statistics.median(took["cpu"] / empty for empty, took in pairs)
        asked = statistics.median(took["asked"] for _, took in pairs)
        same = "yes" if all(took["same"] for _, took in pairs) else "no"
        print(f"| {kind} | {cpu:.2f} | {ratio:.2f} | {asked:.0f} | {same} |")
    client = RawClient(SERVER)
    given = {"index": {"location": cache}, "embedding": {"model": options.model}}
    try:
        client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "tree"}], initializationOptions=given)
        client.wait_until_indexed()
        own = first_answer(root, cache, options.model, "hit")["own"]
    finally:
        client.kill()
    print(f"\nA second server on the same root holds {own:.0f} MiB for itself.")


def main() -> None:
    """Index once, then start again and again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    warm_up()
    with tree(options.tree) as source, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(folder).resolve() / "root"
        for copy in range(options.copies):
            shutil.copytree(source, root / f"copy{copy:02}", symlinks=True)
        for command in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", "-C", str(root), *command], check=True)
        session(root, folder + "/cache", options.model)
        report(root, folder + "/cache", options)
        print()
        report_first(root, folder + "/cache", options)


def report(root: Path, cache: str, options: argparse.Namespace) -> None:
    """Print the row of an indexed tree."""
    sweeps = [sweep(root) for _ in range(options.rounds)]
    took = [session(root, cache, options.model) for _ in range(options.rounds)]
    median = {key: statistics.median(round[key] for round in took) for key in took[0]}
    wall, cpu = (statistics.median(figures) for figures in zip(*sweeps, strict=True))
    print("| files | s to a symbol | s to a hit | s to ready | cpu-s | MiB | sweep s | sweep cpu-s |")
    print("|---:|" + "---:|" * 7)
    row = [f"{median['files']:.0f}", *(f"{median[key]:.2f}" for key in ("symbol", "search", "ready", "cpu"))]
    print("| " + " | ".join([*row, f"{median['mib']:.0f}", f"{wall:.2f}", f"{cpu:.2f}"]) + " |")


if __name__ == "__main__":
    main()
