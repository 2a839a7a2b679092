"""The members of a type in any place: methods of Go, `impl` of Rust, definitions of C++ outside the class, parts of
a class of C#.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.symbols import SymbolContext, find_exact

_WITH_BODY = CALLABLE | {SymbolKind.Property}
_MOST_NAMESAKES = 64


def members_outside(names: Snapshot, holder: SymbolMatch) -> list[SymbolMatch]:
    """Return the members of a type or module that can call and stand outside of it, those of its file first.

    If several types have its name, a member belongs to the nearest one; of very many nobody can tell. In C# those of
    one folder are one type.
    """
    if holder.symbol.kind not in HOLDERS:
        return []
    own, container = holder.symbol.span, holder.symbol.container
    called_so = find_exact(names, holder.symbol.name, limit=_MOST_NAMESAKES, context=SymbolContext(kinds=HOLDERS))
    if len(called_so) == _MOST_NAMESAKES:
        return []
    namesakes = sorted(
        _place(other) for other in called_so if other.symbol.container == container and not other.symbol.is_declaration
    )

    def is_nearest(member: SymbolMatch) -> bool:
        place = _place(member)
        nearness, at = agreeing(_place(holder), place), bisect(namesakes, place)
        beside = namesakes[max(at - 1, 0) : at + 1]  # of paths in order the nearest are the next ones
        return all(agreeing(other, place) <= nearness for other in beside)

    found = [
        member
        for member in names.inside(scope_of(holder))
        if member.symbol.kind in _WITH_BODY
        and not member.symbol.is_declaration
        and not (member.path == holder.path and own.contains(member.symbol.span))
        and is_nearest(member)
    ]
    return sorted(found, key=lambda member: member.path != holder.path)


def _place(match: SymbolMatch) -> list[str]:
    """Return the parts of a path that tell how near two are: for C# those of the folder."""
    parts = match.path.split("/")
    return parts[:-1] if match.language == "csharp" else parts


def stands_in(match: SymbolMatch, own: Iterable[SymbolMatch]) -> bool:
    """Whether a definition is one of some others, or stands in one: then it is no callee of theirs."""
    return any(one.path == match.path and one.symbol.span.contains(match.symbol.name_span) for one in own)
