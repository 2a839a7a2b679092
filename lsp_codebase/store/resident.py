"""The vectors of a codebase in memory: for tens of thousands of chunks one matrix product beats an index, and is exact.

Measured at 35,000 chunks: 3 ms, against 22 ms for the same scan through LanceDB.
"""

from __future__ import annotations

import threading
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray


class ResidentVectors:
    """Chunk ids, file ids and vectors side by side. One thread adds and drops; any thread asks."""

    def __init__(self, dimension: int) -> None:
        self._chunks: NDArray[np.int64] = np.empty(0, np.int64)
        self._files: NDArray[np.int64] = np.empty(0, np.int64)
        self._vectors: NDArray[np.float32] = np.empty((0, dimension), np.float32)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._chunks)

    def add(self, chunks: NDArray[np.int64], files: NDArray[np.int64], vectors: NDArray[np.float16]) -> None:
        """Append vectors, (rows, dimension). Ids grow, so what is there is rarely sorted again."""
        order = np.argsort(chunks, kind="stable")
        all_chunks = np.concatenate([self._chunks, chunks[order]])
        all_files = np.concatenate([self._files, files[order]])
        all_vectors = np.concatenate([self._vectors, vectors[order].astype(np.float32)])
        if len(self._chunks) and len(chunks) and chunks[order[0]] < self._chunks[-1]:
            order = np.argsort(all_chunks, kind="stable")
            all_chunks, all_files, all_vectors = all_chunks[order], all_files[order], all_vectors[order]
        self._replace(all_chunks, all_files, all_vectors)

    def drop(self, files: Collection[int]) -> None:
        """Forget the vectors of files."""
        kept = ~np.isin(self._files, np.fromiter(files, np.int64, len(files)))
        self._replace(self._chunks[kept], self._files[kept], self._vectors[kept])

    def nearest(
        self, vector: NDArray[np.float32], limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """Return chunk ids, file ids and dot products of the best, best first; ties by chunk id."""
        with self._lock:
            chunks, files, vectors = self._chunks, self._files, self._vectors
        products = vectors @ vector
        best = np.argpartition(-products, limit)[:limit] if len(products) > limit else np.arange(len(products))
        best = best[np.lexsort((chunks[best], -products[best]))]
        return chunks[best], files[best], products[best]

    def products(self, vector: NDArray[np.float32], chunk_ids: Collection[int]) -> dict[int, float]:
        """Return the dot products of `vector` with the vectors of these chunks, of those that have one."""
        with self._lock:
            chunks, vectors = self._chunks, self._vectors
        wanted = np.fromiter(chunk_ids, np.int64, len(chunk_ids))
        places = np.searchsorted(chunks, wanted)
        found = places < len(chunks)
        found[found] = chunks[places[found]] == wanted[found]
        products = vectors[places[found]] @ vector
        return dict(zip(wanted[found].tolist(), products.tolist(), strict=True))

    def _replace(self, chunks: NDArray[np.int64], files: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        with self._lock:
            self._chunks, self._files, self._vectors = chunks, files, vectors
