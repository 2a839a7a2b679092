"""The channel of additions: "how do I add a new theme event" is led by `ThemeEvents`, where the others are.

So it is by the part of a document that tells how: "Adding theme events".
"""

from __future__ import annotations

import re
from dataclasses import replace

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier, stem, word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.symbols import find

_MOST_FOUND = 100
_FEWEST_WORDS = 2  # of the thing: much is an "option" or a "command"
_MOST_GUIDES = 2
_MOST_PLACES = 5  # more say that the name means no one thing

_ADD = r"(?:add|create|define|declare|implement|introduce|make|register|support|write)"
_ONE = r"(?:(?:(?:an|my|our)?\s*(?:additional|another|custom|further|new|own)|an?|one\s+more)\s+)+"
_THING = (
    r"(?P<thing>\w+(?:[\s-]\w+){0,3}?)"
    r"(?:\s+to\s+the\s+\w+|\s*(?:\b(?:as|for|from|in|into|on|so|that|to|which|with)\b).*)?"
)
_I = r"(?:I|one|someone|we|you)"
asked_addition = reader(
    rf"(?:how|where)\s+(?:can|could|do|does|must|should|to|would)\s+(?:{_I}\s+)?{_ADD}\s+{_ONE}{_THING}",
    rf"(?:(?:what|which\s+files|where)\s+(?:all\s+)?(?:do|does|must|should)\s+{_I}\s+(?:(?:have|need)\s+to\s+)?"
    rf"(?:change|do|edit|modify|touch|update)|what\s+(?:must|has\s+to|needs\s+to)\s+(?:be\s+changed|change))\s+"
    rf"(?:in\s+order\s+)?(?:to|when)\s+(?:{_I}\s+)?{_ADD}(?:ing)?\s+{_ONE}{_THING}",
    rf"(?:steps|checklist)\s+(?:for|to)\s+{_ADD}(?:ing)?\s+{_ONE}{_THING}",
    rf"{_ADD}(?:ing)?\s+{_ONE}(?P<thing>\w+(?:[\s-]\w+)?)",
    longest=200,
)
_SORT_OF = re.compile(r"(kind|sort|type)\s+of\s+(.+)", re.IGNORECASE)
_LISTING = frozenset("enum id ids key keys kind kinds list map name names registry set sort table type types".split())
"""Words that names of lists of things have beside the thing: `EventType`, `EVENT_NAMES`."""
_DOCUMENTS = frozenset({"markdown", "org", "rst"})
_TELLS_HOW = re.compile(
    r"(?:[\d.)]+\s+)?(?:how\s+(?:do\s+I|to)\s+)?"
    r"(?:(?:add|creat|defin|develop|implement|introduc|mak|register|support|writ)(?:e|ing)?|(?:a\s+)?new)\s+(?P<thing>.+)",
    re.IGNORECASE,
)
"""A heading: "How to add a payment provider", "3. Adding a payment provider", "New payment provider"."""
_KINDS = HOLDERS | {SymbolKind.Constant, SymbolKind.Object, SymbolKind.Variable}


def place_of_new(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the types and lists called like the thing that someone wants to add, and what documents tell of that."""
    thing = word_parts(_SORT_OF.sub(r"\2 \1", asked["thing"]))
    found = question.find("".join(thing), _MOST_FOUND) if len(thing) >= _FEWEST_WORDS else []
    called = [one for one in found if one.symbol.kind in _KINDS and _lists(one, thing) and question.is_main(one)]
    called.sort(key=lambda match: split_identifier(match.symbol.name) == thing)
    if len(called) > _MOST_PLACES:
        called = []
    return falling(definitions(question.names, [*called, *_guides(question, thing)]), SURE_SYMBOL_SCORE)


def _guides(question: Question, thing: list[str]) -> list[SymbolMatch]:
    """Return the headings that say how such a thing is added, those of the likeliest documents."""
    context = replace(question.context, languages=_DOCUMENTS)
    headings = find(question.names, " ".join(thing), limit=_MOST_FOUND, context=context, cancel=question.cancel)
    wanted = [*map(stem, thing)]
    telling = [one for one in headings if (told := _TELLS_HOW.match(one.symbol.name)) and _names(told["thing"], wanted)]
    telling.sort(key=lambda match: (-question.prior(match), match.path.count("/")))
    return [*{match.symbol.name: match for match in reversed(telling)}.values()][::-1][:_MOST_GUIDES]


def _names(heading: str, wanted: list[str]) -> bool:
    """Whether a part of a heading names a thing, by the stems of its words."""
    stems = [*map(stem, word_parts(heading))]
    return any(stems[at : at + len(wanted)] == wanted for at in range(len(stems)))


def _lists(match: SymbolMatch, thing: list[str]) -> bool:
    """Whether a name is that of the thing, in the plural or with a word of lists."""
    parts = split_identifier(match.symbol.name)
    own, others = parts[: len(thing)], parts[len(thing) :]
    return own[:-1] == thing[:-1] and own[-1:] in ([thing[-1]], [f"{thing[-1]}s"]) and _LISTING.issuperset(others)
