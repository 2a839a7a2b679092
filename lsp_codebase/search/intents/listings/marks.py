"""Marks of work left to do: "list all TODOs", "FIXMEs in the parser", "TODOs about arrows"."""

from __future__ import annotations

import re

from lsp_codebase.parse import CODE, tokenize, words
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.listings.asked_listing import words_of_scope
from lsp_codebase.search.intents.listings.groups import Group, in_scope
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.pieces import listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import STOP_WORDS

_MOST_CHUNKS = 8_000
_LINES_BELOW = 2  # of a mark, that go on with it
_MARK = r"(?P<mark>todo|fixme|hack|xxx)"
_COMMENTS = r"(?:annotation|comment|item|line|mark|marker|note|tag)s"
_SHOW = r"(?:(?:count|display|find|get|give|list|show)\s+(?:me\s+|us\s+)?|what\s+are\s+|where\s+are\s+)"
_ALL = r"(?:(?:all|every|any|open|remaining|the|our)\s+){0,3}"
_OF = (
    r"(?:\s+(?:in|inside|of|within|from|under)\s+(?:our\s+|the\s+|this\s+)?(?P<scope>[\w./:-]+(?:\s+[\w./:-]+){0,3}?))?"
)
_ABOUT = r"(?:\s+(?:about|concerning|for|mentioning|on|regarding|related\s+to)\s+(?P<about>\S+(?:\s+\S+){0,5}?))?"
_asked = short_reader(
    rf"{_SHOW}?{_ALL}{_MARK}s{_OF}{_ABOUT}",
    rf"{_SHOW}?{_ALL}{_MARK}(?:\s+{_COMMENTS}){_OF}{_ABOUT}",
    rf"{_SHOW}{_ALL}{_MARK}{_OF}{_ABOUT}",
    rf"{_SHOW}?{_ALL}(?:comments|lines|places)\s+(?:that\s+(?:have|say)|where\s+there\s+(?:are|is)|with)\s+(?:an?\s+)?{_MARK}s?{_OF}{_ABOUT}",
    rf"(?:how\s+many|what|which)\s+{_MARK}s\s+(?:are|exist)(?:\s+(?:there|left|open))?{_OF}{_ABOUT}",
)
_BEGUN = re.compile(r"^\s*(?:\*|#|;|%|--|/[/*])|\s(?://|#|--|/\*)\s|<!--")  # a comment


def marks(question: Question, text: str) -> Group | None:
    """Return the lines of comments with the mark that a query asks for, in its scope and about its words."""
    asked = _asked(text)
    if asked is None:
        return None
    mark = asked["mark"].upper()
    said = re.compile(rf"(?<![\w\"'`$.]){mark}(?![\w\"'`]|s\b)")
    about = set(tokenize(" ".join(word for word in words(asked["about"] or "") if word.lower() not in STOP_WORDS)))
    chunks = question.few(question.holding(mark.lower()), _MOST_CHUNKS)
    pieces = [piece for chunk in chunks for piece in _marked(question, chunk, said, about)]
    group = Group(pieces, f"lines with {mark}", is_sure=True)
    if scope := words_of_scope(asked["scope"] or ""):
        (group,) = in_scope([group], scope, asked["scope"] or "")
    return group if group.pieces else None


def _marked(question: Question, chunk: ChunkText, said: re.Pattern[str], about: set[str]) -> list[Piece]:
    if chunk.language not in CODE:
        return []
    lines = chunk.lines
    found: list[Piece] = []
    for at, line in enumerate(lines):
        mark = said.search(line)
        if mark is None or not _is_aside(question, chunk, at, line, mark.start()):
            continue
        if about <= {*tokenize("\n".join(lines[at : at + 1 + _LINES_BELOW]))}:
            found.append(listed_line(chunk, at))
    return found


def _is_aside(question: Question, chunk: ChunkText, at: int, line: str, column: int) -> bool:
    """Whether a mark stands in a comment, as its line may tell: else all of its file is read."""
    return _BEGUN.search(line, 0, column) is not None or question.calls.source(chunk.path).asides.hold(
        chunk.start_line + at, column
    )
