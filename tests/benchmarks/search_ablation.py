"""What each signal of the ranking is worth, and whether its weights hold on repositories they were not chosen on.

    python tests/benchmarks/search_ablation.py QUERIES TREES [--cross-validate]

QUERIES holds `<repository>.jsonl` files, one query a line (`kind`, `query`, `relevant`: path, start, end), TREES one
checkout `<repository>-...` each. Candidates are recalled once, so that all rows compare the same pools.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Mode
from lsp_codebase.scan import Redactor
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding, understand
from lsp_codebase.search.ranking import rank as rank_module
from lsp_codebase.search.ranking import recall as recall_module
from lsp_codebase.search.ranking.rank import ONLY_VECTORS, Weights, weights_for
from lsp_codebase.search.ranking.recall import Recalled, ranked, recall
from lsp_codebase.view.present import engine_of
from lsp_codebase.workspace import Workspace

KINDS = ("commit", "doc")
HITS = 10
STEPS = {
    "vector": (0.2, 0.3, 0.4, 0.5, 0.6),
    "names": (0.0, 0.15, 0.3, 0.45),
    "stem": (0.0, 0.2, 0.4, 0.6),
    "directory": (0.0, 0.08, 0.2),
    "comments": (0.0, 0.1, 0.2),
    "strings": (0.0, 0.3, 0.6),
    "coverage": (0.2, 0.4, 0.6),
    "size": (0.0, 0.1, 0.15, 0.2),
    "file": (0.0, 0.1, 0.2, 0.3),
    "file_lexical": (0.0, 0.1, 0.2, 0.3),
    "file_coverage": (0.0, 0.15, 0.3, 0.45),
    "path": (0.0, 0.3, 0.5, 0.7),
    "path_meaning": (0.0, 0.15, 0.3, 0.45),
}
Scores = list[tuple[float, float]]  # NDCG on files and on spans, query by query


@dataclass(frozen=True)
class Asked:
    """A query with its candidates."""

    repository: str
    kind: str
    relevant: Sequence[dict[str, Any]]
    engine: Engine
    found: Recalled
    understood: Understanding


def ask(queries: Path, trees: Path, model: str) -> Iterator[Asked]:
    for file in sorted(queries.glob("*.jsonl")):
        (root,) = (path for path in trees.glob(f"{file.stem}-*") if path.is_dir())
        workspace = Workspace(Settings(embedding_model=model))
        workspace.add_folder(root)
        workspace.start()
        codebase = workspace.find(root)
        codebase.wait_until_idle(CancelToken())
        engine = engine_of(codebase, codebase.published, Redactor(is_on=False))
        for line in file.open(encoding="utf-8"):
            query = json.loads(line)
            if query["kind"] in KINDS:
                understood = understand(query["query"], Mode.HYBRID)
                found = recall(engine.corpus, understood, NO_FILTER, CancelToken())
                yield Asked(file.stem, query["kind"], query["relevant"], engine, found, understood)
        workspace.close()


def score(asked: Asked, weights: Weights | None, *, has_vectors: bool = True) -> tuple[float, float]:
    found = asked.found if has_vectors else asked.found._replace(similar=None, vector=None)
    pieces = list(islice(ranked(asked.engine.corpus, found, asked.understood, weights), HITS))
    targets: dict[str, list[dict[str, Any]]] = {}
    for target in asked.relevant:
        targets.setdefault(target["path"], []).append(target)
    files = list(dict.fromkeys(piece.path for piece in pieces))
    on_file = [files.index(path) if path in files else None for path in targets]
    on_span = [
        next((rank for rank, piece in enumerate(pieces) if piece.path == path and _overlaps(piece, spans)), None)
        for path, spans in targets.items()
    ]
    return _ndcg(on_file), _ndcg(on_span)


def _overlaps(piece: Piece, spans: Sequence[dict[str, Any]]) -> bool:
    return any(
        span.get("start") is None or (piece.start_line < span["end"] and span["start"] <= piece.end_line)
        for span in spans
    )


def _ndcg(ranks: Sequence[int | None]) -> float:
    gain = sum(1 / math.log2(rank + 2) for rank in ranks if rank is not None and rank < HITS)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(min(len(ranks), HITS)))


def mean(asked: Sequence[Asked], scores: Scores, kind: str) -> tuple[float, float]:
    chosen = [pair for one, pair in zip(asked, scores, strict=True) if one.kind == kind]
    return statistics.mean(file for file, _ in chosen), statistics.mean(span for _, span in chosen)


def show(name: str, asked: Sequence[Asked], scores: Scores) -> None:
    cells = (mean(asked, scores, kind) for kind in KINDS)
    print(f"| {name} | " + " | ".join(f"{file:.3f} / {span:.3f}" for file, span in cells) + " |", flush=True)


def ablate(asked: Sequence[Asked]) -> None:
    def row(name: str, change: Callable[[Asked], Weights | None], *, has_vectors: bool = True) -> None:
        show(name, asked, [score(one, change(one), has_vectors=has_vectors) for one in asked])

    def without(signal: str) -> Callable[[Asked], Weights]:
        return lambda one: replace(weights_for(one.understood, one.found), **{signal: 0.0})  # with vectors

    only_words = replace(ONLY_VECTORS, lexical=1.0, vector=0.0)
    print("| variant | " + " | ".join(KINDS) + " |\n|---|" + "---:|" * len(KINDS))
    row("as shipped", lambda one: None)
    row("words alone (BM25F)", lambda one: only_words)
    row("vectors alone, over the same pool", lambda one: ONLY_VECTORS)
    row("words and vectors, nothing else", lambda one: replace(only_words, lexical=0.6, vector=0.4))
    row("no vectors", lambda one: None, has_vectors=False)
    for field in fields(Weights):
        if field.name not in ("vector", "here"):
            row(f"without {field.name.replace('_', ' ')}", without(field.name))
    for decay in (1.0, 0.6):
        with_decay(decay, lambda decay=decay: row(f"decay {decay}", lambda one: None))
    widen = recall_module.widen
    recall_module.widen = lambda ordered, chunks: (
        (at, score, chunks.start_lines[at], chunks.end_lines[at]) for at, score in ordered
    )
    row("no widening", lambda one: None)
    recall_module.widen = widen


def with_decay(decay: float, run: Callable[[], None]) -> None:
    shipped, recall_module._DECAY = recall_module._DECAY, decay
    run()
    recall_module._DECAY = shipped


def cross_validate(asked: Sequence[Asked]) -> None:
    """Choose all weights on all repositories but one, by coordinate ascent, and score them on the one left out."""
    known: dict[Weights, Scores] = {}

    def scores(weights: Weights) -> Scores:
        if weights not in known:
            named = rank_module._NAMED_VECTOR_WEIGHT
            known[weights] = [
                score(
                    one,
                    replace(weights, vector=named)
                    if weights_for(one.understood, one.found).vector == named
                    else weights,
                )
                for one in asked
            ]
        return known[weights]

    def quality(weights: Weights, left_out: str) -> float:
        chosen = [(one, pair) for one, pair in zip(asked, scores(weights), strict=True) if one.repository != left_out]
        own, pairs = [one for one, _ in chosen], [pair for _, pair in chosen]
        return sum(sum(mean(own, pairs, kind)) for kind in KINDS)

    def climb(weights: Weights, left_out: str) -> Weights:
        best = quality(weights, left_out)
        for signal, values in [*STEPS.items(), *STEPS.items()]:
            for value in values:
                other = replace(weights, **{signal: value})
                if (reached := quality(other, left_out)) > best + 0.002:
                    best, weights = reached, other
        return weights

    nothing = replace(Weights(), **{signal: 0.4 if signal == "vector" else 0.0 for signal in STEPS})
    for name, start in (("from nothing", nothing), ("from the shipped weights", Weights())):
        held: Scores = [(0.0, 0.0)] * len(asked)
        for repository in sorted({one.repository for one in asked}):
            chosen = scores(climb(start, repository))
            held = [
                new if one.repository == repository else old for one, old, new in zip(asked, held, chosen, strict=True)
            ]
        show(f"chosen on six repositories {name}, scored on the seventh", asked, held)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--cross-validate", action="store_true", help="also choose weights anew (half an hour)")
    parser.add_argument("--model", default="builtin")
    args = parser.parse_args()
    asked = list(ask(args.queries, args.trees, args.model))
    print(f"{len(asked)} queries", file=sys.stderr)
    ablate(asked)
    if args.cross_validate:
        cross_validate(asked)


if __name__ == "__main__":
    main()
