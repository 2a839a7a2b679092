"""Put questions as people type them: with the name of the project or the language, in small letters, with a slip.

    python -m tests.benchmarks.questions.typed OUT TYPED --way WAY [--only NAME...]

OUT is a folder that `make` or `written` filled; TYPED gets its questions of one line with their ids, so that `compare`
tells what the way of typing costs.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .in_forms import beside

Row = Mapping[str, Any]

_SAID = {"csharp": "c#", "cpp": "c++", "go": "golang"}  # as people type a language
_SHORTEST = 6  # letters of a word in which a slip happens


def _language(row: Row) -> str:
    return _SAID.get(row["language"], row["language"])


def with_slip(row: Row) -> str:
    """Return a question with two letters of a long word exchanged, or one of them missing or doubled."""
    chance, parts = random.Random(row["id"]), row["query"].split(" ")
    long = [place for place, word in enumerate(parts) if word.isalpha() and len(word) >= _SHORTEST]
    if long:
        place = chance.choice(long)
        word, at = parts[place], chance.randrange(1, len(parts[place]) - 2)
        slips = (word[at + 1] + word[at] + word[at + 2 :], word[at + 1 :], word[at] + word[at:])
        parts[place] = word[:at] + chance.choice(slips)
    return " ".join(parts)


def _at_end(question: str, words: str) -> str:
    return f"{question.rstrip('?. ')} {words}{'?' if question.endswith('?') else ''}"


WAYS: Mapping[str, Callable[[Row], str]] = {
    "project": lambda row: f"{row['repository'].lower()} {row['query']}",
    "in-project": lambda row: f"In {row['repository'].lower()}, {row['query']}",
    "language": lambda row: f"{_language(row)} {row['query']}",
    "in-language": lambda row: _at_end(row["query"], f"in {_language(row)}"),
    "small": lambda row: row["query"].lower(),
    "slip": with_slip,
}


def typed(rows: Sequence[Row], way: Callable[[Row], str]) -> Iterator[dict[str, Any]]:
    """Yield the questions of one line as they are typed."""
    for row in rows:
        if row["kind"] != "report" and "\n" not in row["query"].strip():
            yield {**row, "query": way({**row, "query": row["query"].strip()})}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("typed", type=Path)
    parser.add_argument("--way", choices=WAYS, required=True)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    args = parser.parse_args()
    beside(args.out, args.typed)
    (args.typed / "queries").mkdir(exist_ok=True)
    for file in sorted((args.out / "queries").glob("*.jsonl")):
        if file.stem in (args.only or [file.stem]):
            rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            made = (json.dumps(row) + "\n" for row in typed(rows, WAYS[args.way]))
            (args.typed / "queries" / file.name).write_text("".join(made), "utf-8")


if __name__ == "__main__":
    main()
