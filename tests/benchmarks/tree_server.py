"""A real server asked for trees: how long a kept answer takes over the wire, and whether its memory stays flat.

  python tests/benchmarks/tree_server.py [--files 5000 80000]

The trees are those of `tree_latency.py`. Nothing is indexed, so that the memory is that of the trees. Times are wall
time of the client, from the request to the answer as a value.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from tree_latency import generate

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "protocol"))
from raw_client import RawClient

KEPT, QUESTIONS, WALKS = 300, 300, 30
CREATED, DELETED = 1, 3


def ask(client: RawClient, **query: Any) -> Any:
    return client.result("codebase/directoryTree", query)


def resident_mb(client: RawClient) -> float:
    return psutil.Process(client.process.pid).memory_info().rss / 1e6


def kept_ms(client: RawClient) -> list[float]:
    """Ask the same question again and again, once it is known that every change will be told."""
    client.wait_for(lambda: ask(client)["stats"]["scanMs"] == 0)
    took = []
    for _ in range(KEPT):
        started = time.perf_counter()
        answer = ask(client)
        took.append((time.perf_counter() - started) * 1_000)
        assert answer["stats"]["scanMs"] == 0
    return sorted(took)


def ask_differently(client: RawClient, least: int) -> None:
    """Ask questions of which no two are the same, in all presets and both formats."""
    for number in range(QUESTIONS):
        preset, format = ("default", "void", "aigne")[number % 3], ("text", "json")[number % 2]
        ask(client, preset=preset, format=format, maxChars=least + 100 * number)


def walk_again(client: RawClient, root: Path) -> None:
    """Let a file come or go, so that the walk that is kept is forgotten and made again."""
    file = root / "come_and_gone.py"
    for number in range(WALKS):
        if number % 2:
            file.unlink()
        else:
            file.touch()
        change = {"uri": file.as_uri(), "type": DELETED if number % 2 else CREATED}
        client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
        while ask(client)["stats"]["scanMs"] == 0:
            time.sleep(0.02)


def measure(root: Path) -> list[float]:
    """Return the median and 95th percentile of kept answers (ms), then resident memory (MB) after each stage."""
    client = RawClient()
    try:
        client.initialize_watching(rootUri=root.as_uri(), initializationOptions={"index": {"enabled": False}})
        took = kept_ms(client)
        found = [statistics.median(took), took[int(0.95 * KEPT)], resident_mb(client)]
        for least in (1_000, 1_050):
            ask_differently(client, least)
            found.append(resident_mb(client))
        walk_again(client, root)
        found.append(resident_mb(client))
        client.close()
    finally:
        client.kill()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[5_000, 80_000])
    print(f"| files | kept: ms | 95 % | MB | after {QUESTIONS} questions | {QUESTIONS} more | {WALKS} new walks |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    for files in parser.parse_args().files:
        with tempfile.TemporaryDirectory() as temporary:
            root = Path(temporary).resolve()
            generate(root, files)
            median, late, *memory = measure(root)
        print(f"| {files:,} | {median:.2f} | {late:.2f} | {' | '.join(f'{mb:.1f}' for mb in memory)} |")


if __name__ == "__main__":
    main()
