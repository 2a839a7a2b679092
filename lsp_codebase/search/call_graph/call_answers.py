"""The calls of a definition, those to it or those it makes, as an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Call, CallSite, CancelToken, Place, Relation, Span, byte_length
from lsp_codebase.paths import relative_to
from lsp_codebase.search.call_graph.call_languages import lateness
from lsp_codebase.search.call_graph.calls import Called, Caller, Calls
from lsp_codebase.search.call_graph.members import members_outside, stands_in
from lsp_codebase.search.call_graph.operators import callers_of_operator, files_with_operator, signs_of
from lsp_codebase.search.call_graph.own_calls import OwnCalls

_MOST_READ = 400  # chunks that mention a name, or files that may hold an operator
_MOST_FILES = 32  # that are read again where they changed
_MOST_UNSURE = 150  # callers wait for those that surely call it
_LONGEST_SITE = 200  # characters


@dataclass(frozen=True, slots=True)
class CallAnswers:
    """Where calls are read from: one state of the index. `shown` are the lines as answers may show them.

    Asked `by_name` alone calls of any definition of the name count.
    """

    root: Path
    calls: Calls
    shown: Callable[[str], Sequence[str]]
    cancel: CancelToken
    by_name: bool

    def of(self, match: SymbolMatch, relation: Relation, limit: int) -> tuple[list[Call], bool]:
        """Return the calls of a definition, and whether there are more."""
        own = OwnCalls(self.calls, match) if not self.by_name else None
        found = [*islice(self._callees(match) if relation is Relation.CALLEE else self._callers(match, own), limit + 1)]
        return found[:limit], len(found) > limit

    def files(self, match: SymbolMatch, relation: Relation, calls: Sequence[Call]) -> set[str]:
        """Return the files that tell the calls of a definition, with the nearest of those that may call it."""
        callers = islice(self._files_near(match), _MOST_FILES) if relation is Relation.CALLER else ()
        told = (path for call in calls for path in (call.place.path, *(site.path for site in call.sites)) if path)
        return {*callers, *(relative_to(path, self.root) for path in told)}

    def _callees(self, match: SymbolMatch) -> Iterator[Call]:
        """Yield the callees of a definition, for a type also those of its members, in any file."""
        own = [match, *members_outside(self.calls.corpus.names, match)]
        called = self.calls.made_by(match.path, match.symbol.span)
        for one, lines in self._called_by_all(own) if own[1:] else ((one, {match.path: one.lines}) for one in called):
            self.cancel.check()
            sites = [site for path in lines for site in self._sites(path, lines[path], match.path)]
            yield self._call(Relation.CALLEE, one.match, tuple(sites), one.definitions)

    def _called_by_all(self, own: Sequence[SymbolMatch]) -> Iterator[tuple[Called, dict[str, list[int]]]]:
        """Yield the callees of some definitions that are none of them, each once with all lines of each file."""
        found: dict[tuple[str, Span], tuple[Called, dict[str, set[int]]]] = {}
        for one in own:
            for called in self.calls.made_by(one.path, one.symbol.span):
                self.cancel.check()
                _, lines = found.setdefault((called.match.path, called.match.symbol.span), (called, {}))
                lines.setdefault(one.path, set()).update(called.lines)
        for called, lines in found.values():
            if not stands_in(called.match, own):
                yield called, {path: sorted(there) for path, there in lines.items()}

    def _callers(self, match: SymbolMatch, own: OwnCalls | None) -> Iterator[Call]:
        """Yield callers, all calls of one together: of those told as late as each other the sure ones before the rest.

        The sure ones are looked for in as many files as hold some others.
        """
        is_member = bool(match.symbol.container) and signs_of(match.symbol.name, match.language) is None
        unsure, late = list[Sequence[Caller]](), 0
        for callers, is_sure in self._grouped(match, own):
            later = self._lateness(callers[0].path, match)
            if later != late or len(unsure) >= _MOST_UNSURE:
                yield from map(self._caller, unsure)
                unsure, late = [], later
            if is_sure or not is_member:
                yield self._caller(callers)
            else:
                unsure.append(callers)
        yield from map(self._caller, unsure)

    def _lateness(self, path: str, match: SymbolMatch) -> int:
        record = self.calls.corpus.file(path)
        if record is None or path == match.path:
            return 0
        return lateness(record, frozenset({match.language, *self._others(match)})) or 0

    def _others(self, match: SymbolMatch) -> frozenset[str]:
        """Return the languages of the other definitions that are asked about."""
        return self.calls.languages_of(match.symbol.name) if self.by_name else frozenset()

    def _grouped(self, match: SymbolMatch, own: OwnCalls | None) -> Iterator[tuple[Sequence[Caller], bool]]:
        """Yield the calls of each caller, and whether one is surely of the definition; a file before the next."""
        grouped: dict[tuple[str, Span | None], tuple[list[Caller], list[bool]]] = {}
        for caller in self._calls_of(match):
            self.cancel.check()
            is_of = own.is_of(caller) if own is not None else None
            if is_of is False:
                continue
            if grouped and caller.path != next(iter(grouped))[0]:
                yield from ((calls, any(sure)) for calls, sure in grouped.values())
                grouped = {}
            around = caller.around.symbol.span if caller.around else None
            calls, sure = grouped.setdefault((caller.path, around), ([], []))
            calls.append(caller)
            sure.append(is_of is True)
        yield from ((calls, any(sure)) for calls, sure in grouped.values())

    def _calls_of(self, match: SymbolMatch) -> Iterator[Caller]:
        if signs := signs_of(match.symbol.name, match.language):
            return callers_of_operator(self.calls, match, signs, _MOST_READ)
        return self.calls.to(match.symbol.name, match.path, match.symbol.span, _MOST_READ, self._others(match))

    def _files_near(self, match: SymbolMatch) -> Iterator[str]:
        """Yield the files that may call a definition, the nearest first."""
        if signs := signs_of(match.symbol.name, match.language):
            return files_with_operator(self.calls.corpus, match, signs)
        near = self.calls.near(match.symbol.name, match.path, self._others(match))
        return iter(dict.fromkeys(one.path for one in near))

    def _caller(self, calls: Sequence[Caller]) -> Call:
        first = calls[0]
        sites = tuple(self._sites(first.path, dict.fromkeys(call.line for call in calls), first.path))
        if first.around is not None:
            return self._call(Relation.CALLER, first.around, sites)
        record = self.calls.corpus.file(first.path)
        line = Span(first.line, 0, first.line, byte_length(self.shown(first.path)[first.line]))
        place = Place(self.root / first.path, line, record is not None and record.is_ascii)
        return Call(Relation.CALLER, place, None, None, None, sites)

    def _call(self, relation: Relation, match: SymbolMatch, sites: tuple[CallSite, ...], definitions: int = 1) -> Call:
        symbol = match.symbol
        place = Place(self.root / match.path, symbol.span, match.is_ascii)
        return Call(relation, place, symbol.name, symbol.kind, symbol.container or None, sites, definitions)

    def _sites(self, path: str, lines: Iterable[int], own: str) -> Iterator[CallSite]:
        """Yield lines of a file as those of a caller that stands in the file `own`."""
        text, elsewhere = self.shown(path), None if path == own else self.root / path
        return (CallSite(line, text[line].strip()[:_LONGEST_SITE], elsewhere) for line in lines)
