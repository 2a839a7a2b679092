"""Write a trained table as a model directory: `python -m training.export RUN... --to FOLDER` (the mean of runs)."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from lsp_codebase.embed.static import MARK_TOKEN
from training.dataset import TOKENIZER
from training.position import DECAY

TOKEN_LIMIT = 1024
# Rows of rare tokens come out of training long; less of it scores better on the dev projects. Definitions (A) are flat
# from .8 to .5; of 1, .7 and .5 this is best on chunks (B, +.005 over 1). See the README.
LENGTH_POWER = 0.7


def flattened(table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows with their lengths raised to LENGTH_POWER."""
    lengths = np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    rows: NDArray[np.float32] = (table * lengths ** (LENGTH_POWER - 1)).astype(np.float32)
    return rows


def quantise(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return int8 rows and the scale of each; the padding and the mark of a block are nothing."""
    scales = np.abs(table).max(axis=1) / 127
    rows = np.rint(table / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    rows[:2], scales[:2] = 0, 0
    return rows, scales.astype(np.float32)


def stored(name: str, array: NDArray[np.generic], folder: Path) -> TensorProto:
    """Write an array as NAME.npy and return the constant whose data is in that file, behind numpy's header."""
    file = folder / f"{name}.npy"
    np.save(file, array)
    kind = helper.np_dtype_to_tensor_dtype(array.dtype)
    tensor = TensorProto(name=name, data_type=kind, dims=array.shape, data_location=TensorProto.EXTERNAL)
    offset = file.stat().st_size - array.nbytes
    for key, value in (("location", file.name), ("offset", offset), ("length", array.nbytes)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def graph(tables: Sequence[TensorProto], dimension: int, longest: int) -> onnx.ModelProto:
    """Sum over distinct tokens of sqrt(count) * scale * row, normalised: every occurrence adds share / sqrt(count).

    The share of an occurrence is `decay` by the tokens since its block began, at most `longest`; 1 in a text without
    marks. `tables` are the constants `rows`, `scales` and `decay`.
    """
    node = helper.make_node
    constants = {
        "axis1": np.array([1]), "axis2": np.array([2]),
        "mark": np.array(MARK_TOKEN), "zero": np.array(0, dtype=np.float32), "one": np.array(1, dtype=np.float32),
        "last": np.array(longest, dtype=np.float32), "tiny": np.array(1e-12, dtype=np.float32),
        "strictly": np.array(-1),
    }  # fmt: skip
    blocks = [
        node("Equal", ["input_ids", "mark"], ["is_mark"]),
        node("Cast", ["is_mark"], ["marks"], to=TensorProto.FLOAT),
        node("CumSum", ["marks", "axis1"], ["block"]),
        node("Unsqueeze", ["block", "axis2"], ["block_down"]),
        node("Unsqueeze", ["block", "axis1"], ["block_across"]),
        node("Equal", ["block_down", "block_across"], ["same_block"]),
        node("Cast", ["same_block"], ["together"], to=TensorProto.FLOAT),
        node("Trilu", ["together", "strictly"], ["before"], upper=0),
        node("ReduceSum", ["before", "axis2"], ["place"], keepdims=0),
        # The mark is the first of its block, and its own place does not matter: its row is zero.
        node("Min", ["block", "one"], ["has_begun"]),
        node("Sub", ["place", "has_begun"], ["from_mark"]),
        node("Clip", ["from_mark", "zero", "last"], ["since_float"]),
        node("Cast", ["since_float"], ["since"], to=TensorProto.INT64),
        node("Gather", ["decay", "since"], ["decayed"]),
        node("ReduceMax", ["marks"], ["has_marks"], axes=[1], keepdims=1),
        node("Sub", ["decayed", "one"], ["less"]),
        node("Mul", ["less", "has_marks"], ["less_or_zero"]),
        node("Add", ["less_or_zero", "one"], ["uncovered"]),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Mul", ["uncovered", "mask"], ["share"]),
    ]
    nodes = [
        *blocks,
        node("Unsqueeze", ["input_ids", "axis2"], ["down"]),
        node("Unsqueeze", ["input_ids", "axis1"], ["across"]),
        node("Equal", ["down", "across"], ["equal"]),
        node("Cast", ["equal"], ["same"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["share", "axis2"], ["share_down"]),
        node("MatMul", ["same", "share_down"], ["found"]),
        node("Squeeze", ["found", "axis2"], ["count"]),
        node("Max", ["count", "tiny"], ["at_least"]),
        node("Sqrt", ["at_least"], ["root"]),
        node("Div", ["share", "root"], ["part"]),
        node("Gather", ["scales", "input_ids"], ["scale"]),
        node("Mul", ["part", "scale"], ["weight"]),
        node("Unsqueeze", ["weight", "axis1"], ["weight_across"]),
        node("Gather", ["rows", "input_ids"], ["bytes"]),
        node("Cast", ["bytes"], ["gathered"], to=TensorProto.FLOAT),
        node("MatMul", ["weight_across", "gathered"], ["summed"]),
        node("Squeeze", ["summed", "axis1"], ["pooled"]),
        node("ReduceL2", ["pooled"], ["length"], axes=[1], keepdims=1),
        node("Max", ["length", "tiny"], ["divisor"]),
        node("Div", ["pooled", "divisor"], ["sentence_embedding"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", dimension])
    initializers = [*tables, *(numpy_helper.from_array(array, name) for name, array in constants.items())]
    built = helper.make_graph(nodes, "static", inputs, [output], initializers)
    model = helper.make_model(built, opset_imports=[helper.make_opsetid("", 17)], producer_name="lsp-codebase")
    model.ir_version = 8
    return model


def export(table: NDArray[np.float32], folder: Path) -> None:
    """Write model.onnx, its arrays, tokenizer.json and the three config files; the model card is written by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, scales = quantise(flattened(table))
    tables = [stored(name, array, folder) for name, array in (("rows", rows), ("scales", scales), ("decay", DECAY))]
    model = graph(tables, table.shape[1], len(DECAY) - 1)
    (folder / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))
    onnx.checker.check_model(folder / "model.onnx")  # by its path: the tables are found beside it
    shutil.copyfile(TOKENIZER, folder / "tokenizer.json")
    files = {
        "config.json": {"model_type": "lsp-codebase-static", "pad_token_id": 0, "hidden_size": table.shape[1]},
        "tokenizer_config.json": {"model_max_length": TOKEN_LIMIT, "pad_token": "[PAD]"},
        # Empty on purpose: a special token would be found inside source code that spells it.
        "special_tokens_map.json": {},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    export(np.mean([np.load(run / "table.npy") for run in arguments.runs], axis=0), arguments.to)


if __name__ == "__main__":
    main()
