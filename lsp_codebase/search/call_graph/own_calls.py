"""Calls of what another type has: `self.poll()` in a type with a `poll` of its own, and `Queue.poll()`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Symbol, qualified
from lsp_codebase.search.call_graph.call_targets import WITH_RECEIVER
from lsp_codebase.search.call_graph.calls import LOOKED_AT, RECEIVER, Caller, Calls
from lsp_codebase.search.call_graph.named_owners import last

_ITSELF = re.compile(r"(?<!\w)(?:cls|self|Self|static|\$?this(?:@\w+)?)\s*(?:\?\.|\.|->|::?)\s*\Z")
_OF_GO = re.compile(r"\s*func\s*\(\s*(\w+)\s")
_ON_SUPER = re.compile(r"(?<!\w)super\s*(?:\([^()]*\)|<\w+>)?\s*(?:\?\.|\.|->|::)\s*\Z")
_ON_BASES = {
    "csharp": re.compile(r"(?<!\w)base\s*\.\s*\Z"),
    "php": re.compile(r"(?<!\w)parent\s*::\s*\Z"),
    "rust": re.compile(r"(?!)"),  # there `super::` is the module around
}


@dataclass(frozen=True, slots=True)
class OwnCalls:
    """Tells which calls of the name of a member are of the member that another type, or module, has of that name.

    Those of a subtype, one of whose bases is the type of the member, may still be of it.
    """

    calls: Calls
    member: SymbolMatch
    _known: dict[tuple[str, str, bool], bool | None] = field(default_factory=dict)

    def are_of_another(self, caller: Caller) -> bool:
        """Whether a caller calls on itself what its own type has, or names a type that has it, and it is another."""
        language = self.calls.source(caller.path).language
        if (owner := self.calls.owners.before(self._before(caller), language)) is not None:
            return self._is_anothers(owner, caller.path)
        if not self.member.symbol.container or caller.around is None:
            return False
        is_on_bases = self._is_on_bases(caller)
        if not is_on_bases and not self._is_on_itself(caller):
            return False
        innermost_first = (
            self._is_another_in(scope, caller.path, is_on_bases) for scope in _scopes(caller.around.symbol)
        )
        return next((found for found in innermost_first if found is not None), False)

    def _before(self, caller: Caller) -> str:
        line = self.calls.source(caller.path).lines[caller.line]
        return line[max(caller.character - LOOKED_AT, 0) : caller.character]

    def _is_anothers(self, owner: str, path: str) -> bool:
        """Whether a type or module that a call names is another than that of the member, and has its own, or may."""
        own = last(self.member.symbol.container)
        if owner == own:
            return False
        if found := self.calls.owners.meant(owner, self.member.symbol.name, path):
            return self._are_others(found)
        return bool(own) and self.calls.owners.is_foreign(owner, self.calls.source(path), own)

    def _is_on_itself(self, caller: Caller) -> bool:
        source, before = self.calls.source(caller.path), self._before(caller)
        if source.language == "go" and caller.around is not None:
            receiver = _OF_GO.match(source.lines[caller.around.symbol.span.start_line])
            return receiver is not None and before.endswith(f"{receiver[1]}.")
        is_alone = source.language not in WITH_RECEIVER and not before.endswith(RECEIVER)
        return is_alone or _ITSELF.search(before) is not None

    def _is_on_bases(self, caller: Caller) -> bool:
        language = self.calls.source(caller.path).language
        return _ON_BASES.get(language, _ON_SUPER).search(self._before(caller)) is not None

    def _is_another_in(self, scope: str, path: str, is_on_bases: bool) -> bool | None:
        """Whether what code in a scope means by the name is another member; None if it is no type that has one."""
        key = scope, path, is_on_bases
        if key not in self._known:
            found = self._meant_in(*key)
            self._known[key] = self._are_others(found) if found else None
        return self._known[key]

    def _meant_in(self, scope: str, path: str, is_on_bases: bool) -> Sequence[SymbolMatch]:
        name, bases = self.member.symbol.name, self.calls.owners.bases
        own = [] if is_on_bases else bases.members(scope, name, path)
        return own or [one for holder in bases.types(scope, path) for one in bases.inherited(holder, name)]

    def _are_others(self, found: Sequence[SymbolMatch]) -> bool:
        """Whether none of the definitions that a call may mean is the member or overrides it."""
        return not any(map(self._may_be_member, found))

    def _may_be_member(self, match: SymbolMatch) -> bool:
        own = self.member.symbol
        if (match.path, match.symbol.span) == (self.member.path, own.span):
            return True
        if own.is_declaration and match.symbol.container == own.container:
            return True
        bases = self.calls.owners.bases
        holders = bases.types(match.symbol.container or "", match.path)
        return any(bases.are_named(holder, last(own.container)) for holder in holders)


def _scopes(symbol: Symbol) -> Iterator[str]:
    """Yield the whole name of a definition, then those of its enclosing ones, the innermost first."""
    scope = qualified(symbol.container, symbol.name)
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
