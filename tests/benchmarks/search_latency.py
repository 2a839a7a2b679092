"""How long a search takes, by the number of chunks.

    python tests/benchmarks/search_latency.py FOLDER... [--queries 200]

Each folder is indexed with the built-in model; then it is asked first sentences of its own doc comments, which are as
long and as varied as questions are. Prints wall and CPU milliseconds of `Workspace.search`, by mode; texts come with
the hits, as clients get them.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.workspace import Workspace

SHORTEST, LONGEST = 30, 200


def sentences(workspace: Workspace, root: Path, count: int) -> tuple[list[str], list[str]]:
    """Return some sentences of doc comments and some names."""
    store = workspace.find(root)._indexer.store
    assert store is not None
    rows = store.symbols()
    docs = sorted({doc.split("\n")[0] for doc in rows["doc"].to_pylist() if SHORTEST <= len(doc) <= LONGEST})
    names = sorted({name for name in rows["name"].to_pylist() if len(name) > 3})
    choose = random.Random(1)
    return choose.sample(docs, min(count, len(docs))), choose.sample(names, min(count, len(names)))


def times(workspace: Workspace, queries: list[str], mode: Mode) -> tuple[list[float], list[float]]:
    for text in queries[:20]:
        workspace.search(SearchQuery(text, mode=mode), CancelToken())
    wall, cpu = [], []
    for text in queries:
        began, used = time.perf_counter(), time.process_time()
        workspace.search(SearchQuery(text, mode=mode), CancelToken())
        wall.append((time.perf_counter() - began) * 1_000)
        cpu.append((time.process_time() - used) * 1_000)
    return wall, cpu


def cell(values: list[float]) -> str:
    return f"{statistics.median(values):.1f} / {statistics.quantiles(values, n=20)[18]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--queries", type=int, default=200)
    args = parser.parse_args()
    print("| folder | chunks | mode | wall p50 / p95 ms | CPU p50 / p95 ms |\n|---|---:|---|---:|---:|")
    for folder in args.folders:
        workspace = Workspace(Settings())
        workspace.add_folder(folder)
        workspace.start()
        status = workspace.find(folder).wait_until_idle(CancelToken())
        docs, names = sentences(workspace, folder, args.queries)
        for label, queries, mode in (
            ("hybrid", docs, Mode.HYBRID),
            ("lexical", docs, Mode.LEXICAL),
            ("symbol", names, Mode.SYMBOL),
            ("a name, auto", names, Mode.AUTO),
            ("literal", [f"{name}(" for name in names], Mode.EXACT),
            ("pattern", [rf"\b{re.escape(name[:5])}\w*\(" for name in names], Mode.REGEX),
        ):
            wall, cpu = times(workspace, queries, mode)
            print(f"| {folder.name} | {status.chunks:,} | {label} | {cell(wall)} | {cell(cpu)} |", flush=True)
        workspace.close()


if __name__ == "__main__":
    main()
