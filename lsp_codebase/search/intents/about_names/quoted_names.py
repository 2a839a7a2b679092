"""The channel of names that code holds in quotes, a key, an event, a command, and of events that are types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.about_names.asked_uses import Asked
from lsp_codebase.search.intents.about_names.uses import uses_asked_for
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, asked_name, reader
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import best_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

MOST_CHUNKS = 60  # that may hold a name: more say that it is a word of messages
_MOST_PIECES = 5

_KEY = re.compile(r"[^\W\d]\w*(?:\.\w+)*")
_handled = reader(
    r"(?:(?:who|what|which\s+\w+)\s+(?:catch(?:es)?|consumes?|handles?|listens?\s+(?:for|to)|observes?|processe?s?"
    r"|(?:reacts?|subscribes?)\s+to)|(?:(?:find|list|show)\s+)?(?:all\s+)?(?:the\s+)?"
    rf"(?:(?:event\s+)?handlers?|listeners?|observers?|subscribers?)\s+(?:for|of))\s+({FEW_WORDS})",
    rf"where\s+is\s+({FEW_WORDS})\s+(?:caught|consumed|handled|processed)",
    rf"what\s+happens\s+(?:after|if|on|when)\s+({FEW_WORDS})"
    r"(?:\s+(?:is|was)\s+(?:dispatched|emitted|fired|published|raised|sent|thrown))?",
)
_defined = reader(
    rf"(?:what|which\s+\w+)\s+(?:defines|implements)\s+({FEW_WORDS})",
    rf"where\s+is\s+({FEW_WORDS})\s+(?:defined|implemented)",
)
_TAKES = re.compile(
    r"(?i)^\s*(?:@|case\b|def\b|when\b)|\b(?:bind|command|handle|listen|on|register|subscribe)\w*\s*\(|\brout\w*\.\w+\s*\("
)
"""A line that gives the meaning or the handler of a key in it: others only name it."""
_TAKES_TYPE = (
    r"(?i:\b\w{{0,40}}?(?:consum|handle|listen|observ|subscrib)\w{{0,40}}|\b@?on(?:_?[a-z]+)?)"
    r"(?:<|\(\s*(?!\s*new\b))(?:[\w@.]+[\s:*&]+){{0,4}}{name}\b"
    r"|\b(?i:case|catch|except|rescue|instanceof|isinstance|is|when)\b\W+(?:\w+\W+){{0,3}}?{name}\b"
    r"|[(,]\s*(?:@?\w+\s+){{0,3}}(?:\w+\s*:\s*)?[*&]?(?:\w+\.)?{name}\b(?:\s+[*&]?\w+|\s*)\s*(?:=[^=,()]*)?[,)]"
    r"[^;]{{0,200}}(?:[:{{]|->|=>|$)"
)
"""A line that takes an event or error of a type, to handle it, or as a parameter."""
_TAKES_CONSTANT = (
    r"(?i:\b(?:add_?(?:event_?)?listener|bind|case|command|handle|listen|on|register|subscribe|when)\w*)\W{{1,3}}"
    r"(?:\w+\.)*{name}(?!\w)"
)
"""A line that takes what a constant names: `registerCommand(KEY_ENTER, ...)`, `case KEY_ENTER:`."""
_TYPES = frozenset({SymbolKind.Class, SymbolKind.Enum, SymbolKind.EnumMember, SymbolKind.Interface, SymbolKind.Struct})
_of_command = reader(
    r"(?:(?:find|show|what\s+(?:does|is)|where\s+is|(?:definition|implementation)\s+of)\s+)?(?:the\s+)?(?:command\s+)?"
    r"`?:([A-Za-z][\w-]*)!?`?(?:\s+command)?(?:\s+(?:defined|do|handled|implemented))?"
)
_NAMES_COMMAND = re.compile(r"(?i)\b(?:cmd|command|name)\w*[\"']?\s*(?:[:=]|\()")
_MOST_OF_COMMAND = 300  # chunks that hold the name of a command, which is often a common word


class AskedKey(NamedTuple):
    """A key whose handler or definition a query asks for, and which of the two."""

    name: str
    is_handled: bool


def asked_key(text: str) -> AskedKey | None:
    """Return the key of an event or command that a query asks about: a name that prose could not hold."""
    handled = _handled(text)
    asked = handled or _defined(text)
    named = asked_name(asked[1]) if asked else None
    return AskedKey(named.name, handled is not None) if named is not None and named.is_sure else None


def handling(question: Question) -> list[Piece]:
    """Return the code that handles the event or defines the command whose key, or type, is in a query."""
    if command := _of_command(question.text):
        return _naming_command(question, command[1])
    asked = asked_key(question.text)
    if asked is None or not (asked.is_handled or _names_nothing(question, asked.name)):
        return []
    quoting = _quoting(question, asked.name, {True: 0})
    return quoting or (_taking(question, asked.name) if asked.is_handled else [])


def _naming_command(question: Question, name: str) -> list[Piece]:
    """Return the code that gives a command, typed as `:write`, its name."""
    quoted = re.compile(rf"([\"'`]):?{re.escape(name)}!?\1")

    def rank(line: str) -> int | None:
        return 0 if quoted.search(line) and (_NAMES_COMMAND.search(line) or _TAKES.search(line)) else None

    return chunks_with(question, question.quoting(name), rank, _MOST_OF_COMMAND)


def _taking(question: Question, name: str) -> list[Piece]:
    """Return the code that takes what is of a type."""
    own = next(iter(question.defined(name, 1)), None)
    if own is None or own.symbol.kind is SymbolKind.Constant:
        line = re.compile(_TAKES_CONSTANT.format(name=re.escape(name)))
        return uses_asked_for(question, Asked(name, line, is_sure=True, only_such=True)) if name.isupper() else []
    if own.symbol.kind not in _TYPES:
        return []
    line = re.compile(_TAKES_TYPE.format(name=re.escape(own.symbol.name)))
    return uses_asked_for(question, Asked(name, line, is_sure=True, only_such=True))


def with_keys(question: Question, found: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name; one of several parts without a definition leads to the code that quotes it."""
    name, best = question.text.strip(), max((piece.score for piece in found), default=1.0)
    # The last part of a dotted key is often the name of something else.
    is_open = "." in name or not found or best < SURE_SYMBOL_SCORE
    is_key = is_open and _KEY.fullmatch(name) and len(split_identifier(name)) > 1 and _names_nothing(question, name)
    quoting = naming(question, name) if is_key else []
    return falling([*quoting, *found], best) if quoting else [*found]


def naming(question: Question, key: str) -> list[Piece]:
    """Return the code that holds a key in quotes, first where a line gives it a meaning or a handler."""
    return _quoting(question, key, {True: 0, False: 1})


def _names_nothing(question: Question, name: str) -> bool:
    return not question.defined(name, 1)


def _quoting(question: Question, name: str, ranks: Mapping[bool, int]) -> list[Piece]:
    quoted = re.compile(rf"([\"'`]){re.escape(name)}\1")

    def rank(line: str) -> int | None:
        return ranks.get(_TAKES.search(line) is not None) if quoted.search(line) else None

    return chunks_with(question, question.quoting(name), rank)


def chunks_with(
    question: Question, chunk_ids: Ids, rank: Callable[[str], int | None], most: int = MOST_CHUNKS
) -> list[Piece]:
    """Return those of some chunks of code that hold a line with a rank, lowest ranks first; none of too many."""
    found = [one for one in best_lines(question.few(chunk_ids, most), rank) if question.is_main(one.piece)]
    found.sort(key=lambda one: (one.rank, one.piece.path, one.piece.start_line))
    return falling([one.piece for one in found[:_MOST_PIECES]], 1.0)
