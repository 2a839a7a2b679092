"""The channel of markup: a pasted element, or a selector of one, leads to the code that writes it.

What a browser shows has other texts and more attributes than the code; its classes, ids and labels mostly stand there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lsp_codebase.parse import STYLES
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_LONGEST = 20_000  # characters
_MOST_VALUES = 6  # the longest ones are looked for
_MOST_CHUNKS = 100  # that hold one: of more it is no element in particular
_MOST_PIECES = 5
_FEWEST_CHARACTERS = 4

_ELEMENT = re.compile(r"\s*<[a-z][\w-]*(?:\s[^<>]*)?/?>")
_ATTRIBUTE = re.compile(
    r"\s(?:class|className|id|name|for|title|alt|placeholder|aria-label|aria-labelledby|data-[\w-]+|role)\s*=\s*"
    r"(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
_TAGS = "a|article|aside|body|button|div|footer|form|h[1-6]|header|i|img|input|label|li|main|nav|ol|option|p|section|select|small|span|svg|table|td|textarea|th|tr|ul"
_PART = r"(?:[.#][A-Za-z_-][\w-]*|\[[\w-]+(?:[~|^$*]?=(?:\"[^\"]*\"|'[^']*'|[\w-]+))?\]|::?[a-z-]+(?:\([^()]*\))?)"
_SIMPLE = rf"(?:(?:{_TAGS}){_PART}*|{_PART}+)"
_SELECTOR = re.compile(rf"{_SIMPLE}(?:(?:\s*[>+~]\s*|\s+){_SIMPLE})*")
_NAMED = re.compile(r"([.#])([A-Za-z_-][\w-]*)|\[([\w-]+)[~|^$*]?=[\"']?([^\"'\]]+)[\"']?\]")


def written_by(question: Question) -> list[Piece]:
    """Return the code that writes the element that a query is, or selects: the lines with most of its attributes."""
    values = sorted(dict.fromkeys(values_of(question.text)), key=lambda value: (-len(value), value))[:_MOST_VALUES]
    lines: Counter[tuple[str, int, int]] = Counter()
    chunks: dict[tuple[str, int], ChunkText] = {}
    for value in values:
        words = value.split()
        for chunk in question.few(question.holding(*words), _MOST_CHUNKS):
            if chunk.language in STYLES:
                continue
            for at, line in enumerate(chunk.lines):
                if own := _fit(line, value, words):
                    lines[chunk.path, chunk.start_line, at] += own
                    chunks[chunk.path, chunk.start_line] = chunk
    best = sorted(
        ((-own * question.prior(chunks[path, start]), path, start, at) for (path, start, at), own in lines.items())
    )
    first: dict[tuple[str, int], Piece] = {}
    for _, path, start, at in best:
        first.setdefault((path, start), line_piece(chunks[path, start], at, 1.0))
    return falling([*first.values()][:_MOST_PIECES], 1.0)


def values_of(text: str) -> Iterator[str]:
    """Yield the attributes of pasted elements, the classes of each as one value, or the names of a selector."""
    text = text.strip()
    if len(text) > _LONGEST:
        return
    if _ELEMENT.match(text):
        values = (first or second for first, second in _ATTRIBUTE.findall(text))
        yield from (" ".join(value.split()) for value in values if len(value) >= _FEWEST_CHARACTERS)
    elif _SELECTOR.fullmatch(text) and ("-" in text or " " in text or text.count(".") > 1):
        for part in re.split(r"[\s>+~]+", text):
            named = [*_NAMED.finditer(part)]
            classes = " ".join(one[2] for one in named if one[1] == ".")
            others = (one[4] or one[2] for one in named if one[1] != ".")
            yield from (value for value in (classes, *others) if len(value) >= _FEWEST_CHARACTERS)


def _fit(line: str, value: str, words: list[str]) -> int:
    """Return how well a line writes an attribute: in quotes just so, or with all of its words."""
    if any(f"{quote}{value}{quote}" in line for quote in "\"'`"):
        return 2 * len(value)
    is_held = all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line) for word in words)
    return len(value) if is_held and any(quote in line for quote in "\"'`") else 0
