"""The channel of described tests: `Cart › total › is zero`, as reports of tests name one, leads to that test."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.intents.pieces import definition_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.symbols import SymbolPattern, find_exact

_MOST_PIECES = 5
_LONGEST = 500  # characters
_MOST_WORDS = 40

_DESCRIBING = frozenset({"javascript", "jsx", "ruby", "tsx", "typescript"})
"""Languages in which a test is called by a text."""
_BEFORE = re.compile(r"\A\s*(?:(?:FAIL(?:ED|URE)?|PASS(?:ED)?|(?:not\s+)?ok\s+\d+|\d+\)|[^\w\s\"'`(<\[{$@#/.])\s+)*")
_BEHIND = re.compile(r"(?:\s+(?:FAILED|PASSED|SKIPPED)|\s+\([^()]*\)|\(\))*\s*\Z")
_JOINT = re.compile(r"\s+[>›»→]\s+")
_IS_FILE = re.compile(r"\S+[/\\]\S+|\S+\.\w{1,4}")
_LETTERS = re.compile(r"[\W_]+")


def described_tests(question: Question) -> list[Piece]:
    """Return the tests with the description that is all of a query, behind at least one description around them."""
    text = question.text.strip()
    if "\n" in text or len(text) > _LONGEST or question.understood.is_question:
        return []
    text = _BEHIND.sub("", _BEFORE.sub("", text))
    parts = _JOINT.split(text)
    found = _of_parts(question, parts) if len(parts) > 1 else _of_words(question, text.split())
    return falling([definition_piece(match, question.names) for match in found[:_MOST_PIECES]], 1.0)


def _of_parts(question: Question, parts: Sequence[str]) -> list[SymbolMatch]:
    """Return what is described by the last part, inside what is described by the one before, unless that is a file."""
    around = _letters(re.split(r"[.:]", parts[-2])[-1])
    is_file = _IS_FILE.fullmatch(parts[-2]) is not None
    found = _called(question, parts[-1])
    return [one for one in found if around == _letters(one.symbol.container.rpartition(".")[2])] or [
        one for one in found if is_file and one.path.endswith(parts[-2].lstrip("./"))
    ]


def _of_words(question: Question, words: Sequence[str]) -> list[SymbolMatch]:
    """Return what is described by the last words, inside what is described by the first ones."""
    if not 3 <= len(words) <= _MOST_WORDS or _DESCRIBING.isdisjoint(question.languages):
        return []
    letters = [_letters(word) for word in words]
    for first in range(1, len(words) - 1):
        described = "".join(letters[first:])
        if described and question.names.is_spelled(described):
            around = "".join(letters[:first])
            found = [
                one
                for one in _called(question, " ".join(words[first:]))
                if one.language in _DESCRIBING and _letters(one.symbol.container).endswith(around)
            ]
            if found:
                return found
    return []


def _called(question: Question, name: str) -> list[SymbolMatch]:
    found = find_exact(question.names, SymbolPattern(name), limit=_MOST_WORDS, context=question.context)
    return [one for one in found if one.symbol.name == name]


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).lower()
