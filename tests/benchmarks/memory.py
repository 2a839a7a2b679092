"""What a server holds after a first index, beside the same server after a restart.

    python tests/benchmarks/memory.py [TREE] [--idle 30] [--model builtin]

TREE (without one, django's source distribution is fetched) is indexed from nothing by a server, which is then left
alone; so is a second server, started on that index. Prints the memory of each, server and workers, `--idle` seconds
after it was ready: PSS, which counts a shared page by its share, and the part of it that is the process's own. Then the
ratio of both.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from indexing import MIB, SERVER, RawClient, tree


def held(root: Path, cache: str, model: str, idle_s: float) -> dict[str, float]:
    """Start a server, wait until it is ready and then a while, and return the MiB it holds."""
    client = RawClient(SERVER)
    options: dict[str, Any] = {"index": {"location": cache}, "embedding": {"model": model}}
    try:
        client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "tree"}], initializationOptions=options)
        while client.result("codebase/status", {})[0]["phase"] != "ready":
            time.sleep(0.5)
        time.sleep(idle_s)
        server = psutil.Process(client.process.pid)
        workers = server.children(recursive=True)
        own, theirs = server.memory_full_info(), [worker.memory_full_info() for worker in workers]
        client.close()  # not killed: what answers is saved at the end
    finally:
        client.kill()
    return {
        "PSS": own.pss / MIB,
        "own": own.uss / MIB,
        "workers": sum(worker.pss for worker in theirs) / MIB,
        "processes": len(theirs),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--idle", type=float, default=30)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    totals = []
    print("| | server MiB | its own | workers MiB | workers |\n|---|---:|---:|---:|---:|")
    with tree(options.tree) as root, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        for name in ("after a first index", "after a restart"):
            took = held(root, cache, options.model, options.idle)
            totals.append(took["PSS"] + took["workers"])
            row = (f"{took['PSS']:.0f}", f"{took['own']:.0f}", f"{took['workers']:.0f}", f"{took['processes']:.0f}")
            print(f"| {name} | " + " | ".join(row) + " |", flush=True)
    print(f"\n{totals[0] / totals[1]:.2f} times")


if __name__ == "__main__":
    main()
