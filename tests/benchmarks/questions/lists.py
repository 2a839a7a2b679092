r"""Write the first hits of each question, what the second look measures of them, and which are right: to train it.

    python -m tests.benchmarks.questions.make MIRRORS OUT --split training --most 1000 \
        --of docstring=80 module=60 named=150
    python -m tests.benchmarks.questions.lists OUT LISTS

LISTS gets two files for each repository. `NAME.npz` is for the trees: `measures` (candidates, measures) of the pieces
that are looked at again, of all questions, one behind the other, `worth` of each candidate (2 the right lines, or the
right file where a question names no lines; 1 another part of the right file; 0), and `sizes`, the number of candidates
of each question. `NAME.json` is for the reader: twice as many pieces of each question, with their paths and texts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.model import Effort
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking import rerank
from lsp_codebase.search.ranking.second_look import measures

from .metrics import Hit, is_in, is_right
from .score import Row, asked
from .systems import Product

Looked = list[tuple[Understanding, Sequence[Piece], Sequence[str]]]
MOST = 2 * rerank.CANDIDATES


@contextmanager
def watched() -> Iterator[Looked]:
    """Give what the second look would see meanwhile, and as much again; it leaves the order as it is."""
    seen: Looked = []

    def look(understood: Understanding, pieces: Sequence[Piece], texts: Sequence[str], *_: object) -> list[Piece]:
        if len(pieces) > 1:
            seen.append((understood, pieces, texts))
        return [*pieces]

    with patch.object(rerank, "in_better_order", look), patch.object(rerank, "CANDIDATES", MOST):
        yield seen


def worth(answers: Sequence[dict[str, Any]], piece: Piece) -> int:
    """Return 2 for a piece that is right, 1 for one of the right file only, else 0."""
    hit = Hit(piece.path, piece.start_line + 1, piece.end_line, 0)
    for answer in answers:
        if is_right(hit, answer["path"], [(answer["start"], answer["end"])] if answer["start"] else []):
            return 2
    return int(any(is_in(piece.path, answer["path"]) for answer in answers))


def listed(rows: Sequence[Row], product: Product) -> tuple[dict[str, NDArray[Any]], dict[str, list[Any]]]:
    """Return the lists of some questions, those without a right candidate left out: for the trees, for the reader."""
    found: list[NDArray[np.float64]] = []
    values: list[list[int]] = []
    numbers: dict[tuple[str, str], int] = {}
    questions: list[dict[str, Any]] = []
    for row in rows:
        with watched() as seen:
            product.search(row["query"])
        for understood, pieces, texts in seen[:1]:
            own = [worth(row["answers"], piece) for piece in pieces]
            if any(own):
                first = slice(rerank.CANDIDATES)
                found.append(measures(understood, pieces[first], texts[first]))
                values.append(own[first])
                places = zip((piece.path for piece in pieces), texts, strict=True)
                at = [numbers.setdefault(place, len(numbers)) for place in places]
                kept = {"id": row["id"], "kind": row["kind"], "query": row["query"], "meaning": understood.meaning}
                questions.append(
                    {**kept, "texts": at, "worth": own, "scores": [round(piece.score, 5) for piece in pieces]}
                )
    arrays = {
        "measures": np.concatenate(found).astype(np.float32),
        "worth": np.array([one for own in values for one in own], np.int8),
        "sizes": np.array([len(own) for own in values]),
    }
    return arrays, {"texts": [*numbers], "questions": questions}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("lists", type=Path)
    args = parser.parse_args()
    args.lists.mkdir(parents=True, exist_ok=True)
    for name, rows in asked(args.out, "training", (), ()).items():
        product = Product((args.out / "trees" / name).resolve(), args.out / "index", {}, Effort.THOROUGH)
        made, kept = listed(rows, product)
        product.close()
        np.savez_compressed(args.lists / f"{name}.npz", **made)  # type: ignore[arg-type]
        (args.lists / f"{name}.json").write_text(json.dumps(kept), "utf-8")
        print(
            f"{name}: {len(made['sizes'])} of {len(rows)} questions have a right candidate", file=sys.stderr, flush=True
        )


if __name__ == "__main__":
    main()
