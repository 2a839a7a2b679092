"""Measure symbol search on identifier queries: the trees are parsed, every query asked, the answers folded to files.

  symbols_quality.py --eval DATA --trees TREES [--misses]

DATA holds `*.jsonl` queries (`kind` "identifier": query, form, repo, commit, root, relevant), TREES one folder
`repo-commit` for each. Prints file NDCG@10 and success@1 by form and by repository.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.parse import ParseLimits, is_binary, parse_file
from lsp_codebase.store.schema import SYMBOLS
from lsp_codebase.symbols import SymbolTable

LIMIT = 128
DEPTH = 10


def symbol_rows(path: str, content: bytes) -> list[dict[str, Any]]:
    """Parse a file into rows of the symbols table."""
    if not content.strip() or is_binary(content):
        return []
    parsed = parse_file(path, content, ParseLimits())
    rows = []
    for s in parsed.symbols:
        spans = dict(zip(("start_line", "start_column", "end_line", "end_column"), s.span, strict=True))
        names = dict(
            zip(("name_start_line", "name_start_column", "name_end_line", "name_end_column"), s.name_span, strict=True)
        )
        flags = {"is_test": s.is_test, "is_declaration": s.is_declaration, "is_deprecated": s.is_deprecated}
        rows.append(
            {"file_id": 0, "path": path, "language": parsed.language, "is_ascii": parsed.is_ascii, "name": s.name}
            | {"kind": int(s.kind), "container": s.container, "signature": s.signature, "doc": s.doc}
            | {"visibility": s.visibility.value}
            | spans
            | names
            | flags
        )
    return rows


def load_tree(root: Path) -> SymbolTable:
    """Hold the symbols of every file below a folder."""
    table = SymbolTable()
    table.update(parse_tree(root))
    return table


def parse_tree(root: Path) -> pa.Table:
    """Return the symbols of every file below a folder."""
    rows: list[dict[str, Any]] = []
    for file in sorted(root.rglob("*")):
        if file.is_file() and file.stat().st_size < 1_000_000:
            rows += symbol_rows(file.relative_to(root).as_posix(), file.read_bytes())
    return pa.Table.from_pylist(rows, schema=SYMBOLS)


def ndcg(files: list[str], relevant: set[str]) -> float:
    """Return NDCG@10 of distinct files, best first."""
    gain = sum(1 / math.log2(i + 2) for i, path in enumerate(files[:DEPTH]) if path in relevant)
    return gain / sum(1 / math.log2(i + 2) for i in range(min(len(relevant), DEPTH)))


def main() -> None:
    """Run every query and print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--eval", type=Path, required=True)
    arguments.add_argument("--trees", type=Path, required=True)
    arguments.add_argument("--misses", action="store_true", help="print every query below 1.0")
    options = arguments.parse_args()
    queries = [json.loads(line) for file in sorted(options.eval.glob("*.jsonl")) for line in file.open()]
    tables: dict[Path, SymbolTable] = {}
    scores: dict[str, list[tuple[float, float]]] = collections.defaultdict(list)
    for query in queries:
        root = options.trees / f"{query['repo']}-{query['commit'][:12]}" / query["root"]
        if query["kind"] != "identifier" or not root.is_dir():
            continue
        if root not in tables:
            tables[root] = load_tree(root)
        matches = tables[root].search(query["query"], limit=LIMIT)
        # A client shows a list of symbols: ten of them, folded to files as the scorer of whole systems does.
        files = list(dict.fromkeys(f"{query['root']}/{m.path}".strip("/") for m in matches[:DEPTH]))
        relevant = {target["path"] for target in query["relevant"]}
        value = ndcg(files, relevant)
        for group in ("all", "form " + query["form"], "repository " + query["repo"]):
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
