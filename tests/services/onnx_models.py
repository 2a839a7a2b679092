"""Writes small ONNX model directories by hand, so that tests need neither the `onnx` package nor a download."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

Node = tuple[str, Sequence[str], str, dict[str, int | float | Sequence[int]]]
_TYPES = {np.dtype("float32"): 1, np.dtype("int8"): 3, np.dtype("int64"): 7}


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _block(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _attribute(name: str, value: int | float | Sequence[int]) -> bytes:
    if isinstance(value, float):
        body = _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
    elif isinstance(value, int):
        body = _number(3, value) + _number(20, 2)
    else:
        body = b"".join(_number(8, item) for item in value) + _number(20, 7)
    return _block(1, name) + body


def _value_info(name: str, kind: int, axes: Sequence[str | int]) -> bytes:
    dims = [_block(1, _number(1, axis) if isinstance(axis, int) else _block(2, axis)) for axis in axes]
    shape = b"".join(dims)
    return _block(1, name) + _block(2, _block(1, _number(1, kind) + _block(2, shape)))


def _tensor(name: str, array: NDArray[np.generic]) -> bytes:
    dims = b"".join(_number(1, size) for size in array.shape)
    return dims + _number(2, _TYPES[array.dtype]) + _block(8, name) + _block(9, array.tobytes())


def onnx_bytes(
    nodes: Sequence[Node], constants: dict[str, NDArray[np.generic]], outputs: dict[str, Sequence[str | int]]
) -> bytes:
    """Return a model with the inputs `input_ids` and `attention_mask` and float outputs, by name with their axes."""
    graph = b""
    for operator, inputs, result, attributes in nodes:
        body = b"".join(_block(1, name) for name in inputs) + _block(2, result) + _block(4, operator)
        graph += _block(1, body + b"".join(_block(5, _attribute(*item)) for item in attributes.items()))
    graph += _block(2, "graph")
    graph += b"".join(_block(5, _tensor(name, array)) for name, array in constants.items())
    graph += b"".join(_block(11, _value_info(name, 7, ("batch", "tokens"))) for name in ("input_ids", "attention_mask"))
    graph += b"".join(_block(12, _value_info(name, 1, axes)) for name, axes in outputs.items())
    return _number(1, 8) + _block(7, graph) + _block(8, _number(2, 17))


def write_transformer(
    folder: Path, words: Sequence[str], dimension: int = 16, limit: int = 32, seed: int = 0, is_pooled: bool = False
) -> None:
    """Write a one-layer attention model over whole words that takes at most `limit` tokens.

    One that `is_pooled` has a second output: the largest of the tokens in each dimension.
    """
    random = np.random.default_rng(seed)
    vocabulary = _vocabulary(words)
    shape = (dimension, dimension)
    constants: dict[str, NDArray[np.generic]] = {
        "table": random.normal(size=(len(vocabulary), dimension)).astype(np.float32),
        **{name: (random.normal(size=shape) / 4).astype(np.float32) for name in ("queries", "keys", "values")},
        "one": np.ones(1, dtype=np.float32),
        "far": np.array([-1e9], dtype=np.float32),
        "axis": np.array([1], dtype=np.int64),
    }
    nodes: list[Node] = [
        ("Gather", ["table", "input_ids"], "x", {}),
        ("MatMul", ["x", "queries"], "q", {}),
        ("MatMul", ["x", "keys"], "k", {}),
        ("MatMul", ["x", "values"], "v", {}),
        ("Transpose", ["k"], "kt", {"perm": [0, 2, 1]}),
        ("MatMul", ["q", "kt"], "scores", {}),
        ("Cast", ["attention_mask"], "mask", {"to": 1}),
        ("Sub", ["one", "mask"], "hidden", {}),
        ("Mul", ["hidden", "far"], "penalty", {}),
        ("Unsqueeze", ["penalty", "axis"], "wide", {}),
        ("Add", ["scores", "wide"], "masked", {}),
        ("Softmax", ["masked"], "attention", {"axis": -1}),
        ("MatMul", ["attention", "v"], "mixed", {}),
        ("Add", ["x", "mixed"], "last_hidden_state", {}),
    ]
    outputs: dict[str, Sequence[str | int]] = {"last_hidden_state": ("batch", "tokens", dimension)}
    if is_pooled:
        nodes.append(("ReduceMax", ["last_hidden_state"], "pooled", {"axes": [1], "keepdims": 0}))
        outputs["pooled"] = ("batch", dimension)
    _write(folder, onnx_bytes(nodes, constants, outputs), vocabulary, limit)


def write_cross_encoder(folder: Path, words: Sequence[str], limit: int = 64, *, says_so: bool = True) -> None:
    """Write a model that gives a pair of texts the more, the more often they hold the same of these words.

    Its configuration says what it is, or only its output does.
    """
    vocabulary = _vocabulary(words)
    table = np.eye(len(vocabulary), dtype=np.float32)
    table[:_SPECIAL] = 0
    constants: dict[str, NDArray[np.generic]] = {
        "table": table,
        "tokens": np.array([1], dtype=np.int64),
        "vocabulary": np.array([1], dtype=np.int64),
    }
    nodes: list[Node] = [
        ("Gather", ["table", "input_ids"], "x", {}),
        ("ReduceSum", ["x", "tokens"], "counts", {"keepdims": 0}),
        ("Mul", ["counts", "counts"], "pairs", {}),
        ("Sub", ["pairs", "counts"], "same", {}),
        ("ReduceSum", ["same", "vocabulary"], "logits", {"keepdims": 1}),
    ]
    stated = {"architectures": ["TinyForSequenceClassification"]} if says_so else {}
    _write(folder, onnx_bytes(nodes, constants, {"logits": ("batch", 1)}), vocabulary, limit, stated)


_SPECIAL = 4


def _vocabulary(words: Sequence[str]) -> dict[str, int]:
    return {word: index for index, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}


def _write(
    folder: Path, model: bytes, vocabulary: dict[str, int], limit: int, stated: dict[str, list[str]] | None = None
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(model)
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"model_max_length": limit, "pad_token": "[PAD]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), "utf-8")
    (folder / "config.json").write_text(json.dumps({"pad_token_id": 0, **(stated or {})}), "utf-8")
