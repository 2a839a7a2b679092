"""Ask the questions that `make` made, and compare what came back.

    python -m tests.benchmarks.questions.score run OUT RESULTS [--system bm25] [--split held] [--kind report...]
                                                   [--only NAME...] [--set index.history=false] [--effort thorough]
    python -m tests.benchmarks.questions.score table RESULTS
    python -m tests.benchmarks.questions.score compare BEFORE AFTER

OUT is the folder that `make` filled; indexes are kept below it. RESULTS are JSON, one question a line. Latency is that
of the search in this process, after the index is ready.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsp_codebase.model import Effort

from .metrics import interval, measure, within
from .systems import FunctionBm25, Product, System

Row = Mapping[str, Any]
SPLITS = ("development", "held", "training", "forms", "asked", "languages", "terse")
KEPT = ("id", "kind", "split", "language", "repository")


def asked(out: Path, split: str, kinds: Sequence[str], only: Sequence[str]) -> dict[str, list[Row]]:
    """Return the questions by repository."""
    found: dict[str, list[Row]] = defaultdict(list)
    for file in sorted((out / "queries").glob("*.jsonl")):
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            if row["split"] == split and row["kind"] in (kinds or [row["kind"]]) and file.stem in (only or [file.stem]):
                found[file.stem].append(row)
    return found


def run(args: argparse.Namespace) -> None:
    settings = {
        name.replace(".", "_"): json.loads(value) for name, _, value in (one.partition("=") for one in args.set)
    }
    with args.results.open("w", encoding="utf-8") as stream:
        for name, rows in asked(args.out, args.split, args.kind, args.only).items():
            tree = (args.out / "trees" / name).resolve()
            begun = time.perf_counter()
            system: System = (
                Product(tree, args.out / "index", settings, Effort(args.effort))
                if args.system == "product"
                else FunctionBm25(tree)
            )
            ready = time.perf_counter() - begun
            for row in rows:
                begun = time.perf_counter()
                hits = system.search(row["query"])
                took = (time.perf_counter() - begun) * 1000
                result = {key: row[key] for key in KEPT} | measure(row["answers"], hits) | {"ms": round(took, 2)}
                stream.write(json.dumps(result) + "\n")
            system.close()
            print(f"{name}: {len(rows)} questions, ready after {ready:.1f} s", file=sys.stderr, flush=True)


def read(results: Path) -> list[Row]:
    return [json.loads(line) for line in results.read_text("utf-8").splitlines()]


def groups(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return rows by kind, and all."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["kind"]].append(row)
    every = [row for held in found.values() for row in held]
    return {kind: found[kind] for kind in sorted(found)} | ({"**all**": every} if every else {})


def cell(rows: Sequence[Row], value: Callable[[Row], float | None], *, has_interval: bool = False) -> str:
    known = [(float(one), row["repository"]) for row in rows if (one := value(row)) is not None]
    if not known:
        return "–"
    mean, low, high = interval(*zip(*known, strict=True))
    return f"{mean:.3f} ({low:.2f} to {high:.2f})" if has_interval else f"{mean:.3f}"


def table(rows: Sequence[Row]) -> str:
    lines = [
        "| kind | questions | file NDCG@10 | span NDCG@10 | file 1 / 5 / 10 | span 1 / 5 / 10 | tokens | in 4,000 |"
        " p50 / p95 ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for kind, held in groups(rows).items():
        at = {
            key: " / ".join(cell(held, within(key, most)) for most in (1, 5, 10)) for key in ("file_rank", "span_rank")
        }
        tokens = [row["tokens"] for row in held if row["tokens"] is not None]
        times = sorted(row["ms"] for row in held)
        cells = [
            kind,
            str(len(held)),
            cell(held, lambda row: row["file_ndcg"], has_interval=True),
            cell(held, lambda row: row["span_ndcg"], has_interval=True),
            at["file_rank"],
            at["span_rank"],
            f"{statistics.median(tokens or [0]):.0f}",
            cell(held, within("tokens", 4000)),
            f"{statistics.median(times):.0f} / {times[len(times) * 95 // 100]:.0f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def compare(before: Sequence[Row], after: Sequence[Row]) -> str:
    """Return the mean differences of the questions that both were asked, with 95 % intervals."""
    was = {row["id"]: row for row in before}
    lines = ["| kind | questions | file NDCG@10 | span NDCG@10 | file better / worse |", "|---|---:|---:|---:|---:|"]
    for kind, held in groups(row for row in after if row["id"] in was).items():
        cells = [kind, str(len(held))]
        for key in ("file_ndcg", "span_ndcg"):
            pairs = [(row[key] - was[row["id"]][key], row["repository"]) for row in held if row[key] is not None]
            cells.append("{:+.3f} ({:+.3f} to {:+.3f})".format(*interval(*zip(*pairs, strict=True))) if pairs else "–")
        changes = [row["file_ndcg"] - was[row["id"]]["file_ndcg"] for row in held]
        cells.append(f"{sum(change > 0 for change in changes)} / {sum(change < 0 for change in changes)}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("run")
    asking.add_argument("out", type=Path)
    asking.add_argument("results", type=Path)
    asking.add_argument("--system", choices=("product", "bm25"), default="product")
    asking.add_argument("--split", choices=SPLITS, default="development")
    asking.add_argument("--kind", nargs="+", default=())
    asking.add_argument("--only", nargs="+", default=(), help="names of repositories")
    asking.add_argument("--set", nargs="+", default=(), help="settings of the product: name=JSON")
    asking.add_argument("--effort", choices=[effort.value for effort in Effort], default=Effort.FAST.value)
    commands.add_parser("table").add_argument("results", type=Path)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    args = parser.parse_args()
    if args.command == "run":
        run(args)
    elif args.command == "table":
        print(table(read(args.results)))
    else:
        print(compare(read(args.before), read(args.after)))


if __name__ == "__main__":
    main()
