"""Chinese words of programming and their English ones: identifiers are English even where questions are not.

The dictionary is `chinese.tsv`, read with the first Chinese question; longer words are found before those they contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_LEAST_KNOWN = 1 / 3  # of the characters of a Chinese question; of a Japanese one fewer are


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")


@cache
def _dictionary() -> tuple[dict[str, list[str]], int]:
    """Return the English words for each Chinese one, and the length of the longest."""
    lines = Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    english = {chinese: meant.split() for chinese, _, meant in pairs}
    return english, max(map(len, english))


def in_english(text: str) -> list[str]:
    """Return the English words for the Chinese ones of a text that are known, in their order, each once."""
    return list(dict.fromkeys(word for _, english in _known(text) for word in english))


def is_translated(word: str) -> bool:
    """Whether the English words for a word without blanks, which may be a whole sentence, say what it says."""
    return sum(len(chinese) for chinese, _ in _known(word)) >= max(_LEAST_KNOWN * len(word), 1)


def _known(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the Chinese words of a text that are known, in their order, with the English ones for each."""
    for run in _chinese().findall(text) if not text.isascii() else ():
        english, longest = _dictionary()
        at = 0
        while at < len(run):
            size = next((size for size in range(longest, 0, -1) if run[at : at + size] in english), 0)
            if size:
                yield run[at : at + size], english[run[at : at + size]]
            at += size or 1
