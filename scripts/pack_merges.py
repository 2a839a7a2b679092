"""Write the merges of the built-in model's tokenizer as arrays, which are mapped instead of read.

python scripts/pack_merges.py           write lsp_codebase/embed/builtin_merges.npy
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.merges import LETTERS, PAIR
from lsp_codebase.embed.word_tokens import merges_of


def packed(tokenizer: Path) -> NDArray[Any]:
    """Return the rows that `Merges` reads."""
    model = json.loads(tokenizer.read_text("utf-8"))["model"]
    vocabulary: dict[str, int] = model["vocab"]
    letters = np.zeros(len(LETTERS), PAIR)
    letters["token"] = [vocabulary[letter] for letter in LETTERS]
    rows = np.zeros(len(model["merges"]), PAIR)
    for rank, merge in enumerate(model["merges"]):
        left, right = merge.split(" ") if isinstance(merge, str) else merge
        rows[rank] = vocabulary[left] << 32 | vocabulary[right], rank, vocabulary[left + right]
    return np.concatenate([letters, np.sort(rows, order="pair")])


if __name__ == "__main__":
    tokenizer = BUILTIN / "tokenizer.json"
    np.save(merges_of(tokenizer), packed(tokenizer))
