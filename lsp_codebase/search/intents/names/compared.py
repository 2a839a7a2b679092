"""The channel of comparisons: "difference between Cart and Basket", "fetch vs. pull" lead to both in turn."""

from __future__ import annotations

import re
from itertools import chain, zip_longest

from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.intents.names.asked_names import asked_name, definitions_meant, short_reader
from lsp_codebase.search.intents.pieces import definition_piece, distinct, heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_OF_EACH = 2

_ONE = r"(?P<one>\S+(?:\s+\S+){0,2}?)"
_OTHER = r"(?P<other>\S+(?:\s+\S+){0,2}?)"
_compared = short_reader(
    rf"(?:(?:explain|show|what\s+(?:are|is)|what's)\s+)?(?:the\s+)?differences?\s+(?:between|of)\s+{_ONE}\s+and\s+{_OTHER}",
    rf"{_ONE}\s+(?:vs\.?|versus)\s+{_OTHER}",
    rf"compare\s+{_ONE}\s+(?:against|and|to|with)\s+{_OTHER}",
    rf"how\s+(?:do(?:es)?|is)\s+{_ONE}\s+differ(?:ent)?\s+(?:from|to)\s+{_OTHER}",
    rf"how\s+(?:do|are)\s+{_ONE}\s+and\s+{_OTHER}\s+differ(?:ent)?",
)


def compared(question: Question) -> list[Piece]:
    """Return what both names of a comparison mean, in turn; nothing unless both mean something."""
    asked = _compared(question.text)
    sides = [_meant(question, asked[side].rstrip("?")) for side in ("one", "other")] if asked else []
    if not sides or not all(sides):
        return []
    return falling(distinct(filter(None, chain.from_iterable(zip_longest(*sides)))), 1.0)


def _meant(question: Question, said: str) -> list[Piece]:
    """Return what a name means: of a plain word the types, else the functions, else the files that are called so."""
    named = asked_name(said)
    if named is None or (named.is_word and named.has_article):
        return []
    found = definitions_meant(question, named.name, is_sure=named.is_sure)
    found = [one for one in found if question.shows(one) and question.is_main_code(one)]
    if named.is_word:
        types = [one for one in found if one.symbol.kind in HOLDERS]
        found = types or [one for one in found if one.symbol.kind in CALLABLE and not one.symbol.container]
    pieces = [definition_piece(one, question.names) for one in found]
    return (pieces or _files(question, named.name))[:_MOST_OF_EACH]


def _files(question: Question, word: str) -> list[Piece]:
    """Return the heads of the files of code whose names end with a word: `cmd_fetch.go`."""
    found = question.files(rf"(?:^|[/_.-]){re.escape(word)}\.\w+$")
    return heads(question.corpus, question.likeliest(one for one in found if question.is_main_code(one)))
