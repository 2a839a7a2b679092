"""The name that a question in plain words is about, `Cart`, "the Cart class", "option cart_size", and its meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import inf
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.parse import CODE, joined, split_identifier
from lsp_codebase.search.call_graph.definitions import definitions_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.symbols import ANYTHING, find_spelled

_MOST_DEFINITIONS = 16

LIST = r"(?:(?:find|give|list|show|what\s+are|which\s+are)\s+(?:me\s+)?)?(?:all\s+)?(?:of\s+)?(?:the\s+)?"
"""What may stand in front of all that are asked for."""
FEW_WORDS = r"\S+(?:\s+\S+){0,3}?"
"""Stands for a name in the pattern of a question; `asked_name` reads the words there."""

_PART = r"[^\W\d][\w$]*(?:-+>?[\w$]+)*"  # of a name; with hyphens in Lisp
_NAME = rf"[`'\"]?(?:</?|\.)?(?P<name>\*?{_PART}(?:(?:\.|::|#){_PART})*[!*]?)(?:\((?:[\w$]+:)*\)|\s*/?>)?[`'\"]?"
_KIND = (
    r"(?:(?:(?:abstract|base|type)\s+)?class|command|component|concern|constant|enum|error|event|exception|field|flag|function"
    r"|interface|(?:(?:i18n|message|translation)\s+)?key|macro|message|method|mixin|module|option|parameter|property|protocol|record|setting|signal|struct"
    r"|trait|type|typeclass|variable|behaviou?r)"
)
_SORT = (
    r"(?:annotation|attribute|composable|decorator|directive|guard|helper|hook|middleware|plugin|provider|reducer|selector"
    r"|service|store|utility|widget)"
)
"""Words for what a name is that stand behind plain words as well: "the click hook"."""
_OF_COMPOUNDS = re.compile(
    r"command|component|error|event|exception|key|message|module|record|signal|type", re.IGNORECASE
)
"""Kinds that are a word of prose together with a plain one behind them: "the error handler", "the event loop"."""
_NAMED = re.compile(
    rf"(?:(?P<article>the|an?)\s+)?(?:(?:(?P<kind_before>{_KIND})|(?P<sort_before>{_SORT}))\s+)?{_NAME}"
    rf"(?:\s+(?:(?P<kind>{_KIND})|(?P<sort>{_SORT})))?",
    re.IGNORECASE,
)
"""As in "the class Cart", "a `useCart` hook", "Cart.pay"."""
_IS_WORD = re.compile(r"[^\W\d_A-Z]+(?:-[^\W\d_A-Z]+)*")
_HAS_SIGNS = re.compile(r"[\d_.:#$`(*!<]|-[->]|[a-z][A-Z]")


class AskedName(NamedTuple):
    """A name in a question.

    It `is_word` if prose may hold it and nothing says that it is a name; it `is_sure` if prose could not hold it. A
    word with an article is surely of prose.
    """

    name: str
    is_word: bool
    is_sure: bool
    has_article: bool


def whole_questions(*frames: str, before: str = "") -> tuple[re.Pattern[str], ...]:
    """Return the patterns of questions that say nothing else, with a question mark or without, in any letter case.

    Blanks around the mark are read once: `\\s*\\??\\s*` would try all ways to share many of them.
    """
    return tuple(re.compile(rf"\s*{before}{frame}\s*(?:\?\s*)?", re.IGNORECASE) for frame in frames)


def reader(*frames: str, before: str = "", longest: float = inf) -> Callable[[str], re.Match[str] | None]:
    """Return what reads a question by the first of some frames that is all of it; none of more characters than most."""
    patterns = whole_questions(*frames, before=before)

    def read(text: str) -> re.Match[str] | None:
        tried = patterns if len(text) <= longest else ()
        return next(filter(None, (pattern.fullmatch(text) for pattern in tried)), None)

    return read


short_reader = partial(reader, longest=160)
"""Reads questions that nobody asks at length, for all of a kind among them."""


def asked_name(text: str) -> AskedName | None:
    """Return the name that a few words of a question are; None if they are none."""
    named = _NAMED.fullmatch(text.rstrip("?"))
    if named is None or named["name"].lower() in STOP_WORDS:
        return None
    is_sure = _HAS_SIGNS.search(text) is not None
    if (named["sort"] or named["sort_before"]) and not _HAS_SIGNS.search(named["name"]):
        return None
    if named["kind_before"] and _OF_COMPOUNDS.fullmatch(named["kind_before"]) and _IS_WORD.fullmatch(text.split()[-1]):
        return None
    is_word = not (is_sure or named["kind"] or named["kind_before"]) and _IS_WORD.fullmatch(named["name"]) is not None
    return AskedName(named["name"], is_word, is_sure, named["article"] is not None)


def definitions_meant(question: Question, name: str, *, is_sure: bool) -> list[SymbolMatch]:
    """Return the definitions of a name, best first: in code, if there are any.

    If code has no definition of a sure name, they are those of its words in another spelling, in code too.
    """
    spellings = (name, f"{name}?")  # the mark may belong to the name: `valid?` of Ruby, Elixir and Lisp
    found = next(
        filter(None, (definitions_of(question.calls, one, None, _MOST_DEFINITIONS)[0] for one in spellings)), []
    )
    in_code = [match for match in found if match.language in CODE]
    if not in_code and is_sure:
        wanted = joined(split_identifier(name))
        spelled = find_spelled(
            question.names, wanted[1:], limit=_MOST_DEFINITIONS, context=ANYTHING, cancel=question.cancel
        )
        spelled = [match for match in spelled if joined(split_identifier(match.symbol.name)) == wanted]
        in_code = [match for match in spelled if match.language in CODE]
    return in_code or found
