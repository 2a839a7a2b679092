"""What a request is about, without the way of asking: "I am new here. Find the code for this: ..., and be brief."

People and agents write to a search as they write to one another. Their words of courtesy, of the task and of the answer
that they want meet code by chance. `asking.tsv` says of each such word how much likelier it is around what is asked for
than in it (a logarithm). Where these outweigh the others, an opening or an end is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise

from lsp_codebase.search.query.prompt import topic_of
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.query.tables import table
from lsp_codebase.search.query.translation import Stands

_WORD = re.compile(r"\w(?:[\w./:'-]*\w)?")
_PLAIN = re.compile(r"[A-Z]?[a-z]+(?:'[a-z]+)?|[A-Z]+|\d+|\w+(?:-\w+)+")
_BLANK = re.compile(r"\s")
_TOLD, _NAME = -2.5, -8.0  # the worth of a word of what is asked for, and of a name of code
_UNKNOWN = -1.0  # and, in a prompt, of a word that stands nowhere
_FEWEST_TOLD = 2
_MOST_WORDS = 150

# A cut must outweigh so much: little where a sentence or clause ends, more amid one.
_AT_END, _AT_COMMA, _AT_JOINT, _AMID = 1.0, 2.0, 2.0, 6.0
_END = re.compile(r"[.!?:;][\"')*_]*\s|\n|\s-+>?\s")
_JOINTS = frozenset({"for", "how", "me", "please", "that", "to", "when", "where", "which", "who", "you"})


def without_asking(text: str, stands: Stands | None = None) -> str:
    """Return a request without an opening and an end that only ask. `stands` tells which words are in the code."""
    words = [*_WORD.finditer(text)]
    if not _FEWEST_TOLD < len(words) <= _MOST_WORDS:
        return text
    if "\n" in text.strip() and (topic := topic_of(text, lambda part: _worths(part, stands))):
        text, words = topic, [*_WORD.finditer(topic)]
    worths = [_worth(word[0], stands) for word in words]
    first, end = _told(worths, [_cost(text, one, other) for one, other in pairwise(words)])
    if sum(worth <= _TOLD for worth in worths[first:end]) < _FEWEST_TOLD:
        return text
    start = words[first].start() if first else 0
    blank = _BLANK.search(text, words[end - 1].end()) if end < len(words) else None
    return text[start : blank.start()].strip() if blank else text[start:]


def _told(worths: Sequence[float], costs: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Return the first word and the end of what is told, so that most asking stands before and behind.

    Of each two words `costs` says what it takes to cut an opening, or an end, between them.
    """
    sums = [*accumulate(worths)]
    openings = [0.0, *(total - cost for total, (cost, _) in zip(sums, costs, strict=False))]
    ends = [*(sums[-1] - total - cost for total, (_, cost) in zip(sums, costs, strict=False)), 0.0]
    best, told, first = 0.0, (0, len(worths)), 0
    for place, asking in enumerate(ends):
        first = max(first, place, key=openings.__getitem__)
        if openings[first] + asking > best:
            best, told = openings[first] + asking, (first, place + 1)
    return told


def _cost(text: str, one: re.Match[str], other: re.Match[str]) -> tuple[float, float]:
    gap = text[one.end() : other.start()]
    cost = _AT_END if _END.search(gap) else _AT_COMMA if "," in gap else _AMID
    return min(cost, _AT_JOINT) if one[0].lower() in _JOINTS else cost, cost


def _worth(word: str, stands: Stands | None) -> float:
    """Return how much a word is one of asking; nothing if it is little, or stands nowhere."""
    if not _PLAIN.fullmatch(word):
        return _NAME
    known = _asking().get(word.lower())
    if known is not None:
        return known
    return 0.0 if word.lower() in STOP_WORDS or (stands and not stands(word.lower())) else _TOLD


def _worths(text: str, stands: Stands | None) -> list[float]:
    """Return the worths of the words of a text, numbers aside; one that neither asks nor stands anywhere tells some."""
    words = (word[0] for word in _WORD.finditer(text) if not word[0][0].isdigit())
    return [_worth(word, stands) or (0.0 if word.lower() in STOP_WORDS else _UNKNOWN) for word in words]


@cache
def _asking() -> dict[str, float]:
    return {word: float(worth) for word, worth in (line.split("\t") for line in table("asking.tsv"))}
