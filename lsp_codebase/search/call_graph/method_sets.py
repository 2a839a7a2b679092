"""The types that have all methods of an interface: those of Go, and of protocols in Python, need not say so."""

from __future__ import annotations

from collections.abc import Iterator

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.bases import HOLDERS, folder_of, scope_of
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.symbols import SymbolContext, find_exact

_MOST_METHODS = 16  # of an interface are looked for
_MOST_HOLDERS = 200  # are looked up
_MOST_NAMESAKES = 2_000  # of a method: a name of more tells little, and the others tell enough
_TYPES = (HOLDERS | {SymbolKind.TypeParameter}) - {SymbolKind.Interface, SymbolKind.Module}

Holder = tuple[str, str]  # the folder of Go, or else the file, that a definition stands in, and its container


def types_with_methods_of(names: Snapshot, interface: SymbolMatch) -> Iterator[SymbolMatch]:
    """Yield the types with a method of each name that an interface has, in the order of their paths.

    Parameters are not compared, nor are the methods of what a type or an interface embeds.
    """
    scope, span = scope_of(interface), interface.symbol.span
    inside = names.in_file(interface.path, (span.start_line, span.end_line + 1))
    methods = {one.symbol.name for one in inside if one.symbol.container == scope and one.symbol.kind in CALLABLE}
    called = [
        find_exact(names, name, limit=_MOST_NAMESAKES, context=SymbolContext(kinds=CALLABLE))
        for name in sorted(methods)[:_MOST_METHODS]
    ]
    rare = [found for found in called if len(found) < _MOST_NAMESAKES]
    holders = [{_holder(one) for one in found if one.language == interface.language} for found in rare]
    for place, name in sorted(set.intersection(*holders))[:_MOST_HOLDERS] if holders else ():
        outer, _, last = name.rpartition(".")
        types = find_exact(names, last, limit=_MOST_NAMESAKES, context=SymbolContext(kinds=_TYPES))
        yield from (one for one in types if (*_holder(one), one == interface) == (place, outer, False))


def _holder(match: SymbolMatch) -> Holder:
    return folder_of(match.path) if match.language == "go" else match.path, match.symbol.container
