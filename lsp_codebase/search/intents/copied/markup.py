"""The channel of markup: a pasted element, or a selector of one, leads to the code that writes it.

What a browser shows has other texts and more attributes than the code; its classes, ids and labels mostly stand there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lsp_codebase.parse import STYLES
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import distinct, line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_LONGEST = 20_000  # characters
_MOST_VALUES = 6  # the longest ones are looked for
_MOST_CHUNKS = 100  # that hold one: of more it is no element in particular
_MOST_PIECES = 5
_FEWEST_CHARACTERS = 4
_QUOTES = "\"'`"

_ELEMENT = re.compile(r"\s*<[a-z][\w-]*(?:\s[^<>]*)?/?>")
_TAG = re.compile(r"<([a-z][\w-]*)(\s[^<>]*)?>")
_ATTRIBUTE = re.compile(
    r"\s(?:class|className|id|name|for|title|alt|placeholder|aria-label|aria-labelledby|data-[\w-]+|role)\s*=\s*"
    r"(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
_TAGS = (
    "(?:a|article|aside|body|button|div|footer|form|h[1-6]|header|i|img|input|label|li|main|nav|ol|option|p|section"
    "|select|small|span|svg|table|td|textarea|th|tr|ul)"
)
_PART = r"(?:[.#][A-Za-z_-][\w-]*|\[[\w-]+(?:[~|^$*]?=(?:\"[^\"]*\"|'[^']*'|[\w-]+))?\]|::?[a-z-]+(?:\([^()]*\))?)"
_SIMPLE = rf"(?:{_TAGS}{_PART}*|{_PART}+)"
_SELECTOR = re.compile(rf"{_SIMPLE}(?:(?:\s*[>+~]\s*|\s+){_SIMPLE})*")
_NAMED = re.compile(r"([.#])([A-Za-z_-][\w-]*)|\[([\w-]+)[~|^$*]?=[\"']?([^\"'\]]+)[\"']?\]")


class Attribute(NamedTuple):
    """A value that an element has, classes as one, and its tag, "" if a selector names none."""

    tag: str
    value: str


def written_by(question: Question, attributes: Sequence[Attribute]) -> list[Piece]:
    """Return the code that writes an element: the lines with most of its attributes."""
    lines: Counter[tuple[str, int, int]] = Counter()
    chunks: dict[tuple[str, int], ChunkText] = {}
    for one in attributes:
        for chunk in question.few(question.holding(*one.value.split()), _MOST_CHUNKS):
            for at, line in enumerate(chunk.lines) if chunk.language not in STYLES else ():
                if own := _fit(line, one):
                    lines[chunk.path, chunk.start_line, at] += own
                    chunks[chunk.path, chunk.start_line] = chunk
    best = sorted(
        ((-own * question.prior(chunks[path, start]), path, start, at) for (path, start, at), own in lines.items())
    )
    pieces = distinct(line_piece(chunks[path, start], at, 1.0) for _, path, start, at in best)
    return falling(pieces[:_MOST_PIECES], 1.0)


def attributes_of(text: str) -> list[Attribute]:
    """Return the attributes of pasted elements, or those that a selector names: the longest ones, longest first."""
    return sorted(set(_attributes_of(text)), key=lambda one: (-len(one.value), one))[:_MOST_VALUES]


def _attributes_of(text: str) -> Iterator[Attribute]:
    text = text.strip()
    if len(text) > _LONGEST:
        return
    if _ELEMENT.match(text):
        for tag, inside in _TAG.findall(text):
            values = (" ".join((first or second).split()) for first, second in _ATTRIBUTE.findall(inside))
            yield from (Attribute(tag, value) for value in values if len(value) >= _FEWEST_CHARACTERS)
    elif _SELECTOR.fullmatch(text) and ("-" in text or " " in text or text.count(".") > 1):
        for part in re.split(r"[\s>+~]+", text):
            named, tag = [*_NAMED.finditer(part)], re.match(r"\w*", part)
            classes = " ".join(one[2] for one in named if one[1] == ".")
            names = [classes, *(one[4] or one[2] for one in named if one[1] != ".")]
            yield from (Attribute(tag[0] if tag else "", name) for name in names if len(name) >= _FEWEST_CHARACTERS)


def _fit(line: str, wanted: Attribute) -> int:
    """Return how well a line writes an attribute: in quotes just so, or with all of its words; best on this tag."""
    if not any(quote in line for quote in _QUOTES):
        return 0
    own = 2 if any(f"{quote}{wanted.value}{quote}" in line for quote in _QUOTES) else 1
    words = wanted.value.split()
    if own == 1 and not all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line) for word in words):
        return 0
    is_tagged = wanted.tag and re.search(rf"<{re.escape(wanted.tag)}(?![\w-])", line)
    return len(wanted.value) * (own + 2 if is_tagged else own)
