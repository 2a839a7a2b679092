"""Calls of what another type has: `self.poll()` in a type that has a `poll`, perhaps of a base, and `Queue.poll()`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, SymbolKind
from lsp_codebase.search.call_graph.bases import is_structural, scope_of
from lsp_codebase.search.call_graph.call_targets import TYPES
from lsp_codebase.search.call_graph.calls import Caller, Calls
from lsp_codebase.search.call_graph.named_owners import Owner, last
from lsp_codebase.search.call_graph.receivers import Receiver, is_alone, receiver_in, text_before


@dataclass(frozen=True)
class OwnCalls:
    """Tells which calls of the name of a member are of the member that another type, or module, has of that name.

    Those of a subtype, one of whose bases is the type of the member, may still be of it, except on its bases.
    """

    calls: Calls
    member: SymbolMatch
    _fitting: dict[tuple[str, Span], bool] = field(default_factory=dict)
    _known: dict[tuple[str, str, Receiver], bool | None] = field(default_factory=dict)

    def are_of_another(self, caller: Caller) -> bool:
        """Whether a caller surely calls the member of another type, or of a library."""
        return self.is_of(caller) is False

    def is_of(self, caller: Caller) -> bool | None:
        """Whether a call is, or may be, of the member by what it is made on; None if nothing tells."""
        source = self.calls.source(caller.path)
        before = text_before(source.lines[caller.line], caller.character)
        receiver = receiver_in(before, source, caller.around.symbol) if caller.around is not None else None
        if receiver is None:
            owners = self.calls.values.in_front(before, caller.path, caller.line, caller.character)
            if owners:
                return self._is_of_any(owners)
        name, line = self.member.symbol.name, source.lines[caller.line]
        is_bare = line.startswith(name, caller.character) and is_alone(before, source)  # not the sign of an operator
        if is_bare and self._needs_receiver(caller) and not source.binds(name):
            return False
        if not self.member.symbol.container or caller.around is None or receiver is None:
            return None
        return self._is_in(scope_of(caller.around), caller.path, receiver)

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

    def _is_of_any(self, owners: Sequence[Owner]) -> bool | None:
        """Whether the member is what one of some types or modules has of its name."""
        told = [*map(self._is_of, owners)]
        return True if any(told) else None if None in told else False

    def _is_of(self, owner: Owner) -> bool | None:
        """Whether the member is what a type or module has of its name that a call is on; a subtype may have it, too."""
        own = last(self.member.symbol.container)
        owners = self.calls.owners
        if self._extended is not None and last(owner.name) != own:
            return self._extends(owner, self._extended)
        if last(owner.name) == own and owners.is_of_library(owner):
            return False
        if not owner.is_exact and self._is_base(owner):
            return True
        if found := owners.meant(owner, self.member.symbol.name):
            return any(map(self._may_be_member, found))
        if last(owner.name) == own:
            return True
        is_told = bool(owner.files) or owners.is_whole(owner) or owners.is_foreign(owner, own)
        return False if is_told and own else None

    def _extends(self, owner: Owner, extended: Sequence[Owner]) -> bool | None:
        """Whether the member, an extension, is called on values of a type: one that it extends, or a subtype."""
        bases = self.calls.owners.bases
        holders = bases.seen(owner.name, owner.path) if owner.name else ()
        names = {last(one.name) for one in extended}
        if last(owner.name) in names or any(bases.are_named(holder, name) for holder in holders for name in names):
            return True
        if not extended or not self.calls.owners.is_whole(owner):
            return None
        are_known = all(bases.seen(one.name, one.path) for one in extended)  # else it may be one of a library's bases
        return (
            None if not are_known and any(bases.named(one) for own in holders for one in bases.lineage(own)) else False
        )

    @cached_property
    def _extended(self) -> Sequence[Owner] | None:
        """The types that the member extends, None if it is no extension."""
        return self.calls.owners.extended(self.member)

    def _is_base(self, owner: Owner) -> bool:
        """Whether the type of the member is a subtype of another, or has all methods of it where these are enough."""
        bases = self.calls.owners.bases
        holders = bases.types(self.member.symbol.container, self.member.path)
        if any(bases.are_named(holder, last(owner.name)) for holder in holders):
            return True
        interfaces = [one for one in bases.seen(owner.name, owner.path) if is_structural(one)]
        if any(_key(one) not in self._fitting for one in interfaces):
            own = {name for holder in holders for name in bases.method_names(holder)}
            for one in interfaces:
                methods = bases.method_names(one)
                self._fitting[_key(one)] = bool(methods) and methods <= own
        return any(self._fitting[_key(one)] for one in interfaces)

    def _is_in(self, scope: str, path: str, receiver: Receiver) -> bool | None:
        """Whether the member is what code in a scope means by its name."""
        key = scope, path, receiver
        if key not in self._known:
            is_meant = self._may_be_called if receiver is Receiver.BASES else self._may_be_member
            found = self.calls.owners.bases.meant_in(scope, self.member.symbol.name, path, receiver)
            if receiver is Receiver.ITSELF and self._is_inside_base(scope, path):
                self._known[key] = True
            elif found:
                self._known[key] = any(map(is_meant, found))
            else:
                self._known[key] = False if self._is_of_none(scope, path, receiver) else None
        return self._known[key]

    def _is_inside_base(self, scope: str, path: str) -> bool:
        """Whether a scope is in a base of the type of the member, which may override what is called there."""
        return any(self._is_base(Owner(scope_of(one), path)) for one in self.calls.owners.bases.around(scope, path))

    def _is_of_none(self, scope: str, path: str, receiver: Receiver) -> bool:
        """Whether what is called on itself or its bases is a value of a field, or of a base of a library."""
        holders = self.calls.owners.bases.around(scope, path)
        if receiver is Receiver.BASES:
            return bool(holders) and all(map(self.calls.owners.has_bases_of_libraries, holders))
        name = self.member.symbol.name
        return any(
            self.calls.values.is_assigned(one, name)
            for holder in holders
            for one in self.calls.owners.bases.lineage(holder)
        )

    def _may_be_called(self, match: SymbolMatch) -> bool:
        """Whether a definition is the member; another one may define what is only declared."""
        is_same = (match.path, match.symbol.span) == (self.member.path, self.member.symbol.span)
        return is_same or (self.member.symbol.is_declaration and self._may_be_member(match))

    def _may_be_member(self, match: SymbolMatch) -> bool:
        """Whether a definition is the member, or another one of its name in its type, or overrides it."""
        own, bases = self.member.symbol, self.calls.owners.bases
        if bases.are_of_one_type(match, self.member):
            return True
        holders = bases.types(match.symbol.container, match.path)
        return any(bases.are_named(holder, last(own.container)) for holder in holders)


def _key(match: SymbolMatch) -> tuple[str, Span]:
    return match.path, match.symbol.span
