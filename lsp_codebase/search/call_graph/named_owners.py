"""The type or module that a call names in front of it: `Vec::new()` calls no `new` but that of `Vec`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import UNCANCELLED
from lsp_codebase.search.call_graph.aliases import may_be_alias, meant_by_alias
from lsp_codebase.search.call_graph.bases import HOLDERS, Bases, folder_of, nearest
from lsp_codebase.search.call_graph.call_languages import are_related, is_imported_by_name
from lsp_codebase.search.call_graph.call_targets import brought_in
from lsp_codebase.search.call_graph.expressions import Expression, Form
from lsp_codebase.search.call_graph.extensions import extended_type
from lsp_codebase.search.call_graph.modules import Modules
from lsp_codebase.search.call_graph.type_texts import types_in
from lsp_codebase.symbols import ANYTHING, SymbolPattern, find_exact, find_spelled

_MADE_BY_NEW = frozenset("csharp go groovy java javascript jsx php svelte tsx typescript vue".split())
"""Languages in which `Cart()` is a call of a function."""
_RENAMED = r"\bas:?\s+{owner}\b|(?:^|\b(?:const|let|namespace|type|typealias|using|val|var)\b)\s*{owner}\s*="
_ITSELF = frozenset("Self base cls crate parent self static super this".split())
_CAPITAL = re.compile(r"_{0,2}[^\W\d_a-z]\w+")
_MOST = 16  # definitions of one name that are looked at


def last(scope: str) -> str:
    """Return the name of a type or module without those around it."""
    return scope.rpartition(".")[2]


class Owner(NamedTuple):
    """A type or module, as a file calls it. A value is one of it or of a subtype, unless it is exact.

    A module of the codebase has its `files`. What has no name is of a library, as a module if it is exact. The
    parameters of a type stand `inner` in it, as they are written: a list has that of its elements.
    """

    name: str
    path: str
    is_exact: bool = False
    files: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedOwners:
    """What is known of types and modules by their names alone. Each is looked up once."""

    bases: Bases
    modules: Modules
    _members: dict[tuple[str, str], Sequence[SymbolMatch]] = field(default_factory=dict)
    _defined: dict[tuple[str, str], Sequence[SymbolMatch]] = field(default_factory=dict)
    _outermost: dict[str, Sequence[SymbolMatch]] = field(default_factory=dict)
    _is_defined: dict[tuple[str, bool], bool] = field(default_factory=dict)
    _is_type: dict[str, bool] = field(default_factory=dict)
    _unaliased: dict[tuple[str, str], Sequence[Owner]] = field(default_factory=dict)

    def by_name(self, expression: Expression, path: str) -> tuple[Owner, ...]:
        """Return the type or module that an expression ends with, or what it makes one of, by the name alone.

        A name in small letters before a dot may be a variable, and one of a single letter a parameter for types.
        """
        *others, last_step = expression.steps
        if last_step.form is Form.CALLED and last_step.name == "new" and others:
            made = others[-1].name
            return (Owner(made, path, is_exact=True),) if _CAPITAL.fullmatch(made) else ()
        name, is_module = last_step.name, expression.sign == "::"
        if last_step.form is Form.NAMED:
            is_named = bool((is_module and name[1:]) or _CAPITAL.fullmatch(name)) and name not in _ITSELF
        else:
            is_named = last_step.form is Form.MADE or bool(self.made(name, path))
        if is_named and others and is_imported_by_name(self.bases.source(path).language):
            name = ".".join(step.name for step in expression.steps)
            is_named = others[0].name not in _ITSELF and all(step.form is Form.NAMED for step in others)
        return (Owner(name, path, is_exact=True),) if is_named else ()

    def declared(self, types: str, path: str, *, is_awaited: bool = False) -> tuple[Owner, ...]:
        """Return the types that a value of a written type may have, by their own names: aliases are followed."""
        return (
            *(
                owner._replace(inner=one.parameters) if owner.name == one.name else owner
                for one in types_in(types, is_awaited=is_awaited)
                for owner in self._own_names(one.name, path)
            ),
        )

    def extended(self, member: SymbolMatch) -> tuple[Owner, ...] | None:
        """Return the types whose values a member of another type is called on, None if it is no extension.

        None of them is told where it may be any.
        """
        holders = self.bases.types(member.symbol.container, member.path)
        types = extended_type(self.bases.source(member.path), member, holders)
        return self.declared(types, member.path) if types else None

    def may_extend(self, member: SymbolMatch, owner: Owner) -> bool:
        """Whether a member of another type may be called on values of a type, of a library, whose bases none tells."""
        extended = self.extended(member)
        if extended is None:
            return False
        return not extended or not owner.is_exact or last(owner.name) in {last(one.name) for one in extended}

    def _own_names(self, name: str, path: str) -> Sequence[Owner]:
        if (name, path) not in self._unaliased:
            self._unaliased[name, path] = own = [Owner(name, path)]  # while it is asked for: it may mean itself
            for one in filter(
                lambda match: may_be_alias(match.symbol), self.bases.seen(name, path)[:1] if name else ()
            ):
                meant = meant_by_alias(self.bases.source(one.path), one.symbol)
                self._unaliased[name, path] = (self.declared(meant, one.path) if meant else ()) or own
        return self._unaliased[name, path]

    def made(self, name: str, path: str) -> tuple[Owner, ...]:
        """Return the type of what a call makes that needs no `new`, if there is one of its name."""
        if not _CAPITAL.fullmatch(name) or self.bases.source(path).language in _MADE_BY_NEW:
            return ()
        is_made = self._is_made(name) or self.modules.are_of_library(name, path, self.bases.source(path))
        return (Owner(name, path, is_exact=True),) if is_made else ()

    def meant(self, owner: Owner, name: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name in an owner: those of a type, or else of its bases.

        If its file means no type by it, those of all modules called so.
        """
        if owner.files:
            return [one for path in owner.files for one in self.bases.names.inside("", name, path)]
        holders = self.bases.seen(owner.name, owner.path) if owner.name else ()
        found = [one for holder in holders for one in self.bases.had(holder, name)]
        return found or ([] if self.is_of_library(owner) else self._members_of_all(last(owner.name), name))

    def is_of_library(self, owner: Owner) -> bool:
        """Whether a file has an owner from elsewhere, though the codebase may define another one of its name."""
        head, source = owner.name.partition(".")[0], self.bases.source(owner.path)
        return (
            not owner.name
            or not self.bases.knows(head, owner.path)
            or self.modules.are_of_library(head, owner.path, source)
        )

    def _members_of_all(self, owner: str, name: str) -> Sequence[SymbolMatch]:
        if (owner, name) not in self._members:
            has_any = any(last(scope) == owner for scope in self.bases.names.scopes_of(name))
            found = find_exact(self.bases.names, SymbolPattern(name, (owner,)), limit=_MOST) if has_any else ()
            self._members[owner, name] = [
                match for match in found if match.symbol.name == name and last(match.symbol.container) == owner
            ]
        return self._members[owner, name]

    def is_foreign(self, asked: Owner, meant: str = "") -> bool:
        """Whether an owner is of a library: nothing is called so, and its file gives no other one this name.

        `meant` is the type in question, which alone counts then.
        """
        if asked.files:
            return False
        if self.is_of_library(asked):
            return True
        owner, source = last(asked.name), self.bases.source(asked.path)
        if (owner, asked.is_exact) not in self._is_defined:
            found = find_spelled(self.bases.names, owner, limit=_MOST, context=ANYTHING, cancel=UNCANCELLED)
            self._is_defined[owner, asked.is_exact] = any(
                last(match.symbol.name) == owner and (asked.is_exact or not match.symbol.container) for match in found
            )
        if self._is_defined[owner, asked.is_exact] or any(
            owner in words for words, is_relative in source.imports if is_relative
        ):
            return False
        renamed = re.compile(_RENAMED.format(owner=re.escape(owner)))
        lines = (line for line in source.lines if owner in line and meant.lower() in line.lower())
        return not any(map(renamed.search, lines))

    def is_whole(self, owner: Owner) -> bool:
        """Whether an owner is a type whose bases are all known, or of libraries."""
        holders = self.bases.seen(owner.name, owner.path) if owner.name else ()
        written = {named for holder in holders for one in self.bases.lineage(holder) for named in self.bases.named(one)}
        return bool(holders) and all(self.bases.seen(*one) or self.is_foreign(Owner(*one)) for one in written)

    def has_bases_of_libraries(self, holder: SymbolMatch) -> bool:
        """Whether a type has bases, all of libraries."""
        written = self.bases.named(holder)
        return bool(written) and all(self.is_foreign(Owner(name, path)) for name, path in written)

    def defined(self, name: str, path: str) -> Sequence[SymbolMatch]:
        """Return the definitions in no type that a file means by a name alone: its own, or those that it imports.

        Where nothing is imported by its name, the only one, in Go that of the folder.
        """
        if (name, path) not in self._defined:
            self._defined[name, path] = self._look(name, path)
        return self._defined[name, path]

    def _look(self, name: str, path: str) -> Sequence[SymbolMatch]:
        source = self.bases.source(path)
        if name not in self._outermost:
            self._outermost[name] = self.bases.names.inside("", name)
        found = [one for one in self._outermost[name] if are_related(source.language, one.language)]
        if source.language == "go":
            return [one for one in found if folder_of(one.path) == folder_of(path)]
        if own := [one for one in found if one.path == path]:
            return own
        brought = brought_in(name, found, source)
        if brought is not None or not self.bases.knows(name, path):
            return nearest(brought or [], path)
        return found if len(found) == 1 else []

    def _is_made(self, name: str) -> bool:
        """Whether there is a type of a name: else a function may be called so."""
        if name not in self._is_type:
            self._is_type[name] = bool(self.bases.names.called(name, HOLDERS))
        return self._is_type[name]
