"""Chinese words of programming and their English ones: identifiers are English even where questions are not.

The dictionary is `chinese.tsv`, read with the first Chinese question; longer words are found before those they contain.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")


@cache
def _dictionary() -> tuple[dict[str, list[str]], int]:
    """Return the English words for each Chinese one, and the length of the longest."""
    lines = Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    english = {chinese: meant.split() for chinese, _, meant in pairs}
    return english, max(map(len, english))


def in_english(text: str) -> list[str]:
    """Return the English words for the Chinese ones of a text that are known, in their order, each once."""
    found: dict[str, None] = {}
    for run in _CHINESE.findall(text):
        english, longest = _dictionary()
        at = 0
        while at < len(run):
            known = next((size for size in range(longest, 0, -1) if run[at : at + size] in english), 0)
            if known:
                found.update(dict.fromkeys(english[run[at : at + known]]))
            at += known or 1
    return list(found)
