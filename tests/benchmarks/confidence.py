"""How often the confidence of an answer is right: made queries, and any with known answers, by tree and kind.

    python tests/benchmarks/confidence.py TREES [--made FILE] [--queries FOLDER] [--model none] [--only TREE ...]

TREES holds one checkout `<tree>-...` for each tree that the made queries name, those of `confidence_queries.tsv` or of
FILE; nonsense is asked of all of them. FOLDER holds `<tree>.jsonl` files, one query a line (`kind`, `query`,
`relevant`: path). An answer is right if one of its ten hits lies in a right file; there is none to nonsense.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Confidence, SearchQuery
from lsp_codebase.workspace import Workspace

MADE = Path(__file__).with_name("confidence_queries.tsv")
HITS = 10


class Asked(NamedTuple):
    """A query and how the paths of right answers begin; empty for nonsense."""

    kind: str
    right: tuple[str, ...]
    text: str


def made(file: Path, tree: str) -> Iterator[Asked]:
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            of, kind, right, text = line.split("\t")
            if of in (tree, "*"):
                yield Asked(kind, tuple(filter(None, right.split("|"))), text)


def known(file: Path) -> Iterator[Asked]:
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        query = json.loads(line)
        yield Asked(f"known {query['kind']}", tuple(target["path"] for target in query["relevant"]), query["query"])


def ask(root: Path, asked: Sequence[Asked], model: str) -> Iterator[tuple[str, Confidence]]:
    """Yield the kind of each query, with whether it was answered, and the confidence."""
    workspace = Workspace(Settings(embedding_model=model))
    workspace.add_folder(root)
    workspace.start()
    workspace.find(root).wait_until_idle(CancelToken())
    for query in asked:
        answer = workspace.search(SearchQuery(query.text, limit=HITS), CancelToken())
        paths = [hit.path.relative_to(root).as_posix() for hit in answer.hits]
        is_right = any(path.startswith(query.right) for path in paths)
        outcome = "" if not query.right else ", right" if is_right else ", not right"
        yield query.kind + outcome, answer.confidence
    workspace.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--made", type=Path, default=MADE)
    parser.add_argument("--queries", type=Path)
    parser.add_argument("--model", default="builtin")
    parser.add_argument("--only", nargs="*", default=[])
    args = parser.parse_args()
    counts: defaultdict[str, Counter[Confidence]] = defaultdict(Counter)
    for root in sorted(path for path in args.trees.iterdir() if path.is_dir()):
        tree = root.name.split("-")[0]
        if args.only and tree not in args.only:
            continue
        asked = [*made(args.made, tree), *(known(args.queries / f"{tree}.jsonl") if args.queries else ())]
        for kind, confidence in ask(root, asked, args.model):
            counts[kind][confidence] += 1
    print("| query | " + " | ".join(one.value for one in Confidence) + " |\n|---|---:|---:|---:|")
    for kind, own in sorted(counts.items()):
        print(f"| {kind} | " + " | ".join(str(own[one]) for one in Confidence) + " |")


if __name__ == "__main__":
    main()
