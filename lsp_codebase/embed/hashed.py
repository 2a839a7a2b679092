"""A model without files: words hashed into a fixed number of signed buckets ("hashing trick", Weinberger et al. 2009).

It knows no meaning, only which words two texts share. It is there for tests and for machines where nothing else may be
installed; the built-in model is better at everything.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.embedder import unit_rows

DIMENSION = 256
_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+|[^\W\x00-\x7f]+")


def _words(text: str) -> Iterator[str]:
    """Yield the parts of identifiers in lower case; text in other scripts as pairs of letters."""
    for match in _WORDS.finditer(text):
        word = match.group().lower()
        if word.isascii() or len(word) < 3:
            yield word
        else:
            yield from (word[start : start + 2] for start in range(len(word) - 1))


class HashEmbedder:
    """The hashed bag of words as an `Embedder`."""

    model = f"hash-{DIMENSION}"
    dimension = DIMENSION
    is_heavy = False

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, (len(texts), 256), rows L2-normalised; the square root dampens repeated words."""
        vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word, count in Counter(_words(text)).items():
                code = zlib.crc32(word.encode("utf-8", "replace"))
                row[code % DIMENSION] += count**0.5 if code & 0x8000_0000 else -(count**0.5)
        return unit_rows(vectors)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, (256,), L2-normalised."""
        vector: NDArray[np.float32] = self.embed_documents([text])[0]
        return vector

    def knows(self, word: str) -> bool:
        """Know no meaning of any word."""
        return False
