"""Lay out the repositories that the written questions are about, for `score`.

    python -m tests.benchmarks.questions.written MIRRORS OUT [--only NAME...]

`written.jsonl` holds questions that a language model wrote while it read the code with grep alone, 13 of each
repository: what a developer asks of code that is new to them, and the places that answer. MIRRORS and OUT are as those
of `make`; give each its own OUT.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lsp_codebase.parse import detect_language

from .repository import Source, clone_of, lay_out

LIST = Path(__file__).with_name("written.jsonl")
Row = Mapping[str, Any]


def written() -> dict[Source, list[Row]]:
    """Return the questions of each repository."""
    found: dict[Source, list[Row]] = defaultdict(list)
    for row in map(json.loads, LIST.read_text("utf-8").splitlines()):
        found[Source(row["url"], row["snapshot"], row["snapshot"], row["split"], ())].append(row)
    return found


def query_rows(source: Source, questions: Sequence[Row]) -> list[Row]:
    """Return questions as `score` reads them."""
    return [
        {
            "id": f"{source.name}/{row['kind']}/{number}",
            "kind": row["kind"],
            "split": source.split,
            "repository": source.name,
            "language": detect_language(row["answers"][0]["path"]),
            "query": row["query"],
            "answers": row["answers"],
            "source": source.url,
        }
        for number, row in enumerate(questions, 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    args = parser.parse_args()
    trees, queries = (args.out.resolve() / name for name in ("trees", "queries"))
    for folder in (trees, queries):
        folder.mkdir(parents=True, exist_ok=True)
    for source, questions in written().items():
        if source.name in (args.only or [source.name]):
            shutil.rmtree(trees / source.name, ignore_errors=True)
            lay_out(clone_of(args.mirrors, source), source.snapshot, trees / source.name)
            rows = query_rows(source, questions)
            (queries / f"{source.name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
            print(source.name, source.split, len(rows), flush=True)


if __name__ == "__main__":
    main()
