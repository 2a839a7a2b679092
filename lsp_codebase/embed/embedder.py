"""The interface of every embedding model to the rooms that use one, and the arithmetic they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into vectors that are compared by their dot product. Any thread may use it."""

    @property
    def model(self) -> str:
        """Identity of the model, with a hash of its files: vectors of different identities do not compare."""

    @property
    def dimension(self) -> int:
        """Length of every vector."""

    @property
    def is_heavy(self) -> bool:
        """Whether each process that loads it takes some hundred MB: one of them embeds then, not all."""

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, (len(texts), dimension), rows L2-normalised; a text without known tokens gets zeros."""

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, (dimension,), L2-normalised."""

    def knows(self, word: str) -> bool:
        """Whether a word has a meaning to the model; True where that cannot be told."""


def unit_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale every row to length 1, in place; rows of zeros stay zeros."""
    import numpy as np

    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))[:, None]
    np.divide(matrix, lengths, out=matrix, where=lengths > 0)
    return matrix
