"""The flags by which a program turns features on and off: where they are declared, or else asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings.declarations import does_something, each_once, line_of
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_TYPES = 64
_MOST_CHUNKS = 2_000
_FLAGS = r"feature[_-]?(?:flag|gate|switch|toggle)s?"
_HOLDING = re.compile(rf"(?i)(?:\w*\.)?\w*{_FLAGS}(?:keys?|list|names?)?")
_DECLARED = frozenset({SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Property})
_OF_ENUM = frozenset({SymbolKind.EnumMember})
_GLOBALS = frozenset({SymbolKind.Constant, SymbolKind.Variable}) | _OF_ENUM
_WORDS = (("feature", "flag"), ("feature", "gate"), ("feature", "toggle"), ("flipper",))
_NAME = r"[A-Za-z][\w.-]*"
_ASKED = tuple(
    re.compile(said)
    for said in (
        rf"(?i)\w*{_FLAGS}\w*[?!]?(?:\.\w+[?!]?)*\s*[(\[]\s*(?:\w+,\s*)?:?[\"'](?P<name>{_NAME})[\"']",
        rf"Flipper(?:\.\w+[?!]?[\s(]+|\[):[\"']?(?P<name>{_NAME})",
        r"(?P<name>\w+)\s+featuregate\.Feature\s*=",
        rf"[\"'](?P<name>{_NAME})[\"']\.to{_NAME}Flag",
        r"[\"']FeatureFlag(?P<name>\w+)[\"']",
    )
)


def feature_flags(question: Question) -> list[Piece]:
    """Return the lines that declare feature flags, or else the first line that asks about each."""
    return each_once(_declared(question)) or each_once(_asked_about(question))


def _declared(question: Question) -> Iterator[Piece]:
    """Yield the values and fields of types that are called so, and the constants of files that are."""
    of_types = question.of_kinds(HOLDERS)
    for name in ("featureflag", "featuregate", "featuretoggle"):
        for one in of_types.find(name, _MOST_TYPES):
            if _HOLDING.fullmatch(one.symbol.name) and one.language in CODE:
                inside = question.names.inside(scope_of(one), path=one.path)
                if not does_something(inside):
                    yield from (line_of(own) for own in inside if own.symbol.kind in _DECLARED)
    for record in question.files(rf"{_FLAGS}\.\w+$"):
        if record.language in CODE:
            values = question.names.of_kinds(record.path, _GLOBALS)
            yield from (line_of(own) for own in values if not own.symbol.container or own.symbol.kind in _OF_ENUM)


def _asked_about(question: Question) -> Iterator[Piece]:
    """Yield the first line that asks about each flag, by their names."""
    chunk_ids = question.holding_any(*_WORDS)
    chunks = question.few(chunk_ids, _MOST_CHUNKS)
    found: dict[str, Piece] = {}
    for chunk in sorted(chunks, key=lambda one: (-question.prior(one), one.path, one.start_line)):
        for at, line in enumerate(in_calls(chunk.lines)) if chunk.language in CODE else ():
            for asked in filter(None, (form.search(line[:LONGEST_LINE]) for form in _ASKED)):
                found.setdefault(asked["name"], listed_line(chunk, at))
    yield from (found[name] for name in sorted(found))
