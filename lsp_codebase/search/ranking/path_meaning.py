"""How near the path of a file is to a question in meaning: `net/backoff.py` to "wait longer after each failure".

A path is the mean of its words. They are few and come again in most files, so their vectors are remembered; of a path
its words and the length of their sum, which are the same for every question.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed import Embedder
from lsp_codebase.parse import word_parts
from lsp_codebase.search.ranking.lexical import Array

_MOST_WORDS = 32_768  # remembered, a kilobyte each with the built-in model; Linux has 17,000
_MOST_PATHS = 131_072  # remembered, some 300 bytes each


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
        self._vectors = np.empty((_MOST_WORDS, dimension), np.float32)  # each row is written but once

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
            self._paths, self._rows = {}, {}
            of_path = {path: _words(path) for path in paths}
            missing = self._missing(of_path.values())
            self._vectors = np.empty((max(_MOST_WORDS, len(missing)), self._vectors.shape[1]), np.float32)
        if missing:
            first = len(self._rows)
            self._vectors[first : first + len(missing)] = embedder.embed_documents(missing)
            self._rows |= zip(missing, count(first), strict=False)
        rows = [[self._rows[word] for word in words] for words in of_path.values()]
        self._paths |= zip(of_path, map(_Path, rows, self._lengths(rows)), strict=True)

    def _lengths(self, rows: Sequence[Sequence[int]]) -> list[float]:
        """Return the length of the sum of some vectors for each of several rows of them."""
        lengths = np.zeros(len(rows))
        sizes = np.fromiter(map(len, rows), np.intp, len(rows))
        for size in set(sizes.tolist()):  # those of as many words at once: one by one they take three times as long
            (places,) = (sizes == size).nonzero()
            if size:
                sums = self._vectors[[rows[place] for place in places.tolist()]].sum(axis=1)
                lengths[places] = np.sqrt(np.einsum("ij,ij->i", sums, sums))
        found: list[float] = lengths.tolist()
        return found

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
    """Return the remembered vectors of a model."""
    return _Paths(dimension)
