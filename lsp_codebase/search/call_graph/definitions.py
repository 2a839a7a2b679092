"""Which definitions a name or a place means."""

from __future__ import annotations

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.search.call_graph.calls import innermost
from lsp_codebase.symbols import SymbolContext, find_exact, parse_pattern


def definitions_named(names: Snapshot, name: str, path: str | None, limit: int) -> list[SymbolMatch]:
    """Return the definitions called just so, in one file or in all: the best first, mere declarations last.

    The name may have a qualifier, as in `Client.get`.
    """
    accepts = None if path is None else lambda file: file == path
    found = find_exact(names, parse_pattern(name), limit=limit, context=SymbolContext(path, accepts=accepts))
    return sorted(found, key=lambda match: match.symbol.is_declaration)


def definition_around(names: Snapshot, path: str, line: int) -> SymbolMatch | None:
    """Return the innermost definition around a line: one that can call something, if there is any."""
    around = names.in_file(path, (line, line + 1))
    return innermost(around) or max(around, key=lambda match: match.symbol.span.start, default=None)
