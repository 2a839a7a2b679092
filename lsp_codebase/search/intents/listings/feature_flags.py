"""The flags by which a program turns features on and off: where they are declared, or else asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings.declarations import does_something, each_once, line_of
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import is_plural

_MOST_TYPES = 64
_MOST_CHUNKS = 2_000
_FLAGS = r"feature[_-]?(?:flag|gate|switch|toggle)s?"
_HOLDING = re.compile(rf"(?i)(?:\w*\.)?\w*{_FLAGS}(?:keys?|list|names?)?")
_DECLARED = frozenset({SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Property})
_OF_ENUM = frozenset({SymbolKind.EnumMember})
_GLOBALS = frozenset({SymbolKind.Constant, SymbolKind.Variable}) | _OF_ENUM
_WORDS = (("feature", "flag"), ("feature", "gate"), ("feature", "toggle"), ("flipper",))
_NAME = r"[A-Za-z][\w.-]*"
_NAMING = re.compile(r"=\s*(?:[\"']|\w[\w.]*\()")
_QUOTED = re.compile(rf"[\"']({_NAME})[\"']")
_ASKED = tuple(
    re.compile(said)
    for said in (
        rf"(?i)\w*{_FLAGS}\w*[?!]?(?:\.\w+[?!]?)*\s*[(\[]\s*(?:\w+,\s*)?:?[\"'](?P<name>{_NAME})[\"']",
        rf"Flipper(?:\.\w+[?!]?[\s(]+|\[):[\"']?(?P<name>{_NAME})",
        r"(?P<name>\w+)\s+featuregate\.Feature\s*=",
        rf"[\"'](?P<name>{_NAME})[\"']\.to{_NAME}Flag",
    )
)
_NAMED_SO = re.compile(r"[\"']FeatureFlag(?P<name>\w+)[\"']")
"""A name in quotes: beside declared flags it may be that of a type."""
_ASIDE = re.compile(r"\s*(?://|\*|#(?!\w))")


def feature_flags(question: Question) -> list[Piece]:
    """Return the lines that declare feature flags, and the first line that asks about each other one."""
    declared = each_once(_declared(question))
    if not declared:
        return each_once(piece for _, piece in _asked_about(question, (*_ASKED, _NAMED_SO)))
    known = {word for piece in declared for word in _names_in(question, piece)}
    others = (piece for name, piece in _asked_about(question, _ASKED) if _squashed(name) not in known)
    return each_once((*declared, *others))


def _names_in(question: Question, piece: Piece) -> Iterator[str]:
    """Yield the name that a line declares, and those in quotes there or, where a long one has no room, below."""
    yield _squashed(piece.definition.name) if piece.definition else ""
    lines = question.calls.lines(piece.path)[piece.start_line : piece.start_line + 2]
    yield from (_squashed(quoted) for line in lines for quoted in _QUOTED.findall(line[:LONGEST_LINE]))


def _squashed(name: str) -> str:
    return "".join(word_parts(name))


def _declared(question: Question) -> Iterator[Piece]:
    """Yield the values and fields of types that are called so, and the constants of files that are.

    The fields of a type in the singular without a value tell what one flag is made of.
    """
    of_types = question.of_kinds(HOLDERS)
    for name in ("featureflag", "featuregate", "featuretoggle"):
        for one in of_types.find(name, _MOST_TYPES):
            if _HOLDING.fullmatch(one.symbol.name) and one.language in CODE:
                inside = question.names.inside(scope_of(one), path=one.path)
                if not does_something(inside):
                    is_one = not is_plural(one.symbol.name.lower())
                    flags = (own for own in inside if own.symbol.kind in _DECLARED)
                    yield from (line_of(own) for own in flags if not is_one or _has_value(question, own))
    for record in question.files(rf"{_FLAGS}\.\w+$"):
        if record.language in CODE:
            values = question.names.of_kinds(record.path, _GLOBALS)
            yield from (line_of(own) for own in values if not own.symbol.container or own.symbol.kind in _OF_ENUM)


def _has_value(question: Question, one: SymbolMatch) -> bool:
    """Whether something is a value by itself, or gets one that tells a name: in quotes, or from a call."""
    lines = question.calls.lines(one.path)[one.symbol.name_span.start_line : one.symbol.name_span.start_line + 2]
    return one.symbol.kind in _OF_ENUM or _NAMING.search("".join(lines)[:LONGEST_LINE]) is not None


def _asked_about(question: Question, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[str, Piece]]:
    """Yield each flag that is asked about, by their names, and the first line that does."""
    chunk_ids = question.holding_any(*_WORDS)
    chunks = question.few(chunk_ids, _MOST_CHUNKS)
    found: dict[str, Piece] = {}
    for chunk in sorted(chunks, key=lambda one: (-question.prior(one), one.path, one.start_line)):
        for at, line in enumerate(in_calls(chunk.lines)) if chunk.language in CODE else ():
            said = "" if _ASIDE.match(line) else line[:LONGEST_LINE]
            for asked in filter(None, (form.search(said) for form in forms)):
                found.setdefault(asked["name"], listed_line(chunk, at))
    yield from sorted(found.items())
