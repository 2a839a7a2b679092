"""Measure symbol search on identifier queries: the trees are parsed, every query asked, the answers folded to files.

  symbols_quality.py --eval DATA --trees TREES [--misses] [--without-mentions]

DATA holds `*.jsonl` queries (`kind` "identifier": query, form, repo, commit, root, relevant), TREES one folder
`repo-commit` for each. Prints file NDCG@10 and success@1 by form and by repository; exact names with one word
shortened are a form of their own, made here by a rule, and count nowhere else.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.index.workers.extract import TextJob, extract_text
from lsp_codebase.indexes import NO_NAMES, Snapshot
from lsp_codebase.indexes.names import fold
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.parse import is_binary
from lsp_codebase.search import Mentions
from lsp_codebase.symbols import SymbolContext, find

LIMIT = 128
DEPTH = 10


def load_tree(root: Path) -> tuple[Snapshot, Mentions]:
    """Hold the symbols of every file below a folder, and who mentions them."""
    settings = Settings(embedding_model="none")
    read = [
        extract_text(TextJob(file.relative_to(root).as_posix(), number, settings, file.read_bytes()))
        for number, file in enumerate(sorted(root.rglob("*")))
        if file.is_file() and file.stat().st_size < 1_000_000 and not is_binary(file.read_bytes())
    ]
    table = NO_NAMES.updated(pa.concat_tables([text.symbols for text in read]))
    records = {text.file.file_id: text.file for text in read}
    return table, Mentions([merge([text.segment for text in read])], records.get)


def ndcg(files: list[str], relevant: set[str]) -> float:
    """Return NDCG@10 of distinct files, best first."""
    gain = sum(1 / math.log2(i + 2) for i, path in enumerate(files[:DEPTH]) if path in relevant)
    return gain / sum(1 / math.log2(i + 2) for i in range(min(len(relevant), DEPTH)))


def shortened(name: str) -> str | None:
    """Return a name with its longest word cut to the first letter and two consonants: `wrk` of `workflow`; or None."""
    letters, starts = fold(name)
    words = [letters[a:b] for a, b in pairwise((*starts, len(letters)))]
    longest = max(words, key=len)
    if len(words) < 2 or len(longest) < 5:
        return None
    consonants = [letter for letter in longest[1:] if letter not in "aeiou"]
    words[words.index(longest)] = "".join([longest[0], *consonants][:3])
    return words[0] + "".join(word.capitalize() for word in words[1:])


def with_shortened(queries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the queries for names, and those of them that can be shortened once more."""
    for query in queries:
        if query["kind"] == "identifier":
            yield query
            if query["form"] == "exact" and (short := shortened(query["query"])):
                yield {**query, "form": "one word shortened", "query": short}


def main() -> None:
    """Run every query and print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--eval", type=Path, required=True)
    arguments.add_argument("--trees", type=Path, required=True)
    arguments.add_argument("--misses", action="store_true", help="print every query below 1.0")
    arguments.add_argument("--without-mentions", action="store_true", help="do not order ties by who mentions a name")
    options = arguments.parse_args()
    queries = [json.loads(line) for file in sorted(options.eval.glob("*.jsonl")) for line in file.open()]
    tables: dict[Path, tuple[Snapshot, Mentions]] = {}
    scores: dict[str, list[tuple[float, float]]] = collections.defaultdict(list)
    for query in with_shortened(queries):
        root = options.trees / f"{query['repo']}-{query['commit'][:12]}" / query["root"]
        if not root.is_dir():
            continue
        if root not in tables:
            tables[root] = load_tree(root)
        table, mentions = tables[root]
        context = SymbolContext(mentions=None if options.without_mentions else mentions)
        matches = find(table, query["query"], limit=LIMIT, context=context)
        # A client shows a list of symbols: ten of them, folded to files as the scorer of whole systems does.
        files = list(dict.fromkeys(f"{query['root']}/{m.path}".strip("/") for m in matches[:DEPTH]))
        relevant = {target["path"] for target in query["relevant"]}
        value = ndcg(files, relevant)
        wholes = () if query["form"] == "one word shortened" else ("all", "repository " + query["repo"])
        for group in (*wholes, "form " + query["form"]):
            scores[group].append((value, float(bool(files) and files[0] in relevant)))
        if options.misses and value < 1:
            print(query["form"], query["query"], query["symbol"], sorted(relevant), f"{value:.2f}")
            for match in matches[:4]:
                print(f"    {match.score:.3f} {match.symbol.name} {match.symbol.kind.name} {match.path}")
    print("| group | queries | NDCG@10 | success@1 |\n|---|---:|---:|---:|")
    for group, values in sorted(scores.items()):
        mean, first = (sum(column) / len(values) for column in zip(*values, strict=True))
        print(f"| {group} | {len(values)} | {mean:.3f} | {first:.3f} |")


if __name__ == "__main__":
    main()
