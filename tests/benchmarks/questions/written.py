"""Lay out the repositories that the written questions are about, for `score`.

    python -m tests.benchmarks.questions.written MIRRORS OUT [--only NAME...] [--split SPLIT] [--join]

`written.jsonl` holds questions that a language model wrote while it read the code with grep alone: what a developer
asks of code that is new to them, and the places that answer. 13 are of each of 22 repositories; 32 to 65 of each of
those of the split `training`, which are laid out if asked for. So are those of `forms.jsonl`, of the split `forms`:
messages with values filled in, "who calls", variables of the environment, single words, traces; and those of
`asked.jsonl`, of the split `asked`: all forms in which developers and their agents ask or paste; and those of
`languages.jsonl`, of the split `languages`: what developers ask of 38 repositories in twenty languages, seldom and
often used; and those of `terse.jsonl`, of the split `terse`: keywords, guessed names, what people type into a search
engine, and short phrases. MIRRORS and OUT are as those of `make`; give each its own OUT. With `--join` the questions
are put behind those that `make` wrote there, and its trees stay as they are: for training.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from .candidate import Candidate
from .definitions import Answer
from .make import laid_out, queries_of, row_of, write_queries
from .repository import Source, clone_of

LIST = Path(__file__).with_name("written.jsonl")
OTHERS = [LIST.with_name(f"{split}.jsonl") for split in ("forms", "asked", "languages", "terse")]


def written(path: Path = LIST) -> dict[Source, list[Candidate]]:
    """Return the questions of each repository in a file."""
    found: dict[Source, list[Candidate]] = defaultdict(list)
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        source = Source(row["url"], row["snapshot"], row["snapshot"], row["split"], ())
        answers = tuple(Answer(**answer) for answer in row["answers"])
        found[source].append(Candidate(row["kind"], row["query"], answers, ""))
    return found


def join(out: Path, source: Source, questions: Iterable[Candidate]) -> int:
    """Put questions behind those that were made of a tree, without those whose place was left out of it."""
    tree, file = out / "trees" / source.name, queries_of(out, source)
    kept = [one for one in questions if all((tree / answer.path).exists() for answer in one.answers)]
    made = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    write_queries(out, source, [*made, *(row_of(one, source, f"w{number}") for number, one in enumerate(kept, 1))])
    return len(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--split", nargs="+", default=("development", "held"))
    parser.add_argument("--join", action="store_true", help="put them behind the questions that `make` wrote")
    args = parser.parse_args()
    out = args.out.resolve()
    for source, questions in chain.from_iterable(written(path).items() for path in (LIST, *OTHERS)):
        if source.split in args.split and source.name in (args.only or [source.name]):
            if args.join:
                print(source.name, source.split, join(out, source, questions), flush=True)
                continue
            laid_out(clone_of(args.mirrors, source), out, source)
            rows = [row_of(question, source, number) for number, question in enumerate(questions, 1)]
            write_queries(out, source, rows)
            print(source.name, source.split, len(rows), flush=True)


if __name__ == "__main__":
    main()
