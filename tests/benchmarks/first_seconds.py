"""How soon a first index finds what people ask for: definitions and vectors of source files, over its time.

    python tests/benchmarks/first_seconds.py [TREE] [--rounds 2] [--model builtin]

TREE (without one, django's source distribution is fetched) is indexed from nothing in this process and its workers.
Source files are those of a programming language that are no test, example, vendored, generated or docs. Prints the
share of their definitions, and of their chunks with vectors, after some hundredths of the time to `ready`; then wall
and CPU seconds and the memory of this process at the end. Medians.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import psutil
from content_store import cpu
from indexing import tree

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.indexes import State
from lsp_codebase.parse import LANGUAGES
from lsp_codebase.scan import path_roles

MOMENTS = (1, 2, 5, 10, 25, 50, 75)  # hundredths of the time


def found(state: State) -> tuple[int, float]:
    """Return how many definitions of source files a state finds, and how many chunks it has vectors of."""
    records = [
        record
        for record in state.files.by_path.values()
        if LANGUAGES[record.language].is_code and not path_roles(record.path)
    ]
    return sum(record.symbols for record in records), state.embedded


def index(root: Path, model: str) -> dict[str, float]:
    """Index from nothing and return the figures."""
    states: list[tuple[float, State]] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as location:
        pool = WorkerPool()
        settings = Settings(index_location=location, embedding_model=model)
        codebase = Codebase(root, settings, pool, SilentListener())
        begin, before = time.perf_counter(), cpu()
        codebase.start()
        while codebase.status().phase.value not in ("ready", "failed"):
            state = codebase._published.state
            if not states or states[-1][1] is not state:
                states.append((time.perf_counter() - begin, state))
            time.sleep(0.02)
        wall, used = time.perf_counter() - begin, cpu() - before
        states.append((wall, codebase._published.state))
        memory = psutil.Process().memory_info().rss / 2**20
        codebase.close()
        pool.close()
    symbols, chunks = found(states[-1][1])
    took = {"wall s": wall, "cpu s": used, "MiB": memory}
    for moment in MOMENTS:
        at = max((state for state in states if state[0] <= wall * moment / 100), default=None, key=lambda one: one[0])
        some_symbols, some_chunks = found(at[1]) if at else (0, 0)
        took[f"symbols {moment}"] = some_symbols / symbols
        took[f"vectors {moment}"] = some_chunks / max(chunks, 1)
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    with tree(options.tree) as root:
        rounds = [index(root, options.model) for _ in range(options.rounds)]
    took = {key: statistics.median(one[key] for one in rounds) for key in rounds[0]}
    print("| after % of the time | " + " | ".join(map(str, MOMENTS)) + " |\n|---|" + "---:|" * len(MOMENTS))
    print("| definitions of source files | " + " | ".join(f"{took[f'symbols {m}']:.2f}" for m in MOMENTS) + " |")
    print("| chunks with vectors | " + " | ".join(f"{took[f'vectors {m}']:.2f}" for m in MOMENTS) + " |")
    print(f"\nready after {took['wall s']:.1f} s, {took['cpu s']:.1f} CPU s, {took['MiB']:.0f} MiB")


if __name__ == "__main__":
    main()
