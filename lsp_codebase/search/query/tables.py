"""Tables of words in the files beside this module; lines that begin with "#" are remarks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


def table(name: str) -> list[str]:
    """Return the lines of a file."""
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def word_list(name: str) -> frozenset[str]:
    """Return the words of a list of `words.tsv`."""
    return _lists()[name]


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, words in (line.split("\t") for line in table("words.tsv")):
        found[name] = found.get(name, frozenset()).union(words.split())
    return found
