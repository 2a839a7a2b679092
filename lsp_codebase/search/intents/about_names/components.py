"""The channel of components: `<cart-row>` leads to the code that gives this tag its meaning, "template of the cart row
component" to the file beside that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from lsp_codebase.parse import word_parts
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.intents.names.asked_names import whole_questions
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import best_lines, definition_piece, heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.results.repeats import apart

_MOST_CHUNKS = 60  # that hold a tag in a string are read
_MOST_DEFINITIONS = 5
_path = attrgetter("path")

_PARTS = {
    "template": re.compile(
        r"\.(?:html?|hbs|mustache|pug|haml|slim|erb|ejs|twig|jinja2?|j2|njk|liquid|cshtml|razor|xaml|axaml|heex|leex)$"
    ),
    "styles": re.compile(r"\.(?:css|scss|sass|less|styl)$|\.css\.[jt]s$"),
    "stories": re.compile(r"\.stor(?:y|ies)\.\w+$"),
}
"""The files beside a component, by what people call them."""
_PART = (
    r"(?:(?P<template>(?:html|template|markup)(?:\s+file)?)|(?P<styles>style\s?sheet|(?:css|scss|styles?|styling)(?:\s+file)?)"
    r"|(?P<stories>(?:storybook\s+)?(?:story|stories)))"
)
_TAG = r"[`'\"]?</?(?P<tag>[A-Za-z][\w.-]*)\s*/?>[`'\"]?"
_HYPHENED = r"[`'\"]?(?P<hyphened>[a-z]\w*(?:-\w+)+)[`'\"]?"
_TYPE = r"(?P<type>[A-Z]\w*Component)"
_WORDS = r"(?P<words>[^\W\d]\w*(?:[\s-]+\w+){0,4}?)"
_COMPONENT = r"(?:(?:custom\s+)?element|component|directive|widget)"
_WHERE = r"(?:(?:find|show(?:\s+me)?|where(?:'s|\s+is|\s+are)|what(?:'s|\s+is|\s+are))\s+)?(?:the\s+)?"
_DEFINED = r"(?:\s+(?:declared|defined|implemented))?"
_OF_TAG = whole_questions(
    rf"{_WHERE}(?:(?:{_COMPONENT}|tag)\s+)?{_TAG}(?:\s+(?:{_COMPONENT}|tag))?{_DEFINED}",
    rf"{_WHERE}{_COMPONENT}\s+{_HYPHENED}{_DEFINED}",
    rf"{_WHERE}{_HYPHENED}\s+{_COMPONENT}{_DEFINED}",
    rf"(?:what|which\s+\w+)\s+(?:declares|defines|implements|provides)\s+(?:the\s+)?{_TAG}(?:\s+(?:{_COMPONENT}|tag))?",
)
_OF_PART = whole_questions(
    rf"(?:{_TAG}|{_TYPE})(?:\s+{_COMPONENT})?",
    rf"(?:{_HYPHENED}|{_WORDS})\s+{_COMPONENT}",
    before=rf"{_WHERE}{_PART}\s+(?:for|of)\s+(?:the\s+)?",
)
_GIVEN = (
    r"(?i:\b(?:selector|is|tag(?:_?name)?)\s*[:=]|(?:define|customElement|component|directive)\s*\()\s*[`'\"]"
    r"(?:[^`'\"]*,\s*)?{tag}(?:\s*,[^`'\"]*)?[`'\"]"
)
"""A line that gives a component its tag: a selector of Angular, an element of the browser, a component of Vue."""


class AskedComponent(NamedTuple):
    """A component by its tag, type or words, and the file beside it that is asked for, if one is."""

    name: str
    part: str = ""


def asked_component(text: str) -> AskedComponent | None:
    """Return the component that a query is about; None if it may be about anything else."""
    for frame in (*_OF_TAG, *_OF_PART):
        if asked := frame.fullmatch(text):
            said = asked.groupdict()
            name = next(said[form] for form in ("tag", "hyphened", "type", "words") if said.get(form))
            part = next((one for one in _PARTS if said.get(one)), "")
            is_name = "-" in name or name != name.lower() or part != ""  # `<div>` is no component
            return AskedComponent(name, part) if is_name and name.lower() not in STOP_WORDS else None
    return None


def components_of(question: Question, asked: AskedComponent) -> list[Piece]:
    """Return the code that defines the component of a query, or the file beside it that is asked for."""
    own = replace(question, filters=NO_FILTER) if asked.part else question
    pieces = apart([*_giving(own, asked.name), *_called(own, asked.name)])
    if asked.part:
        beside = dict.fromkeys(stem for piece in pieces for stem in _stems(piece.path))
        records = (one for stem in beside for one in sorted(question.files(rf"^{re.escape(stem)}\."), key=_path))
        pieces = heads(question.corpus, (one for one in records if _PARTS[asked.part].search(one.path)))
    return falling(pieces, 1.0)


def _giving(question: Question, tag: str) -> list[Piece]:
    """Return the code whose lines give a component this tag."""
    if "-" not in tag:
        return []
    given = re.compile(_GIVEN.replace("{tag}", re.escape(tag)))
    chunks = question.corpus.texts(question.quoting(tag)[:_MOST_CHUNKS])
    found = [one.piece for one in best_lines(chunks, lambda line: 0 if given.search(line) else None)]
    return sorted(found, key=lambda piece: (-question.prior(piece), piece.path))


def _called(question: Question, name: str) -> list[Piece]:
    """Return the definitions whose names are the words of a component, with "component" behind them or not."""
    words = " ".join(word_parts(name))
    called = (spelled(question, spelling, _MOST_DEFINITIONS) for spelling in (words, f"{words} component"))
    return [definition_piece(match, question.names) for matches in called for match in matches]


def _stems(path: str) -> Iterator[str]:
    """Yield a path up to the first dot of its file, and to the last."""
    folder, slash, name = path.rpartition("/")
    yield f"{folder}{slash}{name.partition('.')[0]}"
    yield path.rpartition(".")[0]
