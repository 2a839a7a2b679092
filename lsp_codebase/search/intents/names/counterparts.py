"""The channel of counterparts: "which serializer belongs to Cart": `CartSerializer`, or `serializers/cart.py`."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.parse import joined, split_identifier, stem, word_parts
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE, spelled
from lsp_codebase.search.intents.pieces import definition_piece, heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.results.repeats import apart

_MOST_DEFINITIONS = 5
_FEWEST_LETTERS = 3  # of a kind

_KIND = r"(?P<kind>[A-Za-z]+(?:\s+[A-Za-z]+)?)"
_NAME = r"(?:the\s+)?[`'\"]?(?P<name>[^\W\d]\w*(?:\s+\w+)??)[`'\"]?"
_OWNER = r"(?:class|component|entity|interface|model|resource|table|type)"
_HAS = (
    r"(?:belongs?\s+to|corresponds?\s+to|goes\s+with|handles|is\s+(?:(?:responsible|used)\s+)?(?:by|for|of)|presents|renders"
    r"|serializes|validates)"
)
_WHERE = r"(?:(?:find|show|where\s+is)\s+)?(?:the\s+)?"
_framed = reader(
    rf"(?:what|which)\s+{_KIND}\s+{_HAS}\s+{_NAME}(?:\s+{_OWNER})?",
    rf"{_WHERE}{_KIND}\s+(?:for|of)\s+{_NAME}\s+{_OWNER}",
    rf"{_WHERE}{_KIND}\s+(?:that|which)\s+{_HAS}\s+{_NAME}(?:\s+{_OWNER})?",
)
_of_name = reader(
    rf"{_WHERE}{_KIND}\s+(?:for|of)\s+{_NAME}(?:\s+in\s+(?:the\s+)?(?:specs|tests))?",
)
_MAKERS = frozenset("builder factory fabricator fixture generator mailer mock serializer stub".split())
"""Kinds of code that is called after what it is of: what they are of may be plain words."""


class Counterpart(NamedTuple):
    """What a question asks for, such as a serializer, and the name that it belongs to."""

    kind: str
    name: str


def asked_counterpart(text: str) -> Counterpart | None:
    """Return the kind of counterpart that a query asks for, and of what."""
    framed = _framed(text)
    asked = framed or _of_name(text)
    if asked is None or len(asked["kind"]) < _FEWEST_LETTERS:
        return None
    kind, name = asked["kind"].lower(), asked["name"]
    named = asked_name(name)
    is_meant = framed is not None or (named is not None and named.is_sure) or kind in _MAKERS
    return Counterpart(kind, name) if is_meant and STOP_WORDS.isdisjoint(f"{kind} {name}".lower().split()) else None


def counterparts_of(question: Question, asked: Counterpart) -> list[Piece]:
    """Return the definitions called after the name and the kind, then files of the name in a folder of the kind."""
    pieces: list[Piece] = []
    for kind in dict.fromkeys((asked.kind, asked.kind.split()[-1])):  # "API resource" is perhaps but a resource
        names = dict.fromkeys((asked.name, asked.name.removesuffix("s")))
        both = [words for name in names for words in (f"{name} {kind}", f"{kind} {name}")]
        found = [match for words in both for match in spelled(question, words, _MOST_DEFINITIONS)]
        pieces += [definition_piece(match, question.names) for match in found]
        pieces += _in_folder(question, asked._replace(kind=kind))
    return falling(apart(pieces), SURE_SYMBOL_SCORE)


def _in_folder(question: Question, asked: Counterpart) -> list[Piece]:
    """Return the heads of the files that are called as the name, one or several, in a folder called as the kind."""
    kind, name, parts = _stems(asked.kind), _stems(asked.name), split_identifier(asked.name)
    called = []
    for record in question.files(rf"/[^/]*{re.escape(parts[0][:3])}[^/]*$") if parts else ():  # it may be called `_`
        *folders, file_name = record.path.split("/")
        if _stems(file_name.partition(".")[0]) == name and kind in map(_stems, folders):
            called.append(record)
    return heads(question.corpus, question.likeliest(called))


def _stems(words: str) -> str:
    return joined([stem(part) for part in word_parts(words)])
