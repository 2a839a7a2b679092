"""Build the index of a tree by `lsp-codebase index` and on Ray clusters of several workers, and compare the rows.

    python tests/benchmarks/ray_build.py [TREE] [--workers 1 2 4]

Needs `pip install ".[ray]"`. Without TREE, django's source distribution is fetched from PyPI. A cluster is
a head without a CPU of its own and so many nodes of one CPU, each a set of processes on this machine. Prints a row of a
Markdown table for each build: wall time and CPU seconds of all its processes, those of starting the cluster apart, and
whether the rows are those of one machine. No build finds a content store that knows anything.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
from indexing import tree

sys.path.insert(0, str(Path(__file__).parents[1] / "services"))
from index_rows import assert_same, rows

from lsp_codebase.config import Settings
from lsp_codebase.location import index_directory

NODE = {"object_store_memory": 300 << 20, "include_dashboard": False}
UP = "the cluster is up"


class CpuSeconds(threading.Thread):
    """Adds up what a process and all below it have used, those that ended included, twenty times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._used: dict[tuple[int, float], float] = {}
        self.start()

    @property
    def total(self) -> float:
        return sum(self._used.values())

    def run(self) -> None:
        while True:
            try:
                processes = [self._root, *self._root.children(recursive=True)]
            except psutil.NoSuchProcess:
                return
            for process in processes:
                try:
                    times = process.cpu_times()
                    self._used[process.pid, process.create_time()] = times.user + times.system
                except psutil.NoSuchProcess:
                    pass
            time.sleep(0.05)


def measured(command: list[str], environment: dict[str, str]) -> tuple[float, float, float]:
    """Run a command; return its wall time and CPU seconds from where it says UP, and the CPU seconds before."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    cpu = CpuSeconds(process.pid)
    begin, before = time.monotonic(), 0.0
    for line in process.stdout:
        if line.strip() == UP:
            begin, before = time.monotonic(), cpu.total
        elif line.startswith("{"):
            told = json.loads(line)
            return told["wall_s"], cpu.total - before, _ended(process, before)
    return time.monotonic() - begin, cpu.total, _ended(process, before)


def _ended(process: subprocess.Popen[str], before: float) -> float:
    if process.wait():
        raise SystemExit(f"failed: {process.args}")
    return before


def build_on_ray(root: Path, location: Path, workers: int) -> None:
    """Start a cluster, build there, and say when each is done; the process of its own that `main` measures."""
    from ray.cluster_utils import Cluster

    from lsp_codebase.index.distributed.ray_build import build_index

    settings = Settings(index_location=str(location))
    with tempfile.TemporaryDirectory(prefix="ray-") as folder:
        os.environ["RAY_TMPDIR"] = folder  # a short path: sockets lie in it
        cluster = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0})
        try:
            for _ in range(workers):
                cluster.add_node(**NODE, num_cpus=1)
            print(UP, flush=True)
            begin = time.monotonic()
            build_index(root, settings, index_directory(root, settings.index_location), cluster.address)
            print(json.dumps({"wall_s": time.monotonic() - begin}), flush=True)
        finally:
            cluster.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--on-ray", nargs=2, metavar=("LOCATION", "WORKERS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.on_ray:
        build_on_ray(Path(options.tree), Path(options.on_ray[0]), int(options.on_ray[1]))
        return
    with tree(options.tree) as root, tempfile.TemporaryDirectory() as folder:
        compare(root, Path(folder), options.workers)


def compare(root: Path, folder: Path, workers: list[int]) -> None:
    alone = {**os.environ, "LSP_CODEBASE_INDEX_LOCATION": str(folder / "alone"), "RAY_USAGE_STATS_ENABLED": "0"}
    wall, cpu, _ = measured([sys.executable, "-m", "lsp_codebase", "index", "--root", str(root)], alone)
    expected = rows(index_directory(root, str(folder / "alone")))
    counts = ", ".join(f"{table.num_rows:,} {name.partition('_')[0]}" for name, table in sorted(expected.items()))
    print(f"{counts}\n\n| build | wall | CPU | over one machine | cluster's start, CPU | rows |\n|" + "---|" * 6)
    print(f"| `lsp-codebase index` | {wall:.1f} s | {cpu:.1f} s | | | |", flush=True)
    for count in workers:
        place = folder / str(count)
        command = [sys.executable, __file__, str(root), "--on-ray", str(place), str(count)]
        wall, used, start = measured(command, alone)
        assert_same(rows(index_directory(root, str(place))), expected)
        over = f"{used - cpu:+.1f} s"
        print(f"| Ray, {count} | {wall:.1f} s | {used:.1f} s | {over} | {start:.1f} s | the same |", flush=True)


if __name__ == "__main__":
    main()
