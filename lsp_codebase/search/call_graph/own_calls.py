"""Calls of what another type has: `self.poll()` in a type with a `poll` of its own, and `Queue.poll()`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Symbol, qualified
from lsp_codebase.search.call_graph.call_targets import WITH_RECEIVER
from lsp_codebase.search.call_graph.calls import LOOKED_AT, RECEIVER, Caller, Calls
from lsp_codebase.search.call_graph.named_owners import last, owner_before
from lsp_codebase.search.call_graph.type_heads import LONGEST_HEAD, Heads

_ITSELF = re.compile(r"(?<!\w)(?:cls|self|Self|static|\$?this(?:@\w+)?)\s*(?:\?\.|\.|->|::?)\s*\Z")
_OF_GO = re.compile(r"\s*func\s*\(\s*(\w+)\s")
_WORD = re.compile(r"\w+")
_HEAD_END = re.compile(r"[{;]|:\s*\n|\n\s*\n")


@dataclass(frozen=True, slots=True)
class OwnCalls:
    """Tells which calls of the name of a member are of the member that another type, or module, has of that name.

    Those of a subtype, whose head names the type of the member, may still be of it.
    """

    calls: Calls
    member: SymbolMatch
    _known: dict[tuple[str, str], bool | None] = field(default_factory=dict)
    _words: dict[str, set[str]] = field(default_factory=dict)

    def are_of_another(self, caller: Caller) -> bool:
        """Whether a caller calls on itself a member that its own type defines, or names a type that defines it."""
        if (owner := owner_before(self._before(caller))) is not None:
            return self._is_anothers(owner, caller.path)
        if not self.member.symbol.container or caller.around is None or not self._is_on_itself(caller):
            return False
        innermost_first = (self._has_another(scope, caller.path) for scope in _scopes(caller.around.symbol))
        return next((found for found in innermost_first if found is not None), False)

    def _before(self, caller: Caller) -> str:
        line = self.calls.source(caller.path).lines[caller.line]
        return line[max(caller.character - LOOKED_AT, 0) : caller.character]

    def _is_anothers(self, owner: str, path: str) -> bool:
        """Whether a type or module that a call names is another than that of the member, and has its own, or may."""
        own = last(self.member.symbol.container)
        if owner == own:
            return False
        owners = self.calls.owners
        scopes = {match.symbol.container for match in owners.members(owner, self.member.symbol.name)}
        if not scopes:
            return bool(own) and owners.is_foreign(owner, self.calls.source(path), own)
        return all(self._has_another(scope, path) for scope in scopes)

    def _is_on_itself(self, caller: Caller) -> bool:
        source, before = self.calls.source(caller.path), self._before(caller)
        if source.language == "go" and caller.around is not None:
            receiver = _OF_GO.match(source.lines[caller.around.symbol.span.start_line])
            return receiver is not None and before.endswith(f"{receiver[1]}.")
        is_alone = source.language not in WITH_RECEIVER and not before.endswith(RECEIVER)
        return is_alone or _ITSELF.search(before) is not None

    def _has_another(self, scope: str, path: str) -> bool | None:
        """Whether the member that code in a scope means by the name is another one; None if the scope has none."""
        if (scope, path) not in self._known:
            self._known[scope, path] = self._look(scope, path)
        return self._known[scope, path]

    def _look(self, scope: str, path: str) -> bool | None:
        symbol = self.member.symbol
        named = [one for one in self.calls.corpus.names.inside(scope) if one.symbol.name == symbol.name]
        if not named:
            return None
        defined = [one for one in named if not one.symbol.is_declaration] or named
        own = [one for one in defined if one.path == path] or defined
        is_same = any((one.path, one.symbol.span) == (self.member.path, symbol.span) for one in own)
        is_declared = symbol.is_declaration and scope == symbol.container
        return not (is_same or is_declared or self._is_subtype(scope, {path, *(one.path for one in named)}))

    def _is_subtype(self, scope: str, paths: set[str]) -> bool:
        """Whether a head in some files names both a type and that of the member."""
        name = last(scope)
        return any(name in self._words_of_subtypes(path) for path in paths)

    def _words_of_subtypes(self, path: str) -> set[str]:
        """Return all words of the heads in a file that name the type of the member."""
        if path not in self._words:
            source, heads = self.calls.source(path), Heads(last(self.member.symbol.container))
            text = "\n".join(source.lines)
            begun = (text[at : at + LONGEST_HEAD] for at in heads.of(text, source.language))
            self._words[path] = {word for one in begun for word in _WORD.findall(_HEAD_END.split(one, maxsplit=1)[0])}
        return self._words[path]


def _scopes(symbol: Symbol) -> Iterator[str]:
    """Yield the whole name of a definition, then those of its enclosing ones, the innermost first."""
    scope = qualified(symbol.container, symbol.name)
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
