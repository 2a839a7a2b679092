"""What a prompt of several lines is about: one of them says it, or those behind labels, and the others only ask.

    # Task
    Answer a question for the agent that called you.
    # Question
    how are stale baskets removed
    # Output
    - file paths and line numbers

A report says more in each of its lines: it is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

_LABELS = (
    "ask|claim|description|feature|find|goal|idea|issue|item|job|locate|objective|problem|prompt|query|question|request"
    "|search|seeking|subject|target|task|title|topic|wanted"
)
_LABEL = rf"^[^\w\n]*(?:(?:\w+[ \t]+){{0,2}}(?:{_LABELS})(?:[ \t]+\w+){{0,3}}|what)"
_LABELLED = (
    re.compile(rf"{_LABEL}[\"'*_)\]`]*[ \t]*(?:[:=>→]|\.{{3,}}|-+>)[ \t]*(?P<topic>\S[^\n]*)$", re.I | re.M),
    re.compile(rf"{_LABEL}[^\w\n]*\n(?:[^\w\n]*\n)*(?P<topic>[^\w\n]*\w[^\n]*)$", re.I | re.M),
)
_LINE = re.compile(r"^(?P<topic>[^\n]*\w[^\n]*)$", re.M)
_OPENING = re.compile(r"[^\w`(\[<]+|<[\w-]+>|\[.\]\s")
_END = re.compile(r"(?:\s*(?:</[\w-]+>|[\"'*_,;}\]]))+\s*\Z")
_FEWEST_WORDS = 4  # besides the topic
_LEAST_TOLD = -5.0  # worth of a topic: two words tell

# How much the other words must ask, in the mean: less beside a label, since that says where the topic is.
_BESIDE_LABEL, _BESIDE_LINE = -0.8, -0.2


class _Line(NamedTuple):
    worth: float  # the sum of those of its words
    count: int  # of words
    text: str


def topic_of(text: str, worths: Callable[[str], list[float]]) -> str | None:
    """Return the lines of a prompt that say what it is about, None if there are none; `worths` tells those of words."""
    every = worths(text)
    labelled = _telling(_labelled(text), worths)
    likeliest = sorted(_telling(_LINE.finditer(text), worths))[:1]
    for topics, least in ((labelled, _BESIDE_LABEL), (likeliest, _BESIDE_LINE)):
        others = len(every) - sum(line.count for line in topics)
        worth = sum(every) - sum(line.worth for line in topics)
        if topics and others >= _FEWEST_WORDS and worth >= least * others:
            return "\n".join(_bare(line.text) for line in topics)
    return None


def _telling(found: Iterable[re.Match[str]], worths: Callable[[str], list[float]]) -> list[_Line]:
    """Return the topics that say something; one that ends with a colon only leads to the next."""
    said = dict.fromkeys(one["topic"] for one in found if not one["topic"].rstrip().endswith(":"))
    lines = (_Line(sum(own), len(own), line) for line, own in zip(said, map(worths, said), strict=True))
    return [line for line in lines if line.worth <= _LEAST_TOLD]


def _labelled(text: str) -> Iterator[re.Match[str]]:
    for label in _LABELLED:
        yield from label.finditer(text)


def _bare(line: str) -> str:
    """Return a line without the marks of a list, a quotation or an element around it."""
    bare = line.strip()
    while opening := _OPENING.match(bare):
        bare = bare[opening.end() :]
    return _END.sub("", bare)
