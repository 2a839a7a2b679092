"""How soon a saved file is found, over the wire: by its symbols, by its words, by its vectors (all chunks have one).

    python tests/benchmarks/freshness.py [TREE] [--rounds 20] [--model none]

TREE is copied and indexed first; without one, django's source distribution is fetched. Then the server is idle, and in
each round a file of it gets one new function with a name never seen. `didSave`: the client tells. `nobody tells`: the
file is written and our own watcher must see it. `burst`: 20 files are saved at once, and the last one is asked for.
Prints the milliseconds from the write to the first answer that has it, median / 95th percentile / largest; the
questions themselves, asked one after another, are part of them.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from indexing import SERVER, tree

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import RawClient

BURST = 20
PAUSE_S = 0.4  # between rounds: the index is idle again
LONGEST_S = 20.0


def start(root: Path, cache: str, model: str) -> RawClient:
    """Return a server that has indexed the root."""
    client = RawClient(SERVER)
    options = {"index": {"location": cache}, "embedding": {"model": model}}
    client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "tree"}], initializationOptions=options)
    deadline = time.monotonic() + 600
    while not client._settled(client.result("codebase/status", {})):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    time.sleep(2)  # the first sweep of the watcher
    return client


def words(number: int) -> str:
    """Return three words that together are in no other file."""
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return f"quixotic{letters} zebrafish{letters} marmalade{letters}"


def write(file: Path, number: int) -> str:
    """Add a function to a file; return its name."""
    name = f"fresh_{''.join(chr(ord('a') + int(digit)) for digit in str(number))}_function"
    with file.open("a") as stream:
        stream.write(f'\n\ndef {name}(first):\n    """Return {words(number)}."""\n    return first\n')
    return name


def questions(client: RawClient, name: str, number: int, file: Path) -> dict[str, Callable[[], bool]]:
    """Return what is asked until it is answered, by the name of the column."""

    def is_found() -> bool:
        params = {"query": words(number), "mode": "lexical", "limit": 5, "pack": "none"}
        hits: list[Any] = client.result("codebase/hybridSearch", params)["hits"]
        return any(hit["location"]["uri"] == file.as_uri() for hit in hits)

    def is_embedded() -> bool:
        if "symbol" in asked:
            return False
        (status,) = client.result("codebase/status", {})
        return bool(not status["stale"] and status["vectors"]["done"] == status["vectors"]["total"])

    def is_named() -> bool:
        return any(symbol["name"] == name for symbol in client.result("workspace/symbol", {"query": name}))

    asked: dict[str, Callable[[], bool]] = {
        "symbol": is_named,
        "lexical": is_found,
        "vector": is_embedded,
    }
    return asked


def rounds(client: RawClient, files: list[Path], count: int, kind: str, first: int) -> dict[str, list[float]]:
    """Save and ask; return the milliseconds of each round by question."""
    took: dict[str, list[float]] = {}
    number = first
    for turn in range(count):
        chosen = [files[(turn + other) % len(files)] for other in range(BURST if kind == "burst" else 1)]
        begin = time.perf_counter()
        for file in chosen:
            number += 1
            name = write(file, number)
            if kind != "nobody tells":
                client.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
        open_questions = questions(client, name, number, chosen[-1])
        while open_questions:
            for column in [*open_questions]:
                if open_questions[column]():
                    took.setdefault(column, []).append((time.perf_counter() - begin) * 1_000)
                    del open_questions[column]
            assert time.perf_counter() - begin < LONGEST_S, (open_questions, client.log)
            time.sleep(0.005)
        time.sleep(PAUSE_S)
    return took


def spread(values: list[float]) -> str:
    """Return median / 95th percentile / largest."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):.0f} / {ordered[int(len(ordered) * 0.95)]:.0f} / {ordered[-1]:.0f}"


def main() -> None:
    """Index, then save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    with tree(options.tree) as source, tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "root"
        shutil.copytree(source, root, symlinks=True)
        files = [path for path in sorted(root.rglob("*.py")) if 1_000 < path.stat().st_size < 20_000][: 10 * BURST]
        start(root, folder + "/cache", options.model).close()  # a warm start, as on most days
        client = start(root, folder + "/cache", options.model)
        print("| ms until found by | symbol | lexical | vector |\n|---|---:|---:|---:|")
        try:
            for turn, kind in enumerate(("didSave", "nobody tells", "burst")):
                took = rounds(client, files, options.rounds, kind, (turn + 1) * 100_000)
                row = [kind, *(spread(took[column]) for column in ("symbol", "lexical", "vector"))]
                print("| " + " | ".join(row) + " |", flush=True)
        finally:
            client.kill()


if __name__ == "__main__":
    main()
