"""The built-in kind of model computed directly: a table of token vectors, summed with weights.

The same files load in fastembed, where the same arithmetic is inside the graph; here it is done in numpy on the mapped
int8 table, many times faster and without importing fastembed. A test holds the two equal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.embed.embedder import unit_rows
from lsp_codebase.embed.identity import model_files, model_identity
from lsp_codebase.embed.onnx_file import constants
from lsp_codebase.embed.word_tokens import WordTokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL_TYPE = "lsp-codebase-static"
# Texts pooled at once: the gathered rows (about 80 distinct tokens a chunk, float32) stay in the processor's cache.
_BATCH_TEXTS = 16


def is_static(folder: Path) -> bool:
    """Whether the model directory holds a model of this kind."""
    file = folder / "config.json"
    return file.is_file() and json.loads(file.read_text("utf-8")).get("model_type") == MODEL_TYPE


class StaticEmbedder:
    """A model directory of this kind as an `Embedder`; texts of any length, none is cut."""

    def __init__(self, folder: Path) -> None:
        tensors = constants(folder / "model.onnx")
        self._rows, self._scales = tensors["rows"], tensors["scales"]
        self._tokens = WordTokens(folder / "tokenizer.json")
        self.model = model_identity(folder.name, folder, model_files(folder))
        self.dimension: int = self._rows.shape[1]

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, (len(texts), dimension), rows L2-normalised; a text without words gets zeros."""
        import numpy as np

        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(texts), _BATCH_TEXTS):
            ids = [self._tokens.ids(text) for text in texts[start : start + _BATCH_TEXTS]]
            self._pool(ids, vectors[start : start + len(ids)])
        return unit_rows(vectors)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, (dimension,), L2-normalised."""
        vector: NDArray[np.float32] = self.embed_documents([text])[0]
        return vector

    def _pool(self, ids: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> None:
        """Write the sum over distinct tokens of sqrt(count) * scale * row of each text into `vectors`."""
        import numpy as np

        sizes = [len(text) for text in ids]
        vocabulary = len(self._rows)
        keys = np.repeat(np.arange(len(ids)) * vocabulary, sizes)
        keys += np.fromiter((token for text in ids for token in text), dtype=np.int64, count=len(keys))
        distinct, counts = np.unique(keys, return_counts=True)
        owners, tokens = np.divmod(distinct, vocabulary)
        weights = np.sqrt(counts).astype(np.float32) * self._scales[tokens]
        bounds = np.searchsorted(owners, np.arange(len(ids) + 1))
        for vector, start, end in zip(vectors, bounds[:-1], bounds[1:], strict=True):
            np.matmul(weights[start:end], self._rows[tokens[start:end]].astype(np.float32), out=vector)
