"""How near the path of a file is to a question in meaning: `net/backoff.py` to "wait longer after each failure".

A path is the mean of its words. They are few and come again in most files, so their vectors are remembered; of a path
its words and the length of their sum, which are the same for every question.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed import Embedder
from lsp_codebase.parse import word_parts
from lsp_codebase.search.lexical import Array

_MOST_WORDS = 8_192  # remembered, a kilobyte each with the built-in model
_MOST_PATHS = 16_384  # remembered, some 300 bytes each


def path_similarities(embedder: Embedder, vector: NDArray[np.float32], paths: Sequence[str]) -> Array | None:
    """Return the dot product of each path with the vector of a question; None for a heavy model: it takes too long."""
    if embedder.is_heavy:
        return None
    return _remembered(embedder.model, embedder.dimension).similarities(embedder, vector, paths)


class _Path(NamedTuple):
    words: list[int]  # rows of their vectors
    length: float  # of the sum of these


class _Paths:
    """Paths, and the vectors of the words that they are made of. Any thread may ask."""

    def __init__(self, dimension: int) -> None:
        self._lock = threading.Lock()
        self._paths: dict[str, _Path] = {}
        self._rows: dict[str, int] = {}
        self._vectors = np.empty((0, dimension), np.float32)  # never changed in place

    def __len__(self) -> int:
        return len(self._rows)

    def similarities(self, embedder: Embedder, vector: NDArray[np.float32], paths: Sequence[str]) -> Array:
        """Return the dot product of each path with a vector."""
        with self._lock:
            self._learn(embedder, paths)
            found, vectors = [self._paths[path] for path in paths], self._vectors
        words, of_path = np.unique([word for one in found for word in one.words], return_inverse=True)
        likeness = np.einsum("ij,j->i", vectors[words.astype(np.intp)], vector)[of_path]
        ends = np.cumsum([0, *(len(one.words) for one in found)])
        sums = np.diff(np.append(0.0, likeness).cumsum()[ends])
        similarities: Array = sums / np.array([one.length or 1.0 for one in found])
        return similarities

    def _learn(self, embedder: Embedder, paths: Sequence[str]) -> None:
        """Remember paths, the earlier ones only if there is room for all."""
        of_path = {path: _words(path) for path in paths if path not in self._paths}
        missing = self._missing(of_path.values())
        if len(self._rows) + len(missing) > _MOST_WORDS or len(self._paths) + len(of_path) > _MOST_PATHS:
            self._forget()
            of_path = {path: _words(path) for path in paths}
            missing = self._missing(of_path.values())
        if missing:
            self._rows |= {word: row for row, word in enumerate(missing, len(self._rows))}
            self._vectors = np.concatenate([self._vectors, embedder.embed_documents(missing)])
        for path, words in of_path.items():
            rows = [self._rows[word] for word in words]
            self._paths[path] = _Path(rows, float(np.linalg.norm(self._vectors[rows].sum(axis=0))))

    def _forget(self) -> None:
        self._paths, self._rows, self._vectors = {}, {}, self._vectors[:0].copy()

    def _missing(self, words: Iterable[Sequence[str]]) -> list[str]:
        return [word for word in dict.fromkeys(chain.from_iterable(words)) if word not in self._rows]


def _words(path: str) -> list[str]:
    return [*chain.from_iterable(map(_words_of_part, path.rsplit(".", 1)[0].split("/")))]


@lru_cache(maxsize=8_192)
def _words_of_part(part: str) -> tuple[str, ...]:
    """Return the words of a directory's name, or of a file's: they are asked for in many paths."""
    return tuple(word_parts(part))


@lru_cache(maxsize=2)
def _remembered(model: str, dimension: int) -> _Paths:
    """Return what is remembered for a model."""
    return _Paths(dimension)
