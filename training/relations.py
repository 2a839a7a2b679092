"""Pairs that the records of one package imply: a test's name -> what it tests, a definition -> the one after it."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lsp_codebase.parse.tokens import split_identifier
from training.extract import SEED
from training.paths import is_test

Row = dict[str, str]
MOST_TESTED, MOST_NEIGHBOURS = 3_000, 2_000
_FEWEST_WORDS, _MOST_NAMESAKES = 2, 3
_IDENTIFIER = re.compile(r"[A-Za-z_]\w{3,}")
_FRAME = frozenset(("test", "tests", "testing", "should", "case", "spec", "bench", "benchmark", "example"))


def _words(name: str) -> list[str]:
    return [word for word in split_identifier(name) if word not in _FRAME]


def tested(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the words of each test's name with the definition that the test calls and is named after."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["kind"] in ("doc", "name") and not is_test(row["path"]):
            by_name[row["name"]].append(row)
    for row in rows:
        words = _words(row["name"])
        if row["kind"] not in ("doc", "name") or not is_test(row["path"]) or len(words) < _FEWEST_WORDS:
            continue
        called = dict.fromkeys(name for name in _IDENTIFIER.findall(row["code"]) if name in by_name)
        shared = {name: len(set(words).intersection(_words(name))) for name in called}
        best = max(shared, key=shared.__getitem__, default="")
        if best and shared[best] and len(by_name[best]) <= _MOST_NAMESAKES:
            sentence = " ".join([*words, *([row["sentence"]] if row["sentence"] else [])])
            yield {**by_name[best][0], "kind": "tested", "sentence": sentence, "doc": sentence}


def neighbours(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield definitions as queries for the definition that follows in the same place of the same file."""
    definitions = [row for row in rows if row["kind"] == "doc"]
    for first, second in pairwise(definitions):
        if first["path"] == second["path"] and first["container"] == second["container"]:
            yield {**second, "kind": "neighbour", "sentence": first["code"][:600], "doc": first["code"][:600]}


def implied(package: str, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield at most so many pairs of each kind of a package, the same ones every time."""
    for kind, pairs, most in (
        ("tested", list(tested(rows)), MOST_TESTED),
        ("neighbour", list(neighbours(rows)), MOST_NEIGHBOURS),
    ):
        chosen = random.Random(f"{SEED} {package} {kind}")
        yield from pairs if len(pairs) <= most else chosen.sample(pairs, most)
