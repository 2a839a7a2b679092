"""How near the path of a file is to a question in meaning: `net/backoff.py` to "wait longer after each failure".

A path is the mean of its words. They are few and come again in most files, so their vectors are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed import Embedder, unit_rows
from lsp_codebase.parse import word_parts
from lsp_codebase.search.lexical import Array

_MOST_WORDS = 8_192  # remembered, a kilobyte each with the built-in model


def path_similarities(embedder: Embedder, vector: NDArray[np.float32], paths: Sequence[str]) -> Array | None:
    """Return the dot product of each path with the vector of a question; None for a heavy model: it takes too long."""
    if embedder.is_heavy:
        return None
    of_path = [[*chain.from_iterable(map(_words, path.rsplit(".", 1)[0].split("/")))] for path in paths]
    places = {word: place for place, word in enumerate(dict.fromkeys(chain.from_iterable(of_path)))}
    sums = np.zeros((len(paths), embedder.dimension), np.float32)
    sizes = np.array([len(own) for own in of_path])
    filled = sizes > 0
    if places:
        rows = _word_vectors(embedder, [*places])[[places[word] for word in chain.from_iterable(of_path)]]
        sums[filled] = np.add.reduceat(rows, (np.cumsum(sizes) - sizes)[filled])
    similarities: Array = (unit_rows(sums) @ vector).astype(float)
    return similarities


@lru_cache(maxsize=8_192)
def _words(part: str) -> tuple[str, ...]:
    """Return the words of a directory's name, or of a file's: they are asked for in many paths."""
    return tuple(word_parts(part))


def _word_vectors(embedder: Embedder, wanted: Sequence[str]) -> NDArray[np.float32]:
    """Return float32, (words, dimension)."""
    remembered = _remembered(embedder.model)
    found = {word: vector for word in wanted if (vector := remembered.get(word)) is not None}
    missing = [word for word in wanted if word not in found]
    if missing:
        made = dict(zip(missing, embedder.embed_documents(missing), strict=True))
        if len(remembered) + len(made) > _MOST_WORDS:
            remembered.clear()
        remembered.update(made)
        found.update(made)
    return np.stack([found[word] for word in wanted])


@lru_cache(maxsize=2)
def _remembered(model: str) -> dict[str, NDArray[np.float32]]:
    """Return the vectors of words as far as a model was asked for them. Any thread may change it."""
    return {}
