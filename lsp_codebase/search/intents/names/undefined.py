"""The message that a name is not defined leads to what is called so: it is not imported there, or set elsewhere."""

from __future__ import annotations

import re

from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definition_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.results.repeats import apart

_LONGEST = 1_000  # characters
_MOST_DEFINITIONS = 5  # more say that the name means no one thing

_SIGN = re.compile(r"efined|ndeclared|annot find|nresolved|not in scope|ninitialized|nbound|to resolve symbol")
_SAID = tuple(
    re.compile(said.format(name=r"(?P<name>[^\W\d][\w$]*)(?![\w$])", q="[`'\"\u2018\u2019]"))
    for said in (
        # Of Python, C, Ansible.
        r"{q}{name}[!?]?{q} (?:is |was )?(?:not (?:been )?(?:declared|defined)|undeclared|undefined)\b",
        r"\bReferenceError: {name} is not defined\b",
        r"[Cc]annot find (?:class|function|macro|name|symbol|trait|type|value)[\w ,]* {q}{name}{q}",
        r"[Cc]annot find {q}{name}{q} in scope\b",  # of Swift
        r"\bundefined: (?:\w+\.)?{name}\s*\Z",  # of Go
        r"[Uu]ndefined (?:constant|function|identifier|label|name|reference to|symbol|variable):? "
        r"{q}?(?:[\w:\\]*[:\\]|\$)?{name}",
        r"[Uu]ndeclared (?:identifier|name|variable):? {q}?{name}",
        r"\bundefined local variable or method {q}{name}",
        r"\buninitialized constant (?:\w+::)*{name}",
        r"[Uu]nresolved (?:name|reference|symbol):? {q}?{name}",  # of Kotlin
        r"\bUnable to resolve symbol: {name}",
        r"[Vv]ariable not in scope: {name}|[Uu]nbound (?:constructor|module|value) (?P<of_ocaml>\w+)",
    )
)
"""What compilers and runtimes say of a name that they do not know."""


def undefined_name(text: str) -> str | None:
    """Return the name that a message says is not defined."""
    if len(text) > _LONGEST or not _SIGN.search(text):
        return None
    said = next(filter(None, (said.search(text) for said in _SAID)), None)
    return said and next(filter(None, said.groups()))


def defined_elsewhere(question: Question, name: str) -> list[Piece]:
    """Return the few definitions of a name, those of tests and of others behind."""
    found = [match for match in question.defined(name, _MOST_DEFINITIONS + 1) if question.passes(match)]
    if len(found) > _MOST_DEFINITIONS:
        return []
    found.sort(key=lambda match: -question.prior_at(match.path, match.symbol.span.start_line))
    return falling(apart([definition_piece(match, question.names) for match in found]), SURE_SYMBOL_SCORE)
