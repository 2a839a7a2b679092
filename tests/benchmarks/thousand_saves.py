"""What a thousand saves leave behind: disk and query time of the index that followed them, against one built anew.

    python tests/benchmarks/thousand_saves.py [TREE] [--saves 1000] [--model hash]

Without TREE, the package itself. The tree is copied; each save appends a line to one of its files and waits for the
commit. Then the index is left idle; the pauses before its two rounds of tidying are cut short. Prints a Markdown row.
Times are CPU time of the process, means without the slowest and fastest tenth over interleaved queries.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import lsp_codebase
from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool, indexer, maintenance
from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.store import tables
from lsp_codebase.view import View

QUERIES = ["where are files walked", "parse error recovery", "VectorTable", "lock held by another process", "merge"]
ROUNDS = 40


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=Path, default=Path(lsp_codebase.__file__).parent)
    parser.add_argument("--saves", type=int, default=1_000)
    parser.add_argument("--model", default="hash")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.tree, options.saves, options.model)


def measure(folder: Path, tree: Path, saves: int, model: str) -> None:
    """Save, wait, compare."""
    root = folder / "root"
    shutil.copytree(tree, root, ignore=shutil.ignore_patterns("__pycache__", ".git", "*.onnx"))
    pool = WorkerPool(1)
    saved = opened(root, folder / "saved", model, pool)
    first = disk(saved)
    largest = save_all(saved, sorted(root.rglob("*.py")), saves)
    busy = disk(saved)
    tables.KEEP_VERSIONS = timedelta(0)  # as if the minute had passed
    indexer._PRESENCE_S = maintenance._IDLE_S = maintenance._SECOND_ROUND_S = 0.5
    saved.mark_changed([root / "none"])
    wait_for(lambda: not saved._indexer._writer._maintenance.is_untidy)
    time.sleep(3.0)  # the second round
    fresh = opened(root, folder / "fresh", model, pool)
    times = query_times(saved, fresh)
    assert saved.status().chunks == fresh.status().chunks
    ratio = disk(saved) / disk(fresh)
    print("| saves | chunks | disk before | at most, while saving | after, busy | after, idle | fresh | disk | query |")
    print("|---|---|---|---|---|---|---|---|---|")
    sizes = " | ".join(f"{size / 1e6:.1f} MB" for size in (first, largest, busy, disk(saved), disk(fresh)))
    print(f"| {saves:,} | {fresh.status().chunks:,} | {sizes} | {ratio:.2f} x | {times[0] / times[1]:.2f} x "
          f"({times[0] * 1e3:.1f} / {times[1] * 1e3:.1f} ms) |")  # fmt: skip
    for codebase in (saved, fresh):
        codebase.close()
    pool.close()


def opened(root: Path, cache: Path, model: str, pool: WorkerPool) -> Codebase:
    """Return an indexed codebase."""
    settings = Settings(index_location=str(cache), embedding_model=model, index_debounce_ms=0)
    codebase = Codebase(root, settings, pool, SilentListener())
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    return codebase


def save_all(codebase: Codebase, paths: list[Path], saves: int) -> int:
    """Append a line to one file after the other, waiting for each commit; return the largest size seen."""
    largest = 0
    for number in range(saves):
        path = paths[number % len(paths)]
        before = codebase.status().generation
        with open(path, "a") as file:
            file.write(f"# saved {number}\n")
        codebase.mark_changed([path])
        wait_for(lambda before=before: codebase.status().generation > before)
        if number % 50 == 0:
            largest = max(largest, disk(codebase))
    return largest


def query_times(*codebases: Codebase) -> list[float]:
    """Return the CPU seconds of a query for each codebase: the mean of the middle four fifths."""
    times: list[list[float]] = [[] for _ in codebases]
    for _ in range(ROUNDS):
        for text in QUERIES:
            for codebase, own in zip(codebases, times, strict=True):
                for query in (SearchQuery(text), SearchQuery(text, mode=Mode.HYBRID, include=("**/*.py",))):
                    started = time.process_time()
                    View(lambda codebase=codebase: codebase, codebase.settings).search(query, CancelToken())
                    own.append(time.process_time() - started)
    return [statistics.mean(sorted(own)[len(own) // 10 : -len(own) // 10]) for own in times]


def disk(codebase: Codebase) -> int:
    """Return the bytes of an index."""
    total = 0
    for path in codebase._indexer._directory.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # tidied away meanwhile
            pass
    return total


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait, for at most a minute."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


if __name__ == "__main__":
    main()
