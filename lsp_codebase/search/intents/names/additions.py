"""The channel of additions: "how do I add a new theme event" is led by `ThemeEvents`, where the others are."""

from __future__ import annotations

import re

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier, word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_FOUND = 100
_FEWEST_WORDS = 2  # of the thing: much is an "option" or a "command"
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
_KINDS = HOLDERS | {SymbolKind.Constant, SymbolKind.Object, SymbolKind.Variable}


def place_of_new(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the types and lists called like the thing that someone wants to add; none if there are many."""
    thing = word_parts(_SORT_OF.sub(r"\2 \1", asked["thing"]))
    found = question.find("".join(thing), _MOST_FOUND) if len(thing) >= _FEWEST_WORDS else []
    called = [one for one in found if one.symbol.kind in _KINDS and _lists(one, thing) and question.prior(one) == 1.0]
    called.sort(key=lambda match: split_identifier(match.symbol.name) == thing)
    return falling(definitions(question.names, called), SURE_SYMBOL_SCORE) if len(called) <= _MOST_PLACES else []


def _lists(match: SymbolMatch, thing: list[str]) -> bool:
    """Whether a name is that of the thing, in the plural or with a word of lists."""
    parts = split_identifier(match.symbol.name)
    own, others = parts[: len(thing)], parts[len(thing) :]
    return own[:-1] == thing[:-1] and own[-1:] in ([thing[-1]], [f"{thing[-1]}s"]) and _LISTING.issuperset(others)
