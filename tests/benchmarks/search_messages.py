"""How well an error message finds the code that says it.

    python tests/benchmarks/search_messages.py FOLDER... [--queries 60]

Queries are string literals of five or more words in code that is no test, each asked twice: without one of its words,
and with a word put in, as messages have where a program fills in a value. The answer is right where it holds the line
of the literal. Prints the mean reciprocal rank with the signal of string literals and without.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from search_ablation import engine_of

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Mode
from lsp_codebase.parse import LANGUAGES
from lsp_codebase.parse.strings import string_literals
from lsp_codebase.scan.roles import path_roles
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.rank import Weights, weights_for
from lsp_codebase.search.ranking.recall import ranked, recall
from lsp_codebase.workspace import Workspace

HITS = 10
FEWEST_WORDS, MOST_WORDS = 5, 12
VALUES = ("invoice", "zanzibar", "42", "users", "order_id", "report.csv")


def literals(engine: Engine) -> Iterator[tuple[str, int, list[str]]]:
    """Yield path, line and words of the messages in an index."""
    rows = engine.corpus.state.texts.chunks.rows(["path", "language", "start_line", "text"])
    for row in rows.to_pylist():
        if path_roles(row["path"]) or row["language"] not in LANGUAGES or not LANGUAGES[row["language"]].is_code:
            continue
        for literal in string_literals(row["text"]).split("\n"):
            words = re.findall(r"[A-Za-z]{2,}", literal)
            if literal and len(words) >= FEWEST_WORDS <= literal.count(" ") + 1:
                before = row["text"].partition(literal)[0]
                yield row["path"], row["start_line"] + before.count("\n"), words[:MOST_WORDS]


def reciprocal_rank(engine: Engine, text: str, path: str, line: int, strings: float) -> float:
    understood = understand(text, Mode.HYBRID)
    found = recall(engine.corpus, understood, NO_FILTER, CancelToken())
    weights = replace(weights_for(understood, found.chunks), strings=strings)
    for rank, piece in enumerate(ranked(engine.corpus, found, understood, weights), 1):
        if rank > HITS:
            break
        if piece.path == path and piece.start_line <= line < piece.end_line:
            return 1 / rank
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--queries", type=int, default=60)
    args = parser.parse_args()
    choose = random.Random(3)
    scores: dict[tuple[str, float], list[float]] = {}
    shipped = Weights().strings
    for folder in args.folders:
        workspace = Workspace(Settings())
        workspace.add_folder(folder)
        workspace.start()
        codebase = workspace.find(folder)
        codebase.wait_until_idle(CancelToken())
        engine = engine_of(codebase)
        known = sorted({(path, line, tuple(words)) for path, line, words in literals(engine)})
        for path, line, words in choose.sample(known, min(args.queries, len(known))):
            place = choose.randrange(len(words))
            queries = {
                "a word missing": (*words[:place], *words[place + 1 :]),
                "a word put in": (*words[:place], choose.choice(VALUES), *words[place:]),
            }
            for name, query in queries.items():
                for strings in (0.0, shipped):
                    rank = reciprocal_rank(engine, " ".join(query), path, line, strings)
                    scores.setdefault((name, strings), []).append(rank)
        workspace.close()
    print("| message | weight of strings | queries | MRR | first |\n|---|---:|---:|---:|---:|")
    for (name, strings), ranks in sorted(scores.items()):
        first = statistics.mean(rank == 1 for rank in ranks)
        print(f"| {name} | {strings} | {len(ranks)} | {statistics.mean(ranks):.3f} | {first:.3f} |")


if __name__ == "__main__":
    main()
