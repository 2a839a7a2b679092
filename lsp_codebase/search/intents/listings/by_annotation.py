"""Code with an annotation above it: "structs that derive Clone", "classes annotated with @Entity"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE
from lsp_codebase.search.intents.listings.by_kind import KINDS
from lsp_codebase.search.intents.listings.declarations import each_once, line_of
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.query.plurals import singulars

_MOST_CHUNKS = 4_000  # that hold the name
_LINES_BELOW = 8  # of an annotation, above what it is of

_LIST = r"(?:(?:count|find|get|list|show|what|which)\s+(?:me\s+)?)?(?:are\s+)?(?:all\s+)?(?:of\s+)?(?:the\s+)?"
_SUCH = r"(?P<such>[a-z]+)"
_NAME = r"(?:an?\s+|the\s+)?[`'\"]?(?:#\[)?(?P<name>@?[A-Za-z_][\w.:]*)\]?[`'\"]?"
_SORT = r"(?:annotation|attribute|decorator|macro|trait)"
_asked = short_reader(
    rf"{_LIST}{_SUCH}\s+(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:annotated|decorated)\s+(?:as|by|with)\s+{_NAME}(?:\s+{_SORT})?",
    rf"{_LIST}{_SUCH}\s+(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:marked\s+|tagged\s+)?(?:as|by|with)\s+(?=[`'\"]?@){_NAME}",
    rf"{_LIST}{_SUCH}\s+(?:marked\s+|tagged\s+)?with\s+{_NAME}\s+{_SORT}",
    rf"{_LIST}(?:{_SUCH}\s+)?(?:(?:that|which)\s+)?(?P<derives>derives?|deriving)\s+{_NAME}(?:\s+{_SORT})?",
)


class Annotation(NamedTuple):
    """The kinds of code that a query asks for, the word for them, and the name above it; `derives`: among others."""

    kinds: frozenset[SymbolKind]
    such: str
    name: str
    derives: bool


def asked_annotation(text: str) -> Annotation | None:
    """Return the annotation that a query asks for with what it is of."""
    asked = _asked(text)
    if asked is None:
        return None
    such, derives = (asked["such"] or "types").lower(), asked.groupdict().get("derives") is not None
    word = next((one for one in singulars(such) if one in KINDS), "")
    return Annotation(KINDS[word], such, asked["name"].lstrip("@").rstrip(".:"), derives) if word else None


def annotated_code(question: Question, text: str) -> Group | None:
    """Return the code of a kind with the annotation that a query asks for; None where there is none."""
    asked = asked_annotation(text)
    if asked is None:
        return None
    pieces = each_once(line_of(one) for one in _found(question, asked) if question.passes(one))
    said = f"{asked.such} that {'derive' if asked.derives else 'have the annotation'} {asked.name}"
    return Group(pieces, said, is_sure=True) if pieces else None


def _found(question: Question, asked: Annotation) -> Iterator[SymbolMatch]:
    name = re.escape(asked.name)
    begins = re.compile(
        rf"#\[(?:cfg_attr\(.*?)?derive\([^\]]*?(?<!\w){name}\b"
        if asked.derives
        else rf"^[ \t]*(?:@|#?\[)(?:\w+(?:\.|::))*{name}\b",
        re.MULTILINE,
    )
    for chunk in question.few(question.holding(re.split(r"\W", asked.name)[-1]), _MOST_CHUNKS):
        for said in begins.finditer(chunk.text) if chunk.language in CODE else ():
            row = chunk.start_line + chunk.text.count("\n", 0, said.end())
            below = question.names.in_file(chunk.path, (row, row + _LINES_BELOW))
            first = next((one for one in below if one.symbol.name_span.start_line >= row), None)
            if first is not None and first.symbol.kind in asked.kinds:
                yield first
