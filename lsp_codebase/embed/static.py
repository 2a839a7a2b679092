"""The built-in kind of model computed directly: a table of token vectors, summed with weights.

The same files load in fastembed, where the same arithmetic is inside the graph; here it is done in numpy on the mapped
int8 table, many times faster and without importing fastembed. A test holds the two equal. The arrays lie in `.npy`
files of their own, which the graph names as its external data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.embedder import unit_rows
from lsp_codebase.embed.identity import model_files, model_identity
from lsp_codebase.embed.mapped_arrays import mapped_array
from lsp_codebase.embed.word_tokens import WordTokens

MODEL_TYPE = "lsp-codebase-static"
MARK_TOKEN = 1  # token of the mark in front of a block
# Texts pooled at once: the gathered rows of 16 chunks or 64 names (about 80 distinct tokens a chunk, float32) stay in
# the processor's cache.
_BATCH_TOKENS = 2_500
_BATCH_TEXTS = 64
_CUT_TEXTS = 512  # cut into words at once: some MB


def is_static(folder: Path) -> bool:
    """Whether the model directory holds a model of this kind."""
    file = folder / "config.json"
    return file.is_file() and json.loads(file.read_text("utf-8")).get("model_type") == MODEL_TYPE


class StaticEmbedder:
    """A model directory of this kind as an `Embedder`; texts of any length, none is cut."""

    is_heavy = False

    def __init__(self, folder: Path, model: str | None = None) -> None:
        """`model` is its identity, where that is known."""
        self._rows, self._scales, self._decay = (
            mapped_array(folder / f"{name}.npy") for name in ("rows", "scales", "decay")
        )
        self._tokens = WordTokens(folder / "tokenizer.json")
        self.model = model or model_identity(folder.name, folder, model_files(folder))
        self.dimension: int = self._rows.shape[1]

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, (len(texts), dimension), rows L2-normalised; a text without words gets zeros."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(texts), _CUT_TEXTS):
            tokens, sizes = self._tokens.of_texts(texts[start : start + _CUT_TEXTS])
            shares = occurrence_shares(tokens, sizes, self._decay)
            for own, here in _batches(sizes.tolist()):
                self._pool(tokens[here], sizes[own], shares[here], vectors[start:][own])
        return unit_rows(vectors)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, (dimension,), L2-normalised."""
        vector: NDArray[np.float32] = self.embed_documents([text])[0]
        return vector

    def knows(self, word: str) -> bool:
        """Return whether a word has a vector of its own, not one of pieces that many words have in common."""
        return len(self._tokens.ids(word)) == 1

    def tokens(self, text: str) -> NDArray[np.int64]:
        """Return the token ids of a text."""
        return np.array(self._tokens.ids(text), np.int64)

    def unit_rows(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the row of each token, float32, (len(tokens), dimension), L2-normalised; nothing stays zeros."""
        return unit_rows(self._rows.take(tokens, 0).astype(np.float32))

    def _pool(
        self,
        tokens: NDArray[np.int64],
        sizes: NDArray[np.int64],
        shares: NDArray[np.float32],
        vectors: NDArray[np.float32],
    ) -> None:
        """Write the sum over distinct tokens of sqrt(count) * scale * row of each text into `vectors`.

        Each text is summed alone, by ascending token, so that its vector does not depend on its neighbours.
        """
        distinct, places = self._ranked(tokens)
        cells = np.repeat(np.arange(len(sizes)) * len(distinct), sizes) + places
        sums = np.bincount(cells, shares, len(sizes) * len(distinct))
        (filled,) = sums.nonzero()
        bounds = np.searchsorted(filled, np.arange(len(sizes) + 1) * len(distinct)).tolist()
        tokens = distinct[filled % max(len(distinct), 1)]
        weights = np.sqrt(sums[filled]).astype(np.float32) * self._scales[tokens]
        rows = self._rows.take(tokens, 0).astype(np.float32)
        for vector, (start, end) in zip(vectors, pairwise(bounds), strict=True):
            np.matmul(weights[start:end], rows[start:end], out=vector)

    def _ranked(self, tokens: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the distinct tokens, ascending, and the place of each there. Without sorting all: half the time."""
        places = np.empty(len(self._rows), np.int32)
        order = np.arange(len(tokens), dtype=np.int32)
        places[tokens] = order
        distinct = np.sort(tokens[places[tokens] == order])
        places[distinct] = np.arange(len(distinct), dtype=np.int32)
        return distinct, places[tokens]


def _batches(sizes: Sequence[int]) -> Iterator[tuple[slice, slice]]:
    """Yield the texts that are pooled at once, and where their tokens are."""
    first = begin = end = 0
    for place, size in enumerate(sizes):
        if place > first and (end + size - begin > _BATCH_TOKENS or place - first == _BATCH_TEXTS):
            yield slice(first, place), slice(begin, end)
            first, begin = place, end
        end += size
    yield slice(first, len(sizes)), slice(begin, end)


def occurrence_shares(
    tokens: NDArray[np.int64], sizes: NDArray[np.int64], decay: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the weight of each occurrence: `decay` by its distance from the start of its block.

    `tokens` are those of all texts, one after the other. The tokens before the first mark are a block too; in a text
    without marks all count 1. Marks themselves count nothing.
    """
    places = np.arange(len(tokens))
    is_mark = tokens == MARK_TOKEN
    begins = np.where(is_mark, places + 1, 0)
    ends = np.cumsum(sizes)
    filled = sizes > 0
    first = (ends - sizes)[filled]
    begins[first] = np.maximum(begins[first], first)
    since = np.maximum(places - np.maximum.accumulate(begins), 0)
    shares: NDArray[np.float32] = decay[np.minimum(since, len(decay) - 1)]
    has_marks = np.add.reduceat(is_mark, first, dtype=np.int64) > 0 if len(first) else is_mark
    shares[np.repeat(~has_marks, sizes[filled])] = 1
    shares[is_mark] = 0
    return shares
