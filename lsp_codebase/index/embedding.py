"""What of a chunk is embedded, and how its two vectors become one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import ModelUnavailable
from lsp_codebase.parse.tokens import split_identifier, words

# A chunk scores cos(q, text) + 0.4 cos(q, where it lies and what it defines); both are unit vectors, so one stored sum
# scored by dot product is the same number. The weight is from the ranking experiments (+0.018 NDCG over bare text).
_HEAD_WEIGHT = 0.4
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class EmbedJob:
    """Chunks to embed: their texts, and for each the words of its path, scopes and names."""

    settings: Settings
    texts: tuple[str, ...]
    heads: tuple[str, ...]


def head(path: str, scopes: Sequence[str], names: Sequence[str]) -> str:
    """Return the words that say where a chunk lies and what it defines."""
    stem = path.rsplit(".", 1)[0]
    parts = [
        part
        for text in (stem, *scopes, *names[:_MOST_NAMES])
        for word in words(text)
        for part in split_identifier(word)
    ]
    return " ".join(parts)


def heads_of(chunks: pa.Table) -> list[str]:
    """Return the head of each chunk, from its path, breadcrumb and names."""
    columns = (chunks[name].to_pylist() for name in ("path", "breadcrumb", "names"))
    return [head(path, breadcrumb.split(" > ")[1:], names) for path, breadcrumb, names in zip(*columns, strict=True)]


def text_hash(text: str, head: str) -> int:
    """Return the 63-bit identity of what is embedded: equal ones share a vector."""
    digest = hashlib.blake2b(f"{head}\0{text}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def embed(job: EmbedJob, embedder: Embedder | None) -> NDArray[np.float16]:
    """Return one vector for each chunk, float16, (chunks, dimension)."""
    if embedder is None:
        raise ModelUnavailable("no embedding model is set")
    texts = embedder.embed_documents(job.texts)
    heads = embedder.embed_documents(job.heads)
    return (texts + _HEAD_WEIGHT * heads).astype(np.float16)
