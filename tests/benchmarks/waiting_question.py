"""How much sooner a first index has the file that somebody asks for: a real server, with the question and without.

    python tests/benchmarks/waiting_question.py QUERIES TREE [--questions 8]

QUERIES is a `<repository>.jsonl` as for `search_ablation.py`, TREE its checkout. A server indexes TREE from nothing
while nobody asks, and it is noted when each file that is wanted can be found. Of the questions whose file is not among
the first twentieth, some, evenly spread, are then asked of servers that begin anew, once, as soon as they are
initialized. Prints the seconds until the file is found, and how many files were indexed by then: that does not
depend on how busy the machine is. Whether a file is found is asked with a pattern of one dot, which steers nothing.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from indexing import SERVER, RawClient

POLL_S = 0.05
SINCE = 0.05  # of all files: what comes earlier need not be asked for


class Arrival(NamedTuple):
    """When a file was found: after how many seconds, and how many indexed files."""

    seconds: float
    files: int


def arrivals(tree: Path, paths: Sequence[str], question: str | None) -> tuple[dict[str, Arrival], int]:
    """Index from nothing until all these files are found; return when each was, and how many files there are."""
    found: dict[str, Arrival] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        client = RawClient(SERVER)
        options: dict[str, Any] = {"index": {"location": cache, "contentStoreMb": 0}}
        folder = {"uri": tree.as_uri(), "name": "tree"}
        try:
            client.initialize(workspaceFolders=[folder], initializationOptions=options)
            begin = time.perf_counter()
            if question is not None:
                client.result("codebase/hybridSearch", {"query": question})
            while missing := [path for path in paths if path not in found]:
                (status,) = client.result("codebase/status", {})
                for path in missing:
                    probe = {"query": ".", "mode": "regex", "include": [path], "limit": 1}
                    if client.result("codebase/hybridSearch", probe)["hits"]:
                        found[path] = Arrival(time.perf_counter() - begin, status["files"]["indexed"])
                if status["phase"] == "ready":
                    break
                time.sleep(POLL_S)
            return found, status["files"]["total"]
        finally:
            client.kill()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries", type=Path)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--questions", type=int, default=8)
    options = parser.parse_args()
    tree = options.tree.resolve()
    rows = [json.loads(line) for line in options.queries.read_text("utf-8").splitlines()]
    wanted = {row["query"]: (row["kind"], row["relevant"][0]["path"]) for row in rows[:: len(rows) // 40 or 1]}
    alone, total = arrivals(tree, sorted({path for _, path in wanted.values()}), None)
    late = [query for query, (_, path) in wanted.items() if path in alone and alone[path].files > SINCE * total]
    chosen = late[:: len(late) // options.questions or 1][: options.questions]
    print(f"{len(late)} of {len(wanted)} questions; {total} files\n")
    print("| kind | files before it, not asked | asked | s, not asked | asked |\n|---|---:|---:|---:|---:|", flush=True)
    took = []
    for query in chosen:
        kind, path = wanted[query]
        before, after = alone[path], arrivals(tree, [path], query)[0][path]
        took.append((before, after))
        print(f"| {kind} | {before.files} | {after.files} | {before.seconds:.1f} | {after.seconds:.1f} |", flush=True)
    first, second = (list(side) for side in zip(*took, strict=True))
    files, seconds = ([statistics.median(one[field] for one in side) for side in (first, second)] for field in (1, 0))
    print(f"| median | {files[0]:.0f} | {files[1]:.0f} | {seconds[0]:.1f} | {seconds[1]:.1f} |")


if __name__ == "__main__":
    main()
