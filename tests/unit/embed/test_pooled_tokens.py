"""The vectors of the built-in model against their definition, text by text and token by token."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tokenizers import Tokenizer

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.static import MARK_TOKEN, StaticEmbedder

WHOLE = Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
ROWS, SCALES, DECAY = (np.load(BUILTIN / f"{name}.npy") for name in ("rows", "scales", "decay"))
TEXTS = [
    "def read_file(path):\n    with open(path) as file:\n        return file.read()  # read the file\n",
    "static int foo(void)\n{\n\treturn 0x1F40 + bar_baz(0x1F40);\n}\n",
    "größe = 文字列を読む\r\n\r\n/* HTTPServer2 */ ÉCOLE",
    "",
    "\x02",
    "()",
    *(f"value{number} = other{number} + {number}\n" for number in range(40)),
]


def plain_vector(text: str) -> list[float]:
    tokens = WHOLE.encode(text, add_special_tokens=False).ids
    sums: dict[int, float] = {}
    since = 0
    for token in tokens:
        share = DECAY[min(since, len(DECAY) - 1)] if MARK_TOKEN in tokens else 1.0
        since = 0 if token == MARK_TOKEN else since + 1
        sums[token] = sums.get(token, 0.0) + (0.0 if token == MARK_TOKEN else float(share))
    vector = sum(
        (math.sqrt(share) * SCALES[token] * ROWS[token].astype(float) for token, share in sums.items()), 0 * ROWS[0]
    )
    length = float(np.linalg.norm(vector))
    return (vector / length if length else vector).tolist()


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder(BUILTIN)


def test_a_vector_is_the_weighted_sum_of_the_rows_of_its_tokens(embedder: StaticEmbedder) -> None:
    assert np.allclose(embedder.embed_documents(TEXTS), [plain_vector(text) for text in TEXTS], atol=2e-6)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: StaticEmbedder) -> None:
    alone = np.concatenate([embedder.embed_documents([text]) for text in TEXTS])
    assert np.array_equal(embedder.embed_documents(TEXTS), alone)
    assert np.array_equal(embedder.embed_documents(TEXTS[::-1])[::-1], alone)
