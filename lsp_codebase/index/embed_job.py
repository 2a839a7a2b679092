"""The embedded parts of a chunk, the sum of their two vectors, and the rows for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder
from lsp_codebase.errors import ModelUnavailable
from lsp_codebase.parse import part_string
from lsp_codebase.store import VectorCodes

# A chunk scores cos(q, text) + 0.3 cos(q, where it lies and what it defines); both are unit vectors, so one stored sum
# scored by dot product is the same number. The weight is from the ranking experiments (+0.018 NDCG over bare text).
_HEAD_WEIGHT = 0.3
_MOST_NAMES = 12
_KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Embedded:
    """One vector for each chunk, (chunks, dimension), and the number of texts that the model was asked for.

    Those of a heavy model are rounded to float16, as they are kept.
    """

    vectors: NDArray[np.float32]
    computed: int


@dataclass(frozen=True, slots=True)
class EmbedJob:
    """Chunks to embed: their texts, and for each the words of its path, scopes and names.

    Typed text that is not saved yet is not to be `kept`.
    """

    settings: Settings
    texts: tuple[str, ...]
    heads: tuple[str, ...]
    kept: bool = True


def head(path: str, scopes: Sequence[str], names: Sequence[str]) -> str:
    """Return the words for the place of a chunk and its definitions."""
    stem = path.rsplit(".", 1)[0]
    return " ".join(filter(None, (*map(_parts, (stem, *scopes)), part_string("\n".join(names[:_MOST_NAMES])))))


_parts = lru_cache(maxsize=4_096)(part_string)  # the chunks of a file have its path and its scopes in common


def heads_of(chunks: pa.Table) -> list[str]:
    """Return the head of each chunk, from its path, breadcrumb and names."""
    columns = (chunks[name].to_pylist() for name in ("path", "breadcrumb", "names"))
    return [head(path, breadcrumb.split(" > ")[1:], names) for path, breadcrumb, names in zip(*columns, strict=True)]


def text_hash(text: str, head: str) -> int:
    """Return the 63-bit identity of an embedded text: equal ones share a vector."""
    digest = hashlib.blake2b(f"{head}\0{text}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def hashes_of(chunks: pa.Table, heads: Sequence[str]) -> list[int]:
    """Return the `text_hash` of each chunk."""
    return [text_hash(text, head) for text, head in zip(chunks["text"].to_pylist(), heads, strict=True)]


def vector_rows(chunks: pa.Table, hashes: Sequence[int], vectors: NDArray[np.floating[Any]]) -> pa.Table:
    """Return the rows of these chunks for the table of vectors (`store.schema.vectors`)."""
    coded = VectorCodes.of(vectors)
    return (
        chunks.select(["chunk_id", "file_id"])
        .append_column("text_hash", pa.array(hashes, pa.int64()))
        .append_column("codes", pa.FixedSizeListArray.from_arrays(pa.array(coded.codes.ravel()), vectors.shape[1]))
        .append_column("largest", pa.array(coded.largest))
    )


def embed(job: EmbedJob, embedder: Embedder | None, content: ContentStore | None = None) -> Embedded:
    """Embed texts that `content` does not know; keep there the slow vectors of a heavy model."""
    if embedder is None:
        raise ModelUnavailable("no embedding model is set")
    # A light model makes a vector in 50 us. Kept ones, found in 10, would take half the room of the source.
    vectors_of = partial(_kept_vectors, content=content, kept=job.kept) if embedder.is_heavy else _made_vectors
    texts, embedded = vectors_of(job.texts, embedder)
    heads, _ = vectors_of(job.heads, embedder)
    return Embedded(texts + np.float32(_HEAD_WEIGHT) * heads, embedded)


def embed_chunks(
    chunks: pa.Table, settings: Settings, embedder: Embedder | None, content: ContentStore | None
) -> tuple[pa.Table, int]:
    """Return the vectors of these chunks as rows, and the number of texts that the model was asked for."""
    heads = heads_of(chunks)
    made = embed(EmbedJob(settings, tuple(chunks["text"].to_pylist()), tuple(heads)), embedder, content)
    return vector_rows(chunks, hashes_of(chunks, heads), made.vectors), made.computed


def _made_vectors(texts: Sequence[str], embedder: Embedder) -> tuple[NDArray[np.float32], int]:
    """Return one vector for each text, and the number of texts."""
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    made = embedder.embed_documents([*places])
    return (made if len(made) == len(texts) else made[[places[text] for text in texts]]), len(places)


def _kept_vectors(
    texts: Sequence[str], embedder: Embedder, content: ContentStore | None, *, kept: bool
) -> tuple[NDArray[np.float32], int]:
    """Return one vector for each text, rounded as they are kept, and the number of computed ones."""
    keys = {text: _vector_key(embedder.model, text) if content is not None else b"" for text in texts}
    size = embedder.dimension * np.dtype(np.float16).itemsize
    known = content.get(keys.values()) if content is not None else {}
    found = ((text, known.get(key, b"")) for text, key in keys.items())
    vectors = {text: np.frombuffer(value, np.float16) for text, value in found if len(value) == size}
    missing = [text for text in keys if text not in vectors]
    if missing:
        made = embedder.embed_documents(missing).astype(np.float16)
        vectors.update(zip(missing, made, strict=True))
        if content is not None and kept:
            content.put({keys[text]: vectors[text].tobytes() for text in missing})
    return np.stack([vectors[text] for text in texts]).astype(np.float32), len(missing)


def _vector_key(model: str, text: str) -> bytes:
    return hashlib.blake2b(f"{model}\0{text}".encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
