"""The channel of callees: a query for the callees of a definition is led by it, then by these."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.calls import MOST_DEFINITIONS
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.call_graph.members import members_outside, stands_in
from lsp_codebase.search.intents.names.asked_names import (
    FEW_WORDS,
    AskedName,
    asked_name,
    definitions_meant,
    whole_questions,
)
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_PIECES = 10
_MOST_CALLED = 100  # are put in order

_NAME = rf"(?P<name>{FEW_WORDS})"
_FUNCTIONS = r"(?:\w+\s+){0,2}(?:class|function|helper|macro|method|model|module|procedure|routine)(?:e?s)?"
_HOW = r"(?:\s+(?:directly|internally))?"
_IN = r"(?:by|from|in|inside|within)"
_FRAMES = whole_questions(
    rf"(?:who|what|which)(?:\s+\w+){{0,3}}\s+(?:do|does)\s+{_NAME}{_HOW}\s+(?:call|invoke){_HOW}",
    rf"(?:what|which)\s+{_FUNCTIONS}\s+(?:do|does)\s+{_NAME}\s+use",
    rf"(?:what|which)\s+(?:other\s+)?calls\s+(?:do|does)\s+{_NAME}\s+make",
    rf"(?:(?:what|which)\s+)?{_FUNCTIONS}\s+(?:(?:that|which)\s+)?(?:(?:are|get|gets|is)\s+)?"
    rf"(?:called|invoked|used)\s+{_IN}\s+{_NAME}",
    rf"what(?:\s+else)?\s+(?:gets|is)\s+(?:called|invoked)\s+{_IN}\s+{_NAME}",
    rf"(?:what|everything|(?:which\s+)?{_FUNCTIONS})\s+(?:that\s+)?{_NAME}\s+(?:calls|invokes)",
    rf"(?:callees|outgoing\s+calls)\s+(?:of|{_IN})\s+{_NAME}",
    rf"(?:function\s+|method\s+)?calls\s+(?:made\s+)?{_IN}\s+{_NAME}",
    rf"{_NAME}\s+callees",
    rf"(?:what|which)(?:\s+\w+){{0,2}}\s+(?:do|does)\s+{_NAME}\s+depend\s+on",
    rf"(?:(?:what|which\s+\w+)\s+(?:are|is)\s+)?(?:\w+\s+)?upstream\s+of\s+{_NAME}",
    before=r"(?:(?:find|give|list|show|tell)\s+)?(?:me\s+)?(?:all\s+)?(?:the\s+)?",
)


def asked_caller(text: str) -> AskedName | None:
    """Return the name whose callees a query asks for. A word with an article is surely of prose."""
    for frame in _FRAMES:
        asked = frame.fullmatch(text)
        named = asked_name(asked["name"]) if asked else None
        if named is not None and not (named.is_word and named.has_article):
            return named
    return None


def callees_of(question: Question, asked: AskedName) -> list[Piece]:
    """Return the definition whose callees a query asks for, then these callees: code before tests.

    The body comes first, since it shows calls of libraries, too. Of a name in code and in tests, that in code is meant,
    and of a type and its constructor the type. Its members call for it, in any file.
    """
    names = question.names

    def prior_of(match: SymbolMatch) -> float:
        return question.prior_at(match.path, match.symbol.span.start_line)

    meant = bodies_meant(question, asked)
    bodies = [match for match in meant if question.shows(match)] or meant
    likeliest = max(map(prior_of, bodies), default=0.0)
    likely = [match for match in bodies if prior_of(match) == likeliest]
    callers = ([match for match in likely if match.symbol.kind in HOLDERS] or likely)[:MOST_DEFINITIONS]
    own = callers + [member for caller in callers for member in members_outside(names, caller)]
    called = (match for one in own for match in question.calls.callees(one.path, one.symbol.span))
    others = (match for match in called if not stands_in(match, own))
    led = [*callers, *sorted(islice(others, _MOST_CALLED), key=prior_of, reverse=True)]
    passing = {(match.path, match.symbol.span): match for match in led if question.shows(match)}
    pieces = falling(definitions(names, [*passing.values()][:_MOST_PIECES]), SURE_SYMBOL_SCORE)
    return [replace(piece, signals={"callees": piece.score}) for piece in pieces]


def bodies_meant(question: Question, asked: AskedName) -> list[SymbolMatch]:
    """Return the definitions of a name that can call, best first."""
    meant = definitions_meant(question, asked.name, is_sure=asked.is_sure)
    return [match for match in meant if match.symbol.kind in CALLABLE | HOLDERS and not match.symbol.is_declaration]
