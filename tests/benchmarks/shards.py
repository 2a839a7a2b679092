"""Whether the parts of a root, each with an index of its own, give the hits that one index gives; and what they cost.

    python tests/benchmarks/shards.py QUERIES TREE WORK

QUERIES is a file of the development queries (`django.jsonl`), TREE what they are about. The indexes are made in the
folder WORK, where they stay for the next run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.location import index_bytes, index_directory
from lsp_codebase.model import CancelToken, Hit, Pack, Phase, SearchQuery
from lsp_codebase.replica import Replica

HITS = 10
BY_NAME = {  # the last letter before the extension is as good as chance
    "two parts by name": ["[a-m]", "[!a-m]"],
    "four parts by name": ["[a-e]", "[f-m]", "[n-r]", "[!a-r]"],
}


def excludes(tree: Path) -> Mapping[str, list[tuple[str, ...]]]:
    """Return, for each way to part a tree, what each part leaves out."""
    folders = sorted(entry.name for entry in tree.iterdir() if entry.is_dir())
    of_source = tree.name.partition("-")[0]
    found = {"one index": [()]}
    if of_source in folders:
        others = tuple(f"/{name}/" for name in folders if name != of_source)
        found["two parts by directory"] = [others, (f"/{of_source}/",)]
    for name, ends in BY_NAME.items():
        found[name] = [tuple(f"*{other}.*" for other in ends if other != end) for end in ends]
    return found


def made(tree: Path, work: Path, name: str, left_out: Sequence[tuple[str, ...]]) -> tuple[list[Path], int]:
    """Return the folders of the indexes of the parts, and their size."""
    directories, size = [], 0
    pool = WorkerPool()
    for number, exclude in enumerate(left_out):
        location = str(work / f"{name.replace(' ', '_')}_{number}")
        settings = Settings(index_location=location, index_exclude=exclude, index_content_store_mb=0)
        directory = index_directory(tree, location)
        if not directory.exists():
            codebase = Codebase(tree, settings, pool, SilentListener())
            codebase.start()
            while codebase.status().phase is not Phase.READY or codebase.status().stale:
                time.sleep(0.1)
            codebase.close()
        directories.append(directory)
        size += index_bytes(index_directory(tree, location))
    pool.close()
    return directories, size


def asked(replica: Replica, queries: Sequence[Mapping[str, object]]) -> tuple[list[list[Hit]], list[float]]:
    """Return the hits of each query, and the CPU milliseconds it took."""
    found, cost = [], []
    for query in queries:
        begun = time.process_time()
        answer = replica.search(SearchQuery(str(query["query"]), limit=HITS, pack=Pack.NONE), CancelToken())
        cost.append((time.process_time() - begun) * 1_000)
        found.append([*answer.hits])
    return found, cost


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("queries", type=Path)
    parser.add_argument("tree", type=Path)
    parser.add_argument("work", type=Path)
    options = parser.parse_args()
    tree = options.tree.resolve()
    queries = [json.loads(line) for line in options.queries.read_text("utf-8").splitlines()]
    right = [{tree / one["path"] for one in query["relevant"]} for query in queries]
    print("| indexes | MB | the same ten places | the same first hit | right first | among ten | CPU ms p50 | p95 |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    whole: list[list[tuple[Path, int]]] | None = None
    for name, left_out in excludes(tree).items():
        directories, size = made(tree, options.work, name, left_out)
        with closing(Replica(Settings(), directories)) as replica:
            while any(status.phase is not Phase.READY for status in replica.status()):
                time.sleep(0.1)
            asked(replica, queries[:20])
            found, cost = asked(replica, queries)
        places = [[(hit.path, hit.span.start_line) for hit in hits] for hits in found]
        whole = whole or places
        pairs = [*zip(places, whole, strict=True)]
        same = statistics.mean(len({*one} & {*other}) / max(1, len(other)) for one, other in pairs)
        first = statistics.mean(one[:1] == other[:1] for one, other in pairs)
        ranks = [next((at for at, hit in enumerate(hits) if hit.path in files), None)
                 for hits, files in zip(found, right, strict=True)]  # fmt: skip
        p50, p95 = statistics.median(cost), statistics.quantiles(cost, n=20)[-1]
        print(
            f"| {name} | {size / 1e6:.1f} | {same:.3f} | {first:.3f} | {statistics.mean(at == 0 for at in ranks):.3f} "
            f"| {statistics.mean(at is not None for at in ranks):.3f} | {p50:.1f} | {p95:.1f} |",
            flush=True,
        )
    print(f"\n{len(queries)} queries, load {os.getloadavg()[0]:.0f}, peak "
          f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")  # fmt: skip


if __name__ == "__main__":
    main()
