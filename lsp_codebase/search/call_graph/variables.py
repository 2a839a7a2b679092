"""Which bindings of a name code at a place means: those of its function, or else of its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import Position, Symbol, SymbolKind, byte_length
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.bindings import Binding
from lsp_codebase.search.call_graph.call_languages import has_blocks
from lsp_codebase.search.call_graph.comprehensions import bound_ahead, is_comprehended
from lsp_codebase.search.call_graph.return_types import parameters_end
from lsp_codebase.search.call_graph.source_file import Source

FUNCTIONS = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method, SymbolKind.Operator})
MOST_BINDINGS = 8
"""More bindings of one name tell nothing."""

_MOST_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Variables:
    """Finds bindings. Each is placed once."""

    names: Snapshot
    source: Callable[[str], Source]
    _outermost: dict[tuple[str, str], Sequence[Binding]] = field(default_factory=dict)
    _gaps: dict[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    _scopes: dict[tuple[str, int], SymbolMatch | None] = field(default_factory=dict)

    def visible(self, name: str, path: str, line: int, character: int) -> Sequence[Binding]:
        """Return the bindings that tell the value of a name at a place: the nearest before it, in the same function.

        Before one in another branch also the one before that, and so on.
        """
        return self.visible_in_function(name, path, line, character) or self._outermost_of(name, path)

    def visible_in_function(self, name: str, path: str, line: int, character: int) -> Sequence[Binding]:
        """Return those of the functions around a place alone."""
        source = self.source(path)
        before = source.line_starts[line] + character
        if source.language == "python" and (ahead := bound_ahead(source.text, name, before)) is not None:
            return [*source.bindings(name, ahead, ahead + len(name))]
        for scope in self.around(path, line, character, FUNCTIONS):
            own = self._bound_before(name, scope, path, before)
            if found := [*islice(_reaching(own, line, source, scope.symbol), MOST_BINDINGS + 1)]:
                return found
            if found := [*_untyped_parameter(name, source, scope.symbol)]:
                return found
        return ()

    def _bound_before(self, name: str, scope: SymbolMatch, path: str, before: int) -> Iterator[Binding]:
        """Yield the bindings of a name in a function before a place, the nearest first, and none of functions in it."""
        source = self.source(path)
        first = source.line_starts[scope.symbol.span.start_line]
        for binding in islice(source.bindings_before(name, first, before), _MOST_LOOKED_AT):
            if _is_variable(binding, source) and self.scope_of_binding(binding, path) == scope:
                yield binding

    def _outermost_of(self, name: str, path: str) -> Sequence[Binding]:
        """Return the bindings of a name in a file that stand in no definition."""
        if (name, path) not in self._outermost:
            source = self.source(path)
            bindings = (one for gap in self._gaps_of(path) for one in source.bindings(name, *gap))
            self._outermost[name, path] = [
                one for one in bindings if _is_variable(one, source) and self.scope_of_binding(one, path) is None
            ]
        return self._outermost[name, path]

    def _gaps_of(self, path: str) -> Sequence[tuple[int, int]]:
        """Return the stretches of a file between its types and functions, with the lines where these begin and end."""
        if path not in self._gaps:
            starts = self.source(path).line_starts
            covered = self.names.outermost(path, HOLDERS | FUNCTIONS)
            begins = [0, *(starts[min(end - 1, len(starts) - 1)] for _, end in covered)]
            ends = [*(starts[min(start + 1, len(starts) - 1)] for start, _ in covered), starts[-1]]
            self._gaps[path] = [*zip(begins, ends, strict=True)]
        return self._gaps[path]

    def scope_of_binding(self, binding: Binding, path: str) -> SymbolMatch | None:
        """Return the innermost type or function around a binding, None outside of any."""
        key = path, binding.start
        if key not in self._scopes:
            around = self.around(path, *self.source(path).place(binding.start), HOLDERS | FUNCTIONS)
            self._scopes[key] = around[0] if around else None
        return self._scopes[key]

    def around(self, path: str, line: int, character: int, kinds: frozenset[SymbolKind]) -> Sequence[SymbolMatch]:
        """Return the definitions around a place, the innermost first."""
        place = Position(line, byte_length(self.source(path).lines[line][:character]))
        beside = self.names.in_file(path, (line, line + 1))
        around = [
            one for one in beside if one.symbol.kind in kinds and one.symbol.span.start <= place < one.symbol.span.end
        ]
        return sorted(around, key=lambda one: one.symbol.span.start, reverse=True)


def _is_variable(binding: Binding, source: Source) -> bool:
    """Whether a binding is of a variable: no field, and none that a comprehension alone knows."""
    if binding.is_of_itself or source.language != "python":
        return not binding.is_of_itself
    line, character = source.place(binding.start)
    return not is_comprehended(source.lines[line], character)


def _untyped_parameter(name: str, source: Source, function: Symbol) -> Iterator[Binding]:
    """Yield the binding of a parameter of which only the name is told."""
    start = source.line_starts[function.name_span.start_line]
    head = source.text[start : parameters_end(source, function)]
    for found in re.finditer(rf"[(,*&{{\[]\s*\$?{re.escape(name)}\s*(?=[,)=}}\]])", head):
        yield Binding(start + found.end() - 1)


def _reaching(bindings: Iterable[Binding], line: int, source: Source, function: Symbol) -> Iterator[Binding]:
    """Yield those of the bindings of a function, the last first, that reach a line. Its parameters do."""
    behind, lowest = line, source.indent(line)
    for binding in bindings:
        own = source.place(binding.start)[0]
        if own == line or binding.start < parameters_end(source, function):
            yield binding
            return
        lowest = min([lowest, *map(source.indent, range(own + 1, behind))])
        behind = own + 1
        if source.indent(own) <= lowest:
            yield binding
            return
        if not (binding.is_declared and has_blocks(source.language)):
            yield binding
