"""Put questions as people type and say them: with the name of the project, in small letters, with a slip, by voice.

    python -m tests.benchmarks.questions.typed OUT TYPED --way WAY [--only NAME...]

Ways of `said.jsonl` were written by a language model, one for each of 600 questions of the split `training`: in chat,
by voice, by one who speaks little English, without any term, with a story around, with a wrong assumption.
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
_SAID_OTHERWISE = Path(__file__).with_name("said.jsonl")
_SHORT = {
    "about": "abt",
    "and": "&",
    "because": "b/c",
    "before": "b4",
    "between": "btwn",
    "should": "shld",
    "with": "w/",
}
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


def _in_chat(question: str) -> str:
    return " ".join(_SHORT.get(word, word) for word in question.split(" "))


def said_otherwise() -> Mapping[str, Mapping[str, str]]:
    """Return for each way of saying the questions that were written so, by their ids."""
    ways: dict[str, dict[str, str]] = {}
    for line in _SAID_OTHERWISE.read_text("utf-8").splitlines():
        row = json.loads(line)
        ways.setdefault(row["way"], {})[row["id"]] = row["query"]
    return ways


def _at_end(question: str, words: str) -> str:
    return f"{question.rstrip('?. ')} {words}{'?' if question.endswith('?') else ''}"


WAYS: Mapping[str, Callable[[Row], str]] = {
    "project": lambda row: f"{row['repository'].lower()} {row['query']}",
    "in-project": lambda row: f"In {row['repository'].lower()}, {row['query']}",
    "language": lambda row: f"{_language(row)} {row['query']}",
    "in-language": lambda row: _at_end(row["query"], f"in {_language(row)}"),
    "chat": lambda row: _in_chat(row["query"]),
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
    otherwise = said_otherwise()
    parser.add_argument("--way", choices=[*WAYS, *otherwise], required=True)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    args = parser.parse_args()
    said = otherwise.get(args.way)
    beside(args.out, args.typed)
    (args.typed / "queries").mkdir(exist_ok=True)
    for file in sorted((args.out / "queries").glob("*.jsonl")):
        if file.stem in (args.only or [file.stem]):
            rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            if said is not None:
                rows = [{**row, "query": said[row["id"]]} for row in rows if row["id"] in said]
            made = (json.dumps(row) + "\n" for row in (typed(rows, WAYS[args.way]) if said is None else rows))
            (args.typed / "queries" / file.name).write_text("".join(made), "utf-8")


if __name__ == "__main__":
    main()
