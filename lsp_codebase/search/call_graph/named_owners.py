"""The type or module that a call names in front of it: `Vec::new()` calls no `new` but that of `Vec`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import CancelToken
from lsp_codebase.search.call_graph.bases import HOLDERS, Bases
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.symbols import ANYTHING, SymbolContext, SymbolPattern, find_exact, find_spelled

_NAMED = re.compile(r"(?<!\w)(?:([^\W\d_a-z]\w+)\s*\.|([^\W\d]\w+)\s*(?:(?:::)?<[^<>()]*>)?\s*::)\s*\Z")
"""A name in small letters before a dot may be a variable, and one of a single letter a parameter for types."""
_ARGUMENTS = r"\((?:[^()]|\([^()]*\))*\)"
_USED = r"\)*\s*(?:\?\.|\.|->|::)\s*\Z"
_NEW = re.compile(rf"(?<!\w)new\s+(?:\w+(?:\.|::|\\))*\\?([^\W\d]\w+)(?:<[^()]*>)?\s*(?:{_ARGUMENTS}|(?=\)))\s*{_USED}")
_MADE = re.compile(
    rf"(?<!\w)([^\W\d_a-z]\w+)(?:(?:<[^()]*>)?(?:{_ARGUMENTS}|{{[^{{}}]*}})|(?:\.|::|->)new(?:{_ARGUMENTS})?)\s*{_USED}"
)
_MADE_BY_NEW = frozenset("csharp go groovy java javascript jsx php svelte tsx typescript vue".split())
"""Languages in which `Cart()` is a call of a function."""
_LITERAL = re.compile(rf"(?<!\w)([^\W\d_a-z]\w+){{[^{{}}]*}}\s*{_USED}")
_RENAMED = r"\bas:?\s+{owner}\b|(?:^|\b(?:const|let|namespace|type|typealias|using|val|var)\b)\s*{owner}\s*="
_ITSELF = frozenset("Self base cls crate parent self static super this".split())
_MOST = 16  # definitions of one name that are looked at


def last(scope: str) -> str:
    """Return the name of a type or module without those around it."""
    return scope.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class NamedOwners:
    """What is known of types and modules by their names alone. Each is looked up once."""

    bases: Bases
    _members: dict[tuple[str, str], Sequence[SymbolMatch]] = field(default_factory=dict)
    _is_defined: dict[str, bool] = field(default_factory=dict)
    _is_type: dict[str, bool] = field(default_factory=dict)

    def before(self, text: str, language: str) -> str | None:
        """Return the type or module that the text in front of a called name ends with, or what it makes one of.

        None without one.
        """
        if not text.endswith((".", ":", ">", " ")):
            return None
        if found := _NAMED.search(text):
            owner = found[1] or found[2]
            return None if owner in _ITSELF else owner
        if found := _NEW.search(text):
            return found[1]
        found = (_LITERAL if language in _MADE_BY_NEW else _MADE).search(text)
        return found[1] if found and self._is_made(found[1]) else None

    def meant(self, owner: str, name: str, path: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name in what a file calls `owner`: those of a type, or else of its bases.

        If the file means no type by it, those of all modules called so.
        """
        holders = self.bases.seen(owner, path)
        found = [one for holder in holders for one in self.bases.had(holder, name)]
        return found or self._members_of_all(owner, name)

    def _members_of_all(self, owner: str, name: str) -> Sequence[SymbolMatch]:
        if (owner, name) not in self._members:
            found = find_exact(self.bases.names, SymbolPattern(name, (owner,)), limit=_MOST)
            self._members[owner, name] = [
                match for match in found if match.symbol.name == name and last(match.symbol.container) == owner
            ]
        return self._members[owner, name]

    def is_foreign(self, owner: str, source: Source, meant: str = "") -> bool:
        """Whether what a file calls so is of a library: nothing is, and the file gives no other one this name.

        `meant` is the type in question, which alone counts then.
        """
        if owner not in self._is_defined:
            found = find_spelled(self.bases.names, owner, limit=_MOST, context=ANYTHING, cancel=CancelToken())
            self._is_defined[owner] = any(last(match.symbol.name) == owner for match in found)
        if self._is_defined[owner] or any(owner in words for words, is_relative in source.imports if is_relative):
            return False
        renamed = re.compile(_RENAMED.format(owner=re.escape(owner)))
        lines = (line for line in source.lines if owner in line and meant.lower() in line.lower())
        return not any(map(renamed.search, lines))

    def _is_made(self, name: str) -> bool:
        """Whether there is a type of a name: else a function may be called so."""
        if name not in self._is_type:
            context = SymbolContext(kinds=HOLDERS)
            self._is_type[name] = bool(find_exact(self.bases.names, name, limit=1, context=context))
        return self._is_type[name]
