"""What the shared content store costs a first index, and what it saves the next one of the same contents.

    python tests/benchmarks/content_store.py [TREE] [--rounds 2] [--model builtin]

TREE (without one, django's source distribution is fetched) is indexed from nothing, in turn without a content store,
with an empty one, and with one that knows it all. Prints seconds to `ready` and CPU seconds of the process and its
worker, medians, and the size of the store.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import psutil
from indexing import tree

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken


def cpu() -> float:
    """Return the CPU seconds of this process and of its children so far."""
    processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
    return sum(times.user + times.system for times in (process.cpu_times() for process in processes))


def index(root: Path, settings: Settings) -> tuple[float, float]:
    """Index from nothing, delete the index again, and return wall and CPU seconds."""
    pool = WorkerPool(1)
    codebase = Codebase(root, settings, pool, SilentListener())
    begin, before = time.perf_counter(), cpu()
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    took = time.perf_counter() - begin, cpu() - before
    codebase.close()
    pool.close()
    directory = index_directory(root, settings.index_location)
    directory.rename(directory.with_name(f"done-{time.monotonic_ns()}"))
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    took: dict[str, list[tuple[float, float]]] = {}
    with tree(options.tree) as root, tempfile.TemporaryDirectory() as folder:
        for turn in range(options.rounds):
            for name, megabytes in (("none", 0), ("empty", 1_000), ("full", 1_000)):
                location = f"{folder}/{'none' if name == 'none' else turn}"
                settings = Settings(
                    index_location=location, embedding_model=options.model, index_content_store_mb=megabytes
                )
                took.setdefault(name, []).append(index(root, settings))
        size = (Path(folder) / "0" / "content" / "content.sqlite").stat().st_size
    print("| content store | s to ready | cpu-s |\n|---|---:|---:|")
    for name, figures in took.items():
        wall, used = (statistics.median(column) for column in zip(*figures, strict=True))
        print(f"| {name} | {wall:.1f} | {used:.1f} |")
    print(f"\n{size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
