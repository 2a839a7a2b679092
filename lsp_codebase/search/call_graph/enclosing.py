"""The definitions around calls, asked about places in their order: a line may hold thousands of both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Position, SymbolKind

CALLABLE = frozenset(
    {
        SymbolKind.Function,
        SymbolKind.Method,
        SymbolKind.Constructor,
        SymbolKind.Class,
        SymbolKind.Struct,
        SymbolKind.Operator,
    }
)
_WITH_CODE = CALLABLE | {SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Property}
"""The kinds whose bodies call. What else may hold a call has it as its value, or is only around it."""
_OF_DOCUMENTS = frozenset(
    {
        SymbolKind.Array,
        SymbolKind.Boolean,
        SymbolKind.File,
        SymbolKind.Key,
        SymbolKind.Null,
        SymbolKind.Number,
        SymbolKind.Object,
        SymbolKind.Package,
        SymbolKind.String,
    }
)
"""The kinds that are no definitions of code."""
_VALUES = frozenset({SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Variable})


def innermost(around: Sequence[SymbolMatch]) -> SymbolMatch | None:
    """Return the definition that makes the calls at a place, of those around it from the outermost.

    The innermost with code of its own, or else the innermost of any kind: a variable whose value calls.
    """
    with_code = (one for one in reversed(around) if one.symbol.kind in _WITH_CODE)
    return next(with_code, around[-1] if around else None)


def _may_call(match: SymbolMatch) -> bool:
    """Whether a definition may be told as what calls: a value of one line shows its name in the call."""
    symbol = match.symbol
    is_short = symbol.span.start_line == symbol.span.end_line
    return symbol.kind not in _OF_DOCUMENTS and not (is_short and symbol.kind in _VALUES)


class Definitions:
    """Definitions of a file, asked about places from first to last."""

    def __init__(self, matches: Sequence[SymbolMatch]) -> None:
        self._matches = matches
        self._ahead: list[SymbolMatch] | None = None
        self._around: list[SymbolMatch] = []

    def innermost(self, place: Position) -> SymbolMatch | None:
        """Return the definition that makes the calls at a place, which is no place before the last."""
        if self._ahead is None:  # of those that begin together the first is on top in the end
            counting = filter(_may_call, self._matches)
            self._ahead = sorted(counting, key=lambda match: match.symbol.span.start, reverse=True)
        while self._ahead and self._ahead[-1].symbol.span.start <= place:
            self._around.append(self._ahead.pop())
        while self._around and self._around[-1].symbol.span.end <= place:
            self._around.pop()
        return innermost(self._around)


class LineDefinitions(Definitions):
    """The definitions beside the calls of a name in a line."""

    def __init__(self, matches: Sequence[SymbolMatch], line: int, content: str, name: str) -> None:
        super().__init__(matches)
        self._utf8 = content.encode("utf-8", "surrogatepass")
        places = (match.symbol.name_span.start for match in matches if match.symbol.name == name)
        self._named = sorted(place.column for place in places if place.line == line)

    def names(self, place: Position) -> bool:
        """Whether the name is written at a place to define it, as both are in `x.handle = function handle(`."""
        before = bisect_right(self._named, place.column) - 1
        return before >= 0 and self._utf8.find(b"(", self._named[before], place.column) < 0
