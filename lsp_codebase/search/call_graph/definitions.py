"""Which definitions a name or a place means."""

from __future__ import annotations

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.call_graph.enclosing import innermost
from lsp_codebase.search.call_graph.named_owners import last
from lsp_codebase.symbols import SymbolContext, SymbolPattern, find_exact, parse_pattern

OF_OPTION = "CONFIG_"
"""Code has this in front of the name of an option of Kconfig."""


def definitions_named(names: Snapshot, name: str, path: str | None, limit: int) -> list[SymbolMatch]:
    """Return the definitions called just so, in one file or folder, or in all: the best first, mere declarations last.

    The name may have a qualifier, as in `Client.get`, or be that of an option as code has it: `CONFIG_SHOP_TILL`.
    """
    accepts = None if path is None else lambda file: f"{file}/".startswith(f"{path}/")
    context = SymbolContext(path, accepts=accepts)
    found = find_exact(names, parse_pattern(name), limit=limit, context=context)
    if name.startswith(OF_OPTION):  # files that set it have it as a key
        options = find_exact(names, parse_pattern(name.removeprefix(OF_OPTION)), limit=limit, context=context)
        found = [*(match for match in options if match.language == "kconfig"), *found][:limit]
    return sorted(found, key=lambda match: match.symbol.is_declaration)


def definitions_of(calls: Calls, name: str, path: str | None, limit: int) -> tuple[list[SymbolMatch], set[str]]:
    """Return the definitions called just so, or else what a type of that name has from bases, and the files read."""
    found = definitions_named(calls.corpus.names, name, path, limit)
    files, pattern = {match.path for match in found}, parse_pattern(name)
    if not pattern.qualifier or any(last(match.symbol.container) == pattern.qualifier[-1] for match in found):
        return found, files
    inherited, read = inherited_by(calls, pattern, path, limit)
    return inherited or found, files | read


def inherited_by(
    calls: Calls, member: SymbolPattern, path: str | None, limit: int
) -> tuple[list[SymbolMatch], set[str]]:
    """Return what the types that qualify a name have from their nearest bases: of `Client.get` that of its base.

    With a path that of a type there, or that stands there. The second are the files that tell this.
    """
    types = definitions_named(calls.corpus.names, ".".join(member.qualifier), None, limit)
    holders = [match for match in types if match.symbol.kind in HOLDERS]
    found = {
        (match.path, match.symbol.span): match
        for holder in holders
        for match in calls.owners.bases.inherited(holder, member.name)
        if path in (None, holder.path, match.path)
    }
    return [*found.values()][:limit], {match.path for match in (*holders, *found.values())}


def definition_around(names: Snapshot, path: str, line: int) -> SymbolMatch | None:
    """Return the innermost definition around a line: one with code of its own, if there is any."""
    return innermost(sorted(names.in_file(path, (line, line + 1)), key=lambda match: match.symbol.span.start))
