"""How many different places ten hits show, and how well their labels and previews say what they are.

    python tests/benchmarks/search_repeats.py QUERIES TREES [--show]

QUERIES and TREES as for `search_ablation.py`. Every query is asked as a client asks it, with ten hits. It uses what
every version has, so another version is measured by setting PYTHONPATH to it.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Hit, SearchQuery, Symbol, SymbolKind
from lsp_codebase.view import View
from lsp_codebase.workspace import Workspace

HITS = 10
FEW_LINES = 2  # that two hits may have in common
WHOLES = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor, SymbolKind.Operator})
SAYS_NOTHING = re.compile(r"[\W_]*$|.*\b(?:copyright|licen[sc]ed?|spdx)\b", re.IGNORECASE)
COLUMNS = {
    "repeats": "queries with overlapping hits",
    "pairs": "overlapping pairs",
    "twice": "second hits of one function",
    "places": "distinct places in ten hits",
    "tokens": "tokens to the first right hit (median)",
    "unlabelled": "labels outside of their hit",
    "empty": "previews that say nothing",
    "said": "of the query's words in a preview",
}


def lines_of(hit: Hit) -> range:
    return range(hit.span.start_line, hit.span.end_line + 1)


def common(one: range, other: range) -> int:
    return max(0, min(one.stop, other.stop) - max(one.start, other.start))


def whole_of(hit: Hit, symbols: Sequence[Symbol]) -> object:
    """Return the innermost function that most of a hit lies in, else the hit's own place: what makes hits different."""
    own = lines_of(hit)
    around = [
        symbol.span.start_line
        for symbol in symbols
        if symbol.kind in WHOLES and common(own, range(symbol.span.start_line, symbol.span.end_line + 1)) * 2 > len(own)
    ]
    return hit.path, max(around, default=None) if around else own


def overlaps(one: Hit, other: Hit) -> bool:
    return one.path == other.path and common(lines_of(one), lines_of(other)) > FEW_LINES


def places(hits: Sequence[Hit], wholes: Sequence[object]) -> int:
    """Count the hits that are neither of a function nor of lines that a better hit showed."""
    return sum(
        wholes[at] not in wholes[:at] and not any(overlaps(hits[at], better) for better in hits[:at])
        for at in range(len(hits))
    )


def tokens_to_the_first(root: Path, hits: Sequence[Hit], relevant: Sequence[dict[str, Any]]) -> float | None:
    read = 0
    for hit in hits:
        read += len(hit.text or "")
        path = hit.path.relative_to(root).as_posix()
        for target in relevant:
            start, end = target.get("start"), target.get("end")
            if target["path"] == path and (start is None or common(lines_of(hit), range(start - 1, end))):
                return read / 4
    return None


def words_said(query: str, preview: str) -> float:
    wanted = {word.lower()[:5] for word in re.findall(r"[^\W_]{3,}", query)}
    return sum(word in preview.lower() for word in wanted) / max(len(wanted), 1)


def measure(view: View, query: dict[str, Any]) -> tuple[dict[str, float], Sequence[Hit]]:
    hits = view.search(SearchQuery(query["query"], limit=HITS), CancelToken()).hits
    in_file = {hit.path: view.symbols_in(hit.path, CancelToken()).symbols for hit in hits}
    wholes = [whole_of(hit, in_file[hit.path]) for hit in hits]
    pairs = sum(overlaps(one, other) for one, other in combinations(hits, 2))
    measured = {
        "repeats": float(pairs > 0),
        "pairs": pairs,
        "twice": len(hits) - len(set(wholes)),
        "places": places(hits, wholes),
        "unlabelled": sum(hit.name is not None and hit.name_span is None for hit in hits),
        "empty": sum(bool(SAYS_NOTHING.match(hit.preview)) for hit in hits),
        "said": statistics.mean([words_said(query["query"], hit.preview) for hit in hits]) if hits else 0.0,
    }
    tokens = tokens_to_the_first(view.codebase.root, hits, query["relevant"])
    return measured if tokens is None else {**measured, "tokens": tokens}, hits


def show(query: str, hits: Sequence[Hit]) -> None:
    print(f"\n# {query}")
    for hit in hits:
        label = f"{hit.container}.{hit.name}" if hit.container else hit.name
        print(f"  {hit.path.name}:{hit.span.start_line + 1}-{hit.span.end_line + 1} [{label}] {hit.preview[:110]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--show", action="store_true", help="print each query with the labels and previews of its hits")
    args = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    for file in sorted(args.queries.glob("*.jsonl")):
        (root,) = (path for path in args.trees.glob(f"{file.stem}-*") if path.is_dir())
        workspace = Workspace(Settings())
        workspace.add_folder(root)
        workspace.start()
        codebase = workspace.find(root)
        codebase.wait_until_idle(CancelToken())
        for query in map(json.loads, file.open(encoding="utf-8")):
            measured, hits = measure(workspace.view(root), query)
            rows[query["kind"]].append(measured)
            if args.show:
                show(query["query"], hits)
        workspace.close()
    rows["all"] = [row for own in rows.values() for row in own]
    print(f"| kind | queries | {' | '.join(COLUMNS.values())} |\n|---|{'---:|' * (len(COLUMNS) + 1)}")
    for kind, own in sorted(rows.items()):
        cells = []
        for column in COLUMNS:
            values = [row[column] for row in own if column in row]
            if column in ("repeats", "pairs", "twice", "unlabelled", "empty"):
                cells.append(f"{sum(values):.0f}")
            else:
                cells.append(f"{(statistics.median if column == 'tokens' else statistics.mean)(values):.2f}")
        print(f"| {kind} | {len(own)} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
