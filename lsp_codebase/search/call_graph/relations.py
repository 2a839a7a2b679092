"""Relations of a hit: its callees and callers, the next step of a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Hit, Place, Related, Relation, Span
from lsp_codebase.paths import relative_to
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.call_graph.own_calls import OwnCalls

_MOST_OF_KIND = 5  # related places of each kind, of one hit
_MOST_CHUNKS_READ = 24
_LEAST_NAME = 4  # letters


@dataclass(frozen=True, slots=True)
class Relations:
    """Where relations are read from: one state of the index.

    `shown` are the lines as answers may show them, `present` tells where a definition stands now, None if it is gone.
    """

    root: Path
    calls: Calls
    shown: Callable[[str], Sequence[str]]
    present: Callable[[SymbolMatch], SymbolMatch | None]

    def of_hit(self, hit: Hit) -> tuple[Related, ...]:
        """Return the callees of a hit, in the order of the calls, then its callers, nearest first; never the hit."""
        path = relative_to(hit.path, self.root)
        match = self._definition(path, hit)
        own = match.symbol.span if match is not None else hit.span
        callees, callers = self.calls.callees(path, own), self._callers(path, own, hit, match)
        return (*self._related(Relation.CALLEE, callees), *self._related(Relation.CALLER, callers))

    def that_fit(self, hit: Hit, left: float) -> tuple[tuple[Related, ...], float]:
        """Return the relations of a hit whose previews fit in so many characters, and the rest, -1 if too few."""
        kept: list[Related] = []
        for related in self.of_hit(hit):
            if len(related.preview) > left:
                return tuple(kept), -1
            left -= len(related.preview)
            kept.append(related)
        return tuple(kept), left

    def _definition(self, path: str, hit: Hit) -> SymbolMatch | None:
        """Return the definition that a hit is named after."""
        if hit.name_span is None:
            return None
        line = hit.name_span.start_line
        beside = self.calls.corpus.names.in_file(path, (line, line + 1))
        return next((match for match in beside if match.symbol.name_span == hit.name_span), None)

    def _callers(self, path: str, own: Span, hit: Hit, match: SymbolMatch | None) -> Iterator[SymbolMatch]:
        if hit.name is None or hit.kind not in CALLABLE or len(hit.name) < _LEAST_NAME or hit.name.startswith("__"):
            return  # called everywhere, or not by its name
        shown: set[tuple[str, Span]] = set()
        others = OwnCalls(self.calls, match) if match is not None else None
        for caller in self.calls.to(hit.name, path, own, _MOST_CHUNKS_READ):
            if caller.around is not None and not (others and others.are_of_another(caller)):
                key = (caller.path, caller.around.symbol.span)
                if key not in shown:
                    shown.add(key)
                    yield caller.around

    def _related(self, relation: Relation, matches: Iterable[SymbolMatch]) -> Iterator[Related]:
        for match in islice(filter(None, map(self.present, matches)), _MOST_OF_KIND):
            symbol = match.symbol
            lines = self.shown(match.path)
            line = symbol.name_span.start_line
            yield Related(
                relation=relation,
                place=Place(self.root / match.path, symbol.span, match.is_ascii),
                name=symbol.name,
                kind=symbol.kind,
                container=symbol.container or None,
                preview=lines[line].strip()[:200] if line < len(lines) else "",
            )
