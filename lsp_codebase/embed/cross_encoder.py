"""Rerankers through fastembed: by a name that it lists, or cross-encoders from a directory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lsp_codebase.embed.identity import model_files, model_identity
from lsp_codebase.embed.rerankers import BiEncoder, CrossEncoder, Reranker
from lsp_codebase.embed.transformer import OPTIONS, cache_folder, keep_quiet, open_named

_KIND = "ForSequenceClassification"


def is_cross_encoder(folder: Path) -> bool:
    """Whether the model of a directory gives one number for a pair of texts: its configuration says so, or its output.

    Raises `ValueError` or `OSError` if the files do not make a model.
    """
    file = folder / "config.json"
    stated = json.loads(file.read_text("utf-8")).get("architectures") if file.exists() else None
    if stated:
        return any(name.endswith(_KIND) for name in stated)
    from onnxruntime import InferenceSession

    output = InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"]).get_outputs()[0]
    return output.name == "logits" or (len(output.shape) == 2 and output.shape[1] == 1)


def open_cross_encoder(folder: Path, threads: int) -> CrossEncoder:
    """Load `model.onnx` and `tokenizer.json` of a directory; no network.

    Raises `ValueError` or `OSError` if the files do not make a model.
    """
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    identity = model_identity(folder.name, folder, model_files(folder))
    if identity.lower() not in _listed():
        source = ModelSource(url=folder.as_uri())
        TextCrossEncoder.add_custom_model(model=identity, sources=source, model_file="model.onnx")
    return _open(identity, threads, specific_model_path=str(folder))


def named_reranker(name: str, threads: int) -> Reranker:
    """Load a reranker or sentence transformer that fastembed lists; download it if it is not in the cache.

    Raises `LookupError` for a name fastembed does not know, `ConnectionError` if it can be neither found nor fetched.
    """
    listed = _listed()
    if name.lower() not in listed:
        embedder = open_named(name, threads, others=listed.values())
        return BiEncoder(embedder, embedder.embed_stretches)
    try:
        return _open(name, threads, cache_dir=str(cache_folder()))
    except ValueError as error:
        raise ConnectionError(f"{error} Cache folder: {cache_folder()}") from error


def _listed() -> dict[str, str]:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    return {row["model"].lower(): row["model"] for row in TextCrossEncoder.list_supported_models()}


def _open(name: str, threads: int, **options: Any) -> CrossEncoder:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    keep_quiet()
    loaded = TextCrossEncoder(name, threads=threads, **OPTIONS, **options)

    def score(query: str, text: str) -> float:
        return float(next(iter(loaded.rerank(query, [text]))))

    score("does it", "load")  # a model of another kind fails here, not in a question
    return CrossEncoder(score)
