"""What the nearest vectors cost as an index grows, as a ratio to comparing all of them in full.

  python tests/benchmarks/nearest_vectors.py [--rows 160000 600000 1200000] [--queries 10]

Makes vectors of 256 dimensions that lie near a subspace of 24, as those of real code nearly do. CPU milliseconds of a
query, medians, both ways on the same vectors; missed is the share of the true best 50 that is not among those found.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import ResidentVectors
from lsp_codebase.store import VectorCodes

DIMENSIONS, SUBSPACE, BATCH, BEST, ASKED = 256, 24, 100_000, 50, 200
Floats = NDArray[np.float32]


def vectors(chance: np.random.Generator, basis: Floats, rows: int) -> Floats:
    """Return unit vectors."""
    near = chance.normal(size=(rows, SUBSPACE)).astype(np.float32) @ basis
    found: Floats = near + 0.8 * chance.normal(size=(rows, DIMENSIONS)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def batches(chance: np.random.Generator, basis: Floats, rows: int) -> Iterator[tuple[NDArray[Any], ...]]:
    for start in range(0, rows, BATCH):
        ids = np.arange(start, min(start + BATCH, rows), dtype=np.int64)
        yield ids, VectorCodes.of(vectors(chance, basis, len(ids)))


def in_full(resident: ResidentVectors, query: Floats) -> NDArray[np.int64]:
    """Return the chunks of the best, every vector compared."""
    chunks = np.concatenate([part.chunks for part in resident.parts])
    products = np.concatenate([part.products(query, np.arange(len(part))) for part in resident.parts])
    return chunks[np.argsort(-products, kind="stable")[:BEST]]


def timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    started = time.process_time()
    found = ask()
    return (time.process_time() - started) * 1_000, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[160_000, 600_000, 1_200_000])
    parser.add_argument("--queries", type=int, default=10)
    options = parser.parse_args()
    chance = np.random.default_rng(1)
    basis = chance.normal(size=(SUBSPACE, DIMENSIONS)).astype(np.float32)
    print("| vectors | ms | in full, ms | ratio | missed |\n|---:|---:|---:|---:|---:|")
    for rows in options.rows:
        resident = ResidentVectors.of(batches(chance, basis, rows))
        ours, full, missed = [], [], []
        for query in vectors(chance, basis, options.queries):
            took, found = timed(partial(resident.nearest, query, ASKED))
            took_full, best = timed(partial(in_full, resident, query))
            ours.append(took)
            full.append(took_full)
            missed.append(1 - len(np.intersect1d(found[0], best)) / BEST)
        own, whole = statistics.median(ours), statistics.median(full)
        print(f"| {rows:,} | {own:.0f} | {whole:.0f} | {own / whole:.2f} | {statistics.mean(missed):.3f} |")


if __name__ == "__main__":
    main()
