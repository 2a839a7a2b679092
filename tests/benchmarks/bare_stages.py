"""What a first index costs beyond its bare stages: read, hash, parse, tokenise, embed, append.

    python tests/benchmarks/bare_stages.py TREE [--pipeline-only]

The bare stages are done alone, in this process, over the files that are indexed: each file is read and hashed, parsed
by its grammar and nothing else, its chunks are tokenised and embedded once, and all rows are appended to new tables by
one write for each. Then `lsp-codebase index` runs over the same tree into an empty folder. Its CPU seconds are told
apart for the process that writes the index and for its workers, and its memory is the PSS of all its processes
together, looked at four times a second. Prints Markdown; compare ratios of one run, since machines are shared.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray
from tree_sitter import Parser

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.index.embed_job import vector_rows
from lsp_codebase.index.workers.extract import ExtractJob, extract, merge
from lsp_codebase.index.workers.reading import FileJob
from lsp_codebase.model import CancelToken
from lsp_codebase.parse import LANGUAGES, token_string
from lsp_codebase.parse.grammar import load_grammar
from lsp_codebase.scan import scan
from lsp_codebase.store.tables import Database

_FILES_A_JOB = 48
_MIB = 1 << 20


def timed(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a piece of work, all threads of this process together."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def bare_stages(root: Path, settings: Settings) -> dict[str, float]:
    """Return the CPU seconds of each stage alone."""
    paths = sorted(scan(root, respect_gitignore=True, exclude=settings.index_exclude, cancel=CancelToken()).files)
    jobs = [paths[start : start + _FILES_A_JOB] for start in range(0, len(paths), _FILES_A_JOB)]
    made = [
        extract(ExtractJob(root, settings, tuple(FileJob(path, 1 + place, None) for place, path in enumerate(job, at))))
        for job, at in zip(jobs, range(0, len(paths), _FILES_A_JOB), strict=True)
    ]
    batch = merge(made).batch
    texts = batch.chunks["text"].to_pylist()
    indexed = [
        row for row in batch.files.select(["path", "language", "state"]).to_pylist() if row["state"] == "indexed"
    ]
    data: list[bytes] = []
    print(f"{len(indexed):,} files, {len(texts):,} chunks\n", flush=True)
    embedder = load_embedder(settings)
    assert embedder is not None
    embedder.embed_documents(["warm"] * 20)
    token_string("warm")

    def parse() -> None:
        for row, content in zip(indexed, data, strict=True):
            if (grammar := LANGUAGES[row["language"]].grammar) is not None:
                Parser(load_grammar(grammar)).parse(content)

    def embed() -> None:
        vectors.append(embedder.embed_documents(texts).astype(np.float16))

    def append() -> None:
        rows = vector_rows(batch.chunks, [0] * len(texts), vectors[0])
        with tempfile.TemporaryDirectory() as folder:
            database = Database(Path(folder))
            for name, table in (("chunks", batch.chunks), ("symbols", batch.symbols), ("vectors", rows)):
                database.ensure_table(name, table.schema).append(table)

    vectors: list[NDArray[np.float16]] = []
    return {
        "read": timed(lambda: data.extend((root / row["path"]).read_bytes() for row in indexed)),
        "hash": timed(lambda: [hashlib.sha256(content).hexdigest() for content in data]),
        "parse": timed(parse),
        "tokenise": timed(lambda: [token_string(text) for text in texts]),
        "embed": timed(embed),
        "append": timed(append),
    }


@dataclass(slots=True)
class Cost:
    """Of a run: CPU seconds of the process that writes and of its workers, the largest PSS in MiB."""

    server: float = 0.0
    workers: float = 0.0
    pss: float = 0.0
    server_pss: float = 0.0
    seconds: float = 0.0


def pipeline(root: Path, cache: str) -> Cost:
    """Index a tree into an empty folder by the command, and return what it cost."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "lsp_codebase", "index", str(root)]
    running = psutil.Popen(command, env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL)
    cost = Cost()
    while running.poll() is None:
        try:
            times = running.cpu_times()
            cost.server = times.user + times.system
            own = running.memory_full_info().pss / _MIB
            theirs = [child.memory_full_info().pss / _MIB for child in running.children(recursive=True)]
            cost.server_pss, cost.pss = max(cost.server_pss, own), max(cost.pss, own + sum(theirs))
        except psutil.Error:  # a worker that ended meanwhile
            pass
        time.sleep(0.25)
    usage = os.times()
    cost.workers = usage.children_user + usage.children_system - cost.server
    cost.seconds = time.perf_counter() - begin
    return cost


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--pipeline-only", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        cost = pipeline(options.tree.resolve(), cache)
        disk = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file())
    whole = cost.server + cost.workers
    print("| server CPU s | workers CPU s | PSS MiB | of it server | disk MB | wall s |\n|" + "---:|" * 6)
    row = (cost.server, cost.workers, cost.pss, cost.server_pss, disk / 1e6, cost.seconds)
    print("| " + " | ".join(f"{value:.1f}" for value in row) + " |\n", flush=True)
    if options.pipeline_only:
        return
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        stages = bare_stages(options.tree.resolve(), Settings())
    print("| " + " | ".join(stages) + " | together | pipeline | ratio |\n|" + "---:|" * (len(stages) + 3))
    bare = sum(stages.values())
    print("| " + " | ".join(f"{value:.1f}" for value in (*stages.values(), bare, whole)) + f" | {whole / bare:.2f} |")


if __name__ == "__main__":
    main()
