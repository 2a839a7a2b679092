"""Index a large tree through the real server and keep asking it questions meanwhile.

    python tests/benchmarks/indexing.py [TREE] [--model none]

Without TREE, django's source distribution (5,774 files) is fetched from PyPI into a temporary folder. Prints one row of
a Markdown table: files and chunks a second until everything is ready, peak memory of the server and of its workers, and
how long `codebase/status` and `codebase/hybridSearch` took while indexing went on. Then the second start, with nothing
changed.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import RawClient

DJANGO = "django==5.2.19"
SERVER = (sys.executable, "-m", "lsp_codebase", "--stdio")
MIB = 1 << 20


@contextmanager
def tree(given: str | None) -> Iterator[Path]:
    """Yield the tree to index."""
    if given:
        yield Path(given).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        download = [sys.executable, "-m", "pip", "download", "-q", "--no-binary", ":all:", "--no-deps", "-d", folder]
        subprocess.run([*download, DJANGO], check=True)
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        yield next(path for path in Path(folder).iterdir() if path.is_dir())


class Memory(threading.Thread):
    """Samples the resident memory of a process and of its children, ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self.server = self.workers = 0
        self.start()

    def run(self) -> None:
        while self._process.is_running():
            try:
                children = [child.memory_info().rss for child in self._process.children(recursive=True)]
                self.server = max(self.server, self._process.memory_info().rss)
                self.workers = max(self.workers, sum(children))
            except psutil.Error:
                return
            time.sleep(0.1)


def session(root: Path, cache: str, model: str) -> dict[str, Any]:
    """Open the root, ask until it is ready, and return what was measured."""
    client = RawClient(SERVER)
    memory = Memory(client.process.pid)
    options = {"index": {"location": cache}, "embedding": {"model": model}}
    folder = {"uri": root.as_uri(), "name": "tree"}
    client.request(
        "initialize",
        {
            "processId": None,
            "rootUri": None,
            "workspaceFolders": [folder],
            "capabilities": {},
            "initializationOptions": options,
        },
    )
    begin = time.perf_counter()
    client.notify("initialized", {})
    took: dict[str, list[float]] = {"codebase/status": [], "codebase/hybridSearch": []}
    first_hit = None
    while True:
        status = timed(client, "codebase/status", {}, took)[0]
        if status["phase"] == "ready":
            break
        answer = timed(client, "codebase/hybridSearch", {"query": "validate the date of a form field"}, took)
        if answer["hits"] and first_hit is None:
            first_hit = time.perf_counter() - begin
        time.sleep(0.05)
    seconds = time.perf_counter() - begin
    client.request("shutdown")
    client.notify("exit")
    client.process.wait(10)
    return {"seconds": seconds, "first_hit": first_hit, "status": status, "took": took, "memory": memory}


def timed(client: RawClient, method: str, params: object, took: dict[str, list[float]]) -> Any:
    """Send a request, note its milliseconds, and return its result."""
    begin = time.perf_counter()
    answer = client.request(method, params)
    took[method].append((time.perf_counter() - begin) * 1_000)
    return answer["result"]


def spread(values: list[float]) -> str:
    """Return median / 95th percentile / largest."""
    ordered = sorted(values) or [0.0]
    return f"{statistics.median(ordered):.0f} / {ordered[int(len(ordered) * 0.95)]:.0f} / {ordered[-1]:.0f}"


def main() -> None:
    """Measure a first and a second start."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    print(
        "| start | files | chunks | s to ready | s to the first hit | files/s | chunks/s | server MiB | workers MiB |",
        end="",
    )
    print(" status ms p50 / p95 / max | search ms p50 / p95 / max |\n|---|" + "---:|" * 10)
    with tree(options.tree) as root, tempfile.TemporaryDirectory() as cache:
        for start in ("first", "second"):
            found = session(root, cache, options.model)
            files, chunks = found["status"]["files"]["total"], found["status"]["chunks"]
            first_hit = "–" if found["first_hit"] is None else f"{found['first_hit']:.1f}"
            row = [start, files, chunks, f"{found['seconds']:.1f}", first_hit, f"{files / found['seconds']:.0f}"]
            row += [f"{chunks / found['seconds']:.0f}", found["memory"].server // MIB, found["memory"].workers // MIB]
            row += [spread(found["took"][method]) for method in ("codebase/status", "codebase/hybridSearch")]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
