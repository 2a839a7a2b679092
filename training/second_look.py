"""Train the order of the second look: `python -m training.second_look LISTS READ [--to FILE]`.

LISTS is the folder that `tests.benchmarks.questions.lists` fills, READ the `read.npz` of `training.reader.train`: how
those lists are read by a reader that did not learn from them. Trees by LambdaMART: a gain is larger the higher the
right place comes. The same files give the same trees.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from lsp_codebase.search.ranking import second_look
from lsp_codebase.search.ranking.second_look import compared
from lsp_codebase.search.ranking.trees import Trees

FILE = Path(second_look.__file__).with_suffix(".npz")
TREES = 400
SETTINGS = {
    "objective": "lambdarank",
    "label_gain": [0, 1, 3],  # nothing, another part of the right file, the right lines
    "lambdarank_truncation_level": 10,
    "num_leaves": 15,
    "learning_rate": 0.05,
    "min_data_in_leaf": 60,
    "lambda_l2": 5.0,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "feature_fraction": 0.5,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}

Lists = tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.int64]]


def joined(files: Sequence[Path], read: NDArray[np.float16]) -> Lists:
    """Return measures and worth of all candidates, and the number of those of each question."""
    found = [np.load(file) for file in files]
    measures, worth, sizes = (np.concatenate([one[name] for one in found]) for name in ("measures", "worth", "sizes"))
    own = [compared(scores[:size].tolist(), size) for scores, size in zip(read, sizes.tolist(), strict=True)]
    return np.hstack([measures, np.concatenate(own)]).astype(np.float32), worth, sizes


def train(lists: Lists) -> lightgbm.Booster:
    measures, worth, sizes = lists
    return lightgbm.train(SETTINGS, lightgbm.Dataset(measures, worth, group=sizes), TREES)


def arrays(booster: lightgbm.Booster) -> dict[str, NDArray[Any]]:
    """Return the trees as `lsp_codebase.search.ranking.trees` reads them."""
    trees = booster.dump_model()["tree_info"]
    roots = [tree["tree_structure"] for tree in trees]
    nodes = max(tree["num_leaves"] for tree in trees) - 1
    shape = len(roots), nodes
    made: dict[str, NDArray[Any]] = {
        "feature": np.zeros(shape, np.uint8),
        "threshold": np.zeros(shape, np.float32),
        "left": np.full(shape, -1, np.int8),  # the first leaf, which is all there is of a tree without a node
        "right": np.full(shape, -1, np.int8),
        "leaves": np.zeros((len(roots), nodes + 1), np.float32),
    }
    for number, root in enumerate(roots):
        for node in _nodes(root):
            if "leaf_value" in node:
                made["leaves"][number, node.get("leaf_index", 0)] = node["leaf_value"]
                continue
            at = number, node["split_index"]
            made["feature"][at], made["threshold"][at] = node["split_feature"], _rounded(node["threshold"])
            made["left"][at], made["right"][at] = _place(node["left_child"]), _place(node["right_child"])
    return made


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in ("left_child", "right_child"):
        if child in node:
            yield from _nodes(node[child])


def _place(node: dict[str, Any]) -> int:
    return node["split_index"] if "split_index" in node else ~node["leaf_index"]


def _rounded(threshold: float) -> np.float32:
    """Return the largest number of 32 bits that is not larger, so that measures of 32 bits go the same way."""
    near = np.float32(threshold)
    return near if float(near) <= threshold else np.nextafter(near, np.float32(-math.inf))


def order_gain(values: NDArray[np.float64], lists: Lists) -> tuple[float, float]:
    """Return the mean of 1 / log2(rank + 1) of the first right candidate, as ranked before and now."""
    _, worth, sizes = lists
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    gains = []
    for first, last in pairwise(bounds.tolist()):
        is_right = worth[first:last] == worth[first:last].max()
        now = is_right[np.argsort(-values[first:last], kind="stable")]
        gains.append([1 / math.log2(np.argmax(places) + 2) for places in (is_right, now)])
    before, after = np.mean(gains, axis=0)
    return float(before), float(after)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path)
    parser.add_argument("read", type=Path)
    parser.add_argument("--to", type=Path, default=FILE)
    args = parser.parse_args()
    lists = joined(sorted(args.lists.glob("*.npz")), np.load(args.read)["read"])
    booster = train(lists)
    np.savez_compressed(args.to, **arrays(booster))  # type: ignore[arg-type]
    values = Trees(args.to).values(lists[0].astype(np.float64))
    assert np.allclose(values, booster.predict(lists[0]), atol=1e-5)
    before, after = order_gain(values, lists)
    summary = {"questions": len(lists[2]), "candidates": len(lists[0]), "gain": [round(before, 4), round(after, 4)]}
    print(json.dumps(summary), file=sys.stderr)


if __name__ == "__main__":
    main()
