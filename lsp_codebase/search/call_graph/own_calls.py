"""Calls of what another type has: `self.poll()` in a type that has a `poll`, perhaps of a base, and `Queue.poll()`."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.bases import scope_of
from lsp_codebase.search.call_graph.call_targets import TYPES
from lsp_codebase.search.call_graph.calls import Caller, Calls
from lsp_codebase.search.call_graph.named_owners import last
from lsp_codebase.search.call_graph.receivers import Receiver, is_alone, receiver_in, text_before


@dataclass(frozen=True, slots=True)
class OwnCalls:
    """Tells which calls of the name of a member are of the member that another type, or module, has of that name.

    Those of a subtype, one of whose bases is the type of the member, may still be of it, except on its bases.
    """

    calls: Calls
    member: SymbolMatch
    _known: dict[tuple[str, str, Receiver], bool] = field(default_factory=dict)

    def are_of_another(self, caller: Caller) -> bool:
        """Whether a caller calls on itself what its own type has, or names a type that has it, and it is another."""
        source = self.calls.source(caller.path)
        before = text_before(source.lines[caller.line], caller.character)
        if (owner := self.calls.owners.before(before, source.language)) is not None:
            return self._is_anothers(owner, caller.path)
        name, line = self.member.symbol.name, source.lines[caller.line]
        is_bare = line.startswith(name, caller.character) and is_alone(before, source)  # not the sign of an operator
        if is_bare and self._needs_receiver(caller) and not source.binds(name):
            return True
        if not self.member.symbol.container or caller.around is None:
            return False
        receiver = receiver_in(before, source, caller.around.symbol)
        return receiver is not None and self._is_another_in(scope_of(caller.around), caller.path, receiver)

    def _needs_receiver(self, caller: Caller) -> bool:
        """Whether the member is one of a class, and the caller no part of its body between the members.

        That of an object or interface may be called by its name alone: `function Cart({ onSave }) { onSave() }`.
        """
        match, scope = self.member, self.member.symbol.container
        if match.symbol.kind is not SymbolKind.Method or not scope:
            return False
        is_in_body = caller.around is not None and scope_of(caller.around) == scope
        return not is_in_body and any(
            one.symbol.kind in TYPES for one in self.calls.owners.bases.types(scope, match.path)
        )

    def _is_anothers(self, owner: str, path: str) -> bool:
        """Whether a type or module that a call names is another than that of the member, and has its own, or may."""
        own = last(self.member.symbol.container)
        if owner == own:
            return False
        if found := self.calls.owners.meant(owner, self.member.symbol.name, path):
            return not any(map(self._may_be_member, found))
        return bool(own) and self.calls.owners.is_foreign(owner, self.calls.source(path), own)

    def _is_another_in(self, scope: str, path: str, receiver: Receiver) -> bool:
        """Whether what code in a scope means by the name is surely another member."""
        key = scope, path, receiver
        if key not in self._known:
            is_meant = self._may_be_called if receiver is Receiver.BASES else self._may_be_member
            found = self.calls.owners.bases.meant_in(scope, self.member.symbol.name, path, receiver)
            self._known[key] = bool(found) and not any(map(is_meant, found))
        return self._known[key]

    def _may_be_called(self, match: SymbolMatch) -> bool:
        """Whether a definition is the member; another one may define what is only declared."""
        is_same = (match.path, match.symbol.span) == (self.member.path, self.member.symbol.span)
        return is_same or (self.member.symbol.is_declaration and self._may_be_member(match))

    def _may_be_member(self, match: SymbolMatch) -> bool:
        """Whether a definition is the member, defines what it declares, or overrides it."""
        own = self.member.symbol
        if (match.path, match.symbol.span) == (self.member.path, own.span):
            return True
        if own.is_declaration and match.symbol.container == own.container:
            return True
        bases = self.calls.owners.bases
        holders = bases.types(match.symbol.container or "", match.path)
        return any(bases.are_named(holder, last(own.container)) for holder in holders)
