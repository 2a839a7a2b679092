"""How long each kind of question takes, by the number of chunks.

    python tests/benchmarks/search_latency.py FOLDER... [--questions 100] [--only KIND...] [--answers FILE]

Each folder is indexed with the built-in model, unless it is already; then it is asked questions made of its own text
(`tree_questions`). Prints wall and CPU milliseconds of `Workspace.search` and `Workspace.symbols` by kind; texts come
with the hits, as clients get them. `--answers` writes the first ten hits of every question; if the file is there, they
are compared with those in it instead.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from tree_questions import Question, questions

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken
from lsp_codebase.workspace import Workspace

WARMING = 5  # questions of each kind that are not counted
FIRST = 10


def ask(workspace: Workspace, question: Question, root: Path) -> list[Any]:
    """Return the places of the first hits, with scores."""
    query = question.query
    if question.is_of_symbols:
        found = workspace.symbols(query.text, CancelToken(), limit=100, folder=query.folder).hits
        return [[hit.path.relative_to(root).as_posix(), hit.symbol.span.start_line] for hit in found[:FIRST]]
    hits = workspace.search(query, CancelToken()).hits
    return [
        [hit.path.relative_to(root).as_posix(), hit.span.start_line, hit.span.end_line, round(hit.score, 5)]
        for hit in hits[:FIRST]
    ]


def cell(values: list[float]) -> str:
    """Return the median and the 95th percentile."""
    return f"{statistics.median(values):.1f} / {sorted(values)[max(int(len(values) * 0.95) - 1, 0)]:.1f}"


def measure(workspace: Workspace, root: Path, args: argparse.Namespace) -> dict[str, list[Any]]:
    """Print a row for each kind of question; return the answers."""
    status = workspace.find(root).wait_until_idle(CancelToken())
    state = workspace.find(root).state(CancelToken())
    by_kind: dict[str, list[Question]] = defaultdict(list)
    for question in questions(state, root, args.questions):
        if not args.only or any(question.kind.startswith(kind) for kind in args.only):
            by_kind[question.kind].append(question)
    answers: dict[str, list[Any]] = {}
    for kind, asked in by_kind.items():
        for question in asked[:WARMING]:
            ask(workspace, question, root)
        wall, cpu = [], []
        for question in asked:
            began, used = time.perf_counter(), time.process_time()
            found = ask(workspace, question, root)
            wall.append((time.perf_counter() - began) * 1_000)
            cpu.append((time.process_time() - used) * 1_000)
            if args.slow and cpu[-1] > args.slow:
                print(f"  {cpu[-1]:,.0f} ms: {question.query.text!r}", flush=True)
            answers[f"{kind}: {question.query.text}"] = found
        print(f"| {root.name} | {status.chunks:,} | {kind} | {len(asked)} | {cell(wall)} | {cell(cpu)} |", flush=True)
    return answers


def compare(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> None:
    """Print which questions are answered otherwise."""
    both = before.keys() & after.keys()
    other = sorted(key for key in both if before[key] != after[key])
    print(f"{len(both):,} questions asked before, {len(other)} answered otherwise")
    for key in other:
        print(f"  {key}\n    {before[key][:3]}\n    {after[key][:3]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--only", nargs="*", default=[], help="kinds, by their beginning")
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--slow", type=float, help="name the questions that take more CPU milliseconds")
    args = parser.parse_args()
    print(
        "| folder | chunks | kind | questions | wall p50 / p95 ms | CPU p50 / p95 ms |\n|---|---:|---|---:|---:|---:|"
    )
    answers: dict[str, list[Any]] = {}
    for folder in args.folders:
        workspace = Workspace(Settings())
        workspace.add_folder(folder)
        workspace.start()
        answers |= {f"{folder.name}: {key}": found for key, found in measure(workspace, folder, args).items()}
        workspace.close()
    if args.answers and args.answers.exists():
        compare(json.loads(args.answers.read_text()), answers)
    elif args.answers:
        args.answers.write_text(json.dumps(answers))


if __name__ == "__main__":
    main()
