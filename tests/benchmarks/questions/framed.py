"""Put questions into the words that people and agents write around them.

    python -m tests.benchmarks.questions.framed OUT FRAMED [--only NAME...] [--kind prompt]

OUT is a folder that `make` filled; FRAMED gets its questions of one line, each as it was and in a framing that a hash
chooses of `framings.jsonl`. These were written by a language model that saw neither code nor questions, and none of
them is among those that the product's words of asking were learned from (`training/requests.tsv`). A framing of the
kind `sentence` takes any question, the others a phrase with a verb: `third` as "renews sessions", `imperative` as
"renew sessions". With `--kind` all questions go into those of one kind: `prompt` and `odd prompt` have several lines,
as agents write them, and as none does.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsp_codebase.search.query.query_words import CHANGE_INTENT

from .in_forms import beside, number
from .make import queries_of, write_queries
from .repository import listed

FRAMINGS = Path(__file__).with_name("framings.jsonl")
_OF_COMMENTS = ("docstring", "file", "module")
_NO_VERBS = ("ss", "is", "us")


def framings() -> dict[str, list[str]]:
    """Return the framings by kind; `{}` stands for the question."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in map(json.loads, FRAMINGS.read_text("utf-8").splitlines()):
        found[row["kind"]].append(row["text"])
    return found


def kinds_for(kind: str, query: str) -> Iterator[str]:
    """Yield the kinds of framings that a question goes into, by its first word."""
    yield "sentence"
    first = query.split()[0].lower()
    if kind in _OF_COMMENTS and first.isalpha() and first.endswith("s") and not first.endswith(_NO_VERBS):
        yield "third"
    elif first in CHANGE_INTENT and not first.endswith(("ed", "s")):
        yield "imperative"


def framed(kind: str, framing: str, query: str) -> str:
    if "prompt" in kind:
        return framing.replace("{}", query)
    if kind == "sentence":
        return framing.replace("{}", query if query.endswith((".", "?", "!")) else f"{query}.")
    return framing.replace("{}", query[0].lower() + query[1:].rstrip("."))


def rows_of(
    rows: Sequence[Mapping[str, Any]], texts: Mapping[str, Sequence[str]], chosen: str | None
) -> Iterator[dict[str, Any]]:
    """Yield questions: bare, and in one framing of the `chosen` kind, or else the last that fits."""
    for row in rows:
        query = row["query"].strip()
        if row["kind"] == "report" or "\n" in query:
            continue
        yield {**row, "kind": "bare"}
        kind = chosen or [*kinds_for(row["kind"], query)][-1]
        text = framed(kind, texts[kind][number(row["id"]) % len(texts[kind])], query)
        yield {**row, "id": f"{row['id']}/{kind}", "kind": kind, "query": text}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("framed", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--kind", choices=("prompt", "odd prompt"))
    args = parser.parse_args()
    beside(args.out, args.framed)
    texts = framings()
    for source in listed():
        asked = queries_of(args.out, source)
        if asked.exists() and source.name in (args.only or [source.name]):
            rows = [json.loads(line) for line in asked.read_text("utf-8").splitlines()]
            write_queries(args.framed, source, rows_of(rows, texts, args.kind))


if __name__ == "__main__":
    main()
