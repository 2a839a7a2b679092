"""Any fastembed model that embeds, by the name fastembed knows or from a directory.

fastembed cuts texts at the model's token limit and takes gigabytes with its own batch size. Here a text over the limit
is embedded in pieces whose mean counts, batches are made of texts of like length, and a batch has a bounded number of
tokens.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.embedder import unit_rows
from lsp_codebase.embed.identity import model_files, model_identity
from lsp_codebase.embed.prompts import Prompts, directory_prompts, named_prompts
from lsp_codebase.nearest import nearest

# With 384 dimensions and 12 heads one batch of this size stays under about 200 MB of activations.
_BATCH_TOKENS = 8_192
_BATCH_TEXTS = 32
_STRETCHES = (24, 48)
"""Tokens of a stretch: both lengths give thorough questions +.010 file NDCG, one alone +.009, the whole text +.004."""
# The arena keeps the largest batch ever seen; without it memory follows the batch.
OPTIONS: dict[str, Any] = {"providers": ["CPUExecutionProvider"], "enable_cpu_mem_arena": False}
"""The options of every fastembed model."""


class TransformerEmbedder:
    """A loaded fastembed model as an `Embedder`."""

    is_heavy = True

    def __init__(self, loaded: Any, model: str, prompts: Prompts, *, takes_means: bool) -> None:
        self.model = model
        self._takes_means = takes_means  # of the vectors of tokens, so that the mean of a part is its meaning
        self._loaded = loaded
        self._tokenizer = loaded.model.tokenizer
        self._prompts = prompts
        self.dimension = len(next(iter(loaded.embed([prompts.query or "dimension"]))))

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, (len(texts), dimension), rows L2-normalised; empty texts get zeros."""
        pieces: list[tuple[int, str, int]] = []
        for row, text in enumerate(texts):
            pieces.extend((row, piece, tokens) for piece, tokens in self._pieces(text))
        pieces.sort(key=lambda piece: piece[2])
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in _batches(pieces):
            prompted = [self._prompts.document + piece for _, piece, _ in batch]
            embedded = np.asarray(list(self._loaded.passage_embed(prompted, batch_size=len(batch))), dtype=np.float32)
            weights = np.array([tokens for _, _, tokens in batch], dtype=np.float32)
            np.add.at(vectors, [row for row, _, _ in batch], unit_rows(embedded) * weights[:, None])
        return unit_rows(vectors)

    def embed_stretches(self, text: str) -> list[NDArray[np.float32]]:
        """Return the vectors of a text's stretches of 24 and of 48 tokens, each read within the whole.

        For each length float32, (stretches, dimension), rows L2-normalised; stretches overlap by half. For a model
        whose vectors are no means over tokens, and for an empty text, only the vector of the whole text.
        """
        if not self._takes_means or not text.strip():
            return [self.embed_documents([text])]
        tokens = [self._token_vectors(piece) for piece, _ in self._pieces(text)]
        return [np.concatenate([_stretch_means(one, length) for one in tokens]) for length in _STRETCHES]

    def _token_vectors(self, text: str) -> NDArray[np.float32]:
        read = self._loaded.model.onnx_embed([self._prompts.document + text])
        vectors: NDArray[np.float32] = read.model_output[0][read.attention_mask[0] > 0]
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, (dimension,), L2-normalised; an empty text gets zeros."""
        if not text.strip():
            return np.zeros(self.dimension, dtype=np.float32)
        embedded = next(iter(self._loaded.query_embed(self._prompts.query + text)))
        vector: NDArray[np.float32] = unit_rows(np.asarray([embedded], dtype=np.float32))[0]
        return vector

    def knows(self, word: str) -> bool:
        """Take every word as known: vocabularies of pieces do not tell, and the model may know its language."""
        return True

    def _pieces(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the text, or consecutive parts of it that each fit the model, with their numbers of tokens."""
        prompt = self._prompts.document
        while text.strip():
            encoding = self._tokenizer.encode(prompt + text)
            # The end of the part that fits, in characters of the text itself; the rest is measured anew.
            end = max(last for _, last in encoding.offsets) - len(prompt) if encoding.overflowing else len(text)
            yield text[:end], len(encoding.ids)
            text = text[end:] if end > 0 else ""


def _stretch_means(tokens: NDArray[np.float32], length: int) -> NDArray[np.float32]:
    """Return the means of each stretch of so many tokens, begun at every half of one, as unit rows."""
    last = max(len(tokens) - length, 0)
    starts = [*range(0, last, length // 2), last]
    return unit_rows(np.stack([tokens[start : start + length].mean(axis=0, dtype=np.float32) for start in starts]))


def _batches(pieces: Iterable[tuple[int, str, int]]) -> Iterator[list[tuple[int, str, int]]]:
    """Group pieces, shortest first, so that a batch holds at most `_BATCH_TEXTS` texts and `_BATCH_TOKENS` tokens."""
    batch: list[tuple[int, str, int]] = []
    for piece in pieces:
        if batch and (len(batch) == _BATCH_TEXTS or (len(batch) + 1) * piece[2] > _BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(piece)
    if batch:
        yield batch


def keep_quiet() -> None:
    """Have fastembed print nothing: an error is told by us, and its lines would stand in the terminal of the user."""
    with suppress(ImportError):
        from loguru import logger

        logger.disable("fastembed")


def _open(name: str, threads: int, **options: Any) -> Any:
    from fastembed import TextEmbedding

    keep_quiet()
    return TextEmbedding(name, threads=threads, **OPTIONS, **options)


def cache_folder() -> Path:
    """Return where downloaded models are kept: fastembed's own default is the system's temporary folder."""
    import platformdirs

    chosen = os.environ.get("FASTEMBED_CACHE_PATH")
    return Path(chosen) if chosen else platformdirs.user_cache_path("lsp-codebase", appauthor=False) / "models"


def open_named(name: str, threads: int, others: Iterable[str] = ()) -> TransformerEmbedder:
    """Load a model that fastembed knows; download it if it is not in the cache.

    Raises `LookupError` for a name fastembed does not know, naming close ones and close `others`; `ConnectionError` if
    it can be neither found nor fetched.
    """
    from fastembed import TextEmbedding
    from fastembed.text.pooled_embedding import PooledEmbedding
    from fastembed.text.pooled_normalized_embedding import PooledNormalizedEmbedding

    known = {row["model"].lower(): row["model"] for row in TextEmbedding.list_supported_models()}
    if name.lower() not in known:
        raise LookupError(_unknown_name(name, sorted([*known.values(), *others])))
    cache = cache_folder()
    try:
        loaded = _open(name, threads, cache_dir=str(cache))
    except ValueError as error:
        raise ConnectionError(f"{error} Cache folder: {cache}") from error
    folder = Path(loaded.model._model_dir)
    identity = model_identity(known[name.lower()], folder, model_files(folder))
    # Other classes read with a task, or take one token.
    takes_means = type(loaded.model) in (PooledEmbedding, PooledNormalizedEmbedding)
    return TransformerEmbedder(loaded, identity, named_prompts(name), takes_means=takes_means)


def _unknown_name(name: str, known: Sequence[str]) -> str:
    close = nearest(name, known, limit=3)
    return f"fastembed has no model {name!r}" + (f"; close names: {', '.join(close)}" if close else "")


def _pooling(folder: Path) -> str:
    """Return fastembed's name of the pooling that the sentence-transformers config states."""
    file = folder / "1_Pooling" / "config.json"
    stated = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if stated.get("pooling_mode_cls_token"):
        return "CLS"
    return "LAST_TOKEN" if stated.get("pooling_mode_lasttoken") else "MEAN"


def open_directory(folder: Path, threads: int) -> TransformerEmbedder:
    """Load `model.onnx` and `tokenizer.json` of a directory through fastembed's custom models; no network.

    Raises `ValueError` or `OSError` if the files do not make a model.
    """
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    identity = model_identity(folder.name, folder, model_files(folder))
    prompts, pooling = directory_prompts(folder), _pooling(folder)
    if identity.lower() not in {row["model"].lower() for row in TextEmbedding.list_supported_models()}:
        TextEmbedding.add_custom_model(
            model=identity,
            pooling=PoolingType[pooling],
            normalization=True,
            sources=ModelSource(url=folder.as_uri()),
            dim=0,
            model_file="model.onnx",
        )
    loaded = _open(identity, threads, specific_model_path=str(folder))
    outputs = loaded.model.model.get_outputs()
    pooled = next((output.name for output in outputs if len(output.shape) == 2), None)
    if pooled is not None:  # its output is used as it is; known only now, and a model is too large to be loaded twice
        loaded.model._pooling, loaded.model.ONNX_OUTPUT_NAMES = PoolingType.DISABLED, [pooled]
    return TransformerEmbedder(loaded, identity, prompts, takes_means=pooled is None and pooling == "MEAN")
