"""The bases of a type, as its head names them, and what it has from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import Span, SymbolKind, qualified
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.call_graph.call_languages import are_related, imports_types, is_imported_by_name
from lsp_codebase.search.call_graph.call_targets import brought_in, module_of
from lsp_codebase.search.call_graph.go_packages import GoPackages
from lsp_codebase.search.call_graph.receivers import Receiver
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_heads import bases_at, bases_by_type, bases_inside

HOLDERS = frozenset({SymbolKind.Class, SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Module, SymbolKind.Struct})
"""The kinds whose members can call."""

_EXTENSIONS = frozenset({SymbolKind.Namespace})  # of Swift
_TYPES = HOLDERS | _EXTENSIONS
_MOST_NAMESAKES = 512  # of a type are looked at, the nearest
_MOST_MEANT = 4  # types of one name that nothing tells apart
_MOST_PARTS = 16  # of one type are read
_OFTEN = 32  # questions about one scope
_MOST_BASES = 64  # of a type, with those of its bases
_HEAD_LINES, _HEAD_LETTERS, _BODY_LINES = 60, 5_000, 2_000
_MOST_FILES = 8  # that hold members of a type of Rust, and so perhaps what it implements
_WHOLE = frozenset("dart groovy java javascript jsx kotlin php python scala svelte tsx typescript vue".split())
"""Languages whose types have all of their members in one place."""
_IN_PARTS = frozenset("crystal csharp ruby swift".split())
"""Languages whose types have several heads."""

_STRUCTURAL = frozenset("go svelte tsx typescript vue".split())

_Key = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class Bases:
    """Reads the heads of types, each once, when it is asked about. `source` returns a file as it is read."""

    names: Snapshot
    source: Callable[[str], Source]
    packages: GoPackages
    _asked: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    _inner: dict[tuple[str, str | None], dict[str, list[SymbolMatch]]] = field(default_factory=dict)
    _types: dict[tuple[str, str], Sequence[SymbolMatch]] = field(default_factory=dict)
    _seen: dict[tuple[str, str], Sequence[SymbolMatch]] = field(default_factory=dict)
    _written: dict[_Key, Sequence[tuple[str, str]]] = field(default_factory=dict)
    _lineages: dict[_Key, Sequence[SymbolMatch]] = field(default_factory=dict)
    _called: dict[str, Sequence[SymbolMatch]] = field(default_factory=dict)
    _apart: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def members(self, scope: str, name: str, path: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name in a scope, those of a file if it has any."""
        named = self._inside(scope, name, path if self.source(path).language in _WHOLE else None)
        language = self.source(path).language
        named = [one for one in named if are_related(language, one.language)]
        if language == "go":  # whose types of one name are one in a folder
            named = [one for one in named if folder_of(one.path) == folder_of(path)]
        defined = [one for one in named if not one.symbol.is_declaration] or named
        return [one for one in defined if one.path == path] or defined

    def _inside(self, scope: str, name: str, path: str | None) -> Sequence[SymbolMatch]:
        """Return what is called by a name in a scope, all of which is read at once where it is asked about often."""
        key = scope, path
        self._asked[key] += 1
        if key not in self._inner and self._asked[key] < _OFTEN:
            return self.names.inside(scope, name, path)
        if key not in self._inner:
            by_name: dict[str, list[SymbolMatch]] = defaultdict(list)
            for match in self.names.inside(scope, path=path):
                by_name[match.symbol.name].append(match)
            self._inner[key] = by_name
        return self._inner[key].get(name, ())

    def meant_in(self, scope: str, name: str, path: str, receiver: Receiver) -> Sequence[SymbolMatch]:
        """Return the definitions that code in a scope of a file means by a name, on itself or on its bases.

        Those of the innermost type around that has any.
        """
        while scope:
            own = self.members(scope, name, path) if receiver is Receiver.ITSELF else ()
            found = own or [one for holder in self.types(scope, path) for one in self.inherited(holder, name)]
            if found:
                return found
            scope = scope.rpartition(".")[0]
        return []

    def around(self, scope: str, path: str) -> Sequence[SymbolMatch]:
        """Return the innermost types around or of a scope of a file."""
        while scope:
            if found := self.types(scope, path):
                return found
            scope = scope.rpartition(".")[0]
        return []

    def had(self, holder: SymbolMatch, name: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name in a type, or else in the nearest of its bases that has any."""
        return self.members(scope_of(holder), name, holder.path) or self.inherited(holder, name)

    def inherited(self, holder: SymbolMatch, name: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name that a type has from the nearest of its bases that has any."""
        of_bases = (self.members(scope_of(base), name, base.path) for base in self.lineage(holder)[1:])
        return next(filter(None, of_bases), [])

    def are_of_one_type(self, one: SymbolMatch, other: SymbolMatch) -> bool:
        """Whether two members stand in one type, as far as their scopes tell."""
        if one.symbol.container != other.symbol.container or not are_related(one.language, other.language):
            return False
        return self._is_beside(one, other)

    def method_names(self, holder: SymbolMatch) -> frozenset[str]:
        """Return the names of the methods that a type has, of its own or of its bases."""
        return frozenset(
            one.symbol.name
            for base in self.lineage(holder)
            for one in self.names.inside(scope_of(base))
            if one.symbol.kind is SymbolKind.Method and self._is_beside(one, base)
        )

    @staticmethod
    def _is_beside(member: SymbolMatch, holder: SymbolMatch) -> bool:
        """Whether a member of the scope of a type may be of it by its place."""
        if holder.language == "go":
            return folder_of(member.path) == folder_of(holder.path)
        return member.path == holder.path or holder.language not in _WHOLE

    def are_named(self, holder: SymbolMatch, base: str) -> bool:
        """Whether the head of a type, or of one of its bases, names a base so; it may be one of a library."""
        written = (name for one in self.lineage(holder) for name, _ in self.named(one))
        return any(name.rpartition(".")[2] == base for name in written)

    def lineage(self, holder: SymbolMatch) -> Sequence[SymbolMatch]:
        """Return a type and all of its bases, the nearest first, each before its own bases."""
        if _key(holder) not in self._lineages:
            self._lineages[_key(holder)] = self._ordered(holder)
        return self._lineages[_key(holder)]

    def types(self, scope: str, path: str) -> Sequence[SymbolMatch]:
        """Return the types of a whole name, those of a file if it has any."""
        if (scope, path) not in self._types:
            self._types[scope, path] = self._defined(scope, path)
        return self._types[scope, path]

    def _defined(self, scope: str, path: str) -> Sequence[SymbolMatch]:
        outer, _, last = scope.rpartition(".")
        named = self._types_called(last, outer.split(".") if outer else (), path)
        found = [one for one in named if scope_of(one) == scope]
        own = [one for one in found if one.path == path]
        return own if own or self.source(path).language in _WHOLE else nearest(found, path)

    def seen(self, name: str, path: str) -> Sequence[SymbolMatch]:
        """Return the types that a file means by a name, perhaps a qualified one.

        Types of the file, those that it imports by this name, those of files that it imports, or else the nearest.
        """
        if (name, path) not in self._seen:
            self._seen[name, path] = self._look(name, path)
        return self._seen[name, path]

    def _look(self, name: str, path: str) -> Sequence[SymbolMatch]:
        *outer, last = name.split(".")
        source = self.source(path)
        if source.language == "go" and len(outer) < 2:
            return self._of_package(last, outer[0] if outer else "", path)
        found = self._types_called(last, outer, path)
        may_be = found or (self._types_called(last, (), path) if outer else ())  # import acme.shop as shopping
        is_sole = len(may_be) < 2 and not imports_types(source.language)
        brought = brought_in(outer[0] if outer else last, may_be, source) if not is_sole else None
        own = [one for one in found if one.path == path]
        if own and (not outer or brought is None):
            return own[:_MOST_MEANT]
        if not self.knows(outer[0] if outer else last, path):
            return []
        if brought is None:
            beside = [one for one in found if module_of(one.path) in source.imported] if found[1:] else found
            brought = beside or found
        return nearest(brought, path)

    def _of_package(self, name: str, package: str, path: str) -> Sequence[SymbolMatch]:
        """Return the types of a name in a package of Go that a file imports, or else in its own."""
        found = self._types_called(name, (), path)
        if not package:
            return [one for one in found if folder_of(one.path) == folder_of(path)]
        files = {*self.packages.files(self.source(path).packages.get(package, ""), path)}
        return [one for one in found if one.path in files]

    def knows(self, name: str, path: str) -> bool:
        """Whether a file may mean something by a name: its own, or what it imports where all is imported by name."""
        source = self.source(path)
        if not is_imported_by_name(source.language) or source.imports_all or not source.imports:
            return True
        is_own = name in source.imported or any(one.path == path for one in self._types_called(name, (), path))
        return is_own or bool(self.names.inside("", name, path))

    def _types_called(self, name: str, outer: Sequence[str], path: str) -> Sequence[SymbolMatch]:
        """Return the types of a name in scopes that end with others, the nearest of very many."""
        if name not in self._called:
            # Not `class Cart;` of C++, but an extension of Swift, which defines no type and has a head.
            self._called[name] = [*filter(_is_type, self.names.called(name, _TYPES, _EXTENSIONS))]
        language, scope = self.source(path).language, ".".join(("", *outer))
        found = [
            one
            for one in self._called[name]
            if are_related(language, one.language) and f".{one.symbol.container}".endswith(scope)
        ]
        parts = path.split("/") if len(found) > _MOST_NAMESAKES else ()
        found.sort(key=lambda one: -agreeing(one.path.split("/"), parts) if parts else 0)
        return found[:_MOST_NAMESAKES]

    def _ordered(self, holder: SymbolMatch) -> Sequence[SymbolMatch]:
        # Each is done when its bases are, and the last of these are gone through first. So in reverse a base of two
        # types comes behind both.
        known, done, begun = {_key(holder)}, list[SymbolMatch](), [(holder, iter(self._bases(holder)[::-1]))]
        while begun:
            own, left = begun[-1]
            base = next((one for one in left if _key(one) not in known), None)
            if base is None or len(known) == _MOST_BASES:
                done.append(own)
                begun.pop()
            else:
                known.add(_key(base))
                begun.append((base, iter(self._bases(base)[::-1])))
        return done[::-1]

    def _bases(self, holder: SymbolMatch) -> list[SymbolMatch]:
        seen = (one for name, path in self.named(holder) for one in self.seen(name, path))
        return [one for one in seen if scope_of(one) != scope_of(holder) or one.path != holder.path]

    def named(self, holder: SymbolMatch) -> Sequence[tuple[str, str]]:
        """Return the bases of a type as they are written, the nearest first, each with the file that says so."""
        if _key(holder) not in self._written:
            parts = [holder]
            if holder.language in _IN_PARTS:
                parts += [
                    one for one in self._types_called(holder.symbol.name, (), holder.path) if _are_one(one, holder)
                ]
            self._written[_key(holder)] = [
                *dict.fromkeys(named for part in parts[:_MOST_PARTS] for named in self._read(part))
            ]
        return self._written[_key(holder)]

    def _read(self, holder: SymbolMatch) -> Iterator[tuple[str, str]]:
        source, path, symbol = self.source(holder.path), holder.path, holder.symbol
        line = symbol.name_span.start_line
        if symbol.span.end_line >= len(source.lines):
            return  # the file is another one by now
        for name in reversed([*self._read_inside(holder)]):
            yield name, path
        before = "".join(f"{one}\n" for one in source.lines[max(symbol.span.start_line, line - _HEAD_LINES) : line])
        text = before + "\n".join(source.lines[line : line + _HEAD_LINES])[:_HEAD_LETTERS]
        at = len(before) + source.inside(line, symbol.name_span)[0]
        for name in bases_at(text, at, source.language) if text.startswith(symbol.name, at) else ():
            yield name, path
        members = self.names.inside(scope_of(holder)) if source.language == "rust" else ()
        for own in islice(dict.fromkeys((path, *(one.path for one in members))), _MOST_FILES) if members else ():
            for name in self._read_apart(own).get(symbol.name, ()):
                yield name, own

    def _read_inside(self, holder: SymbolMatch) -> Iterator[str]:
        source, span = self.source(holder.path), holder.symbol.span
        text = "\n".join(source.lines[span.start_line : min(span.end_line + 1, span.start_line + _BODY_LINES)])
        for at, base in bases_inside(text, source.language):
            line = span.start_line + text.count("\n", 0, at)
            around = [one for one in self.names.in_file(holder.path, (line, line + 1)) if one.symbol.kind in HOLDERS]
            innermost = max(around, key=lambda one: one.symbol.span.start, default=None)
            if innermost is not None and innermost.symbol.span == span:
                yield base

    def _read_apart(self, path: str) -> dict[str, list[str]]:
        if path not in self._apart:
            source = self.source(path)
            self._apart[path] = bases_by_type("\n".join(source.lines), source.language)
        return self._apart[path]


def scope_of(match: SymbolMatch) -> str:
    """Return the whole name of a type."""
    return qualified(match.symbol.container, match.symbol.name)


def _are_one(one: SymbolMatch, other: SymbolMatch) -> bool:
    return scope_of(one) == scope_of(other)


def folder_of(path: str) -> str:
    """Return the folder of a file."""
    return path.rpartition("/")[0]


def is_structural(match: SymbolMatch) -> bool:
    """Whether a type is one of all that have its methods, though they do not say so."""
    return match.symbol.kind is SymbolKind.Interface and match.language in _STRUCTURAL


def _is_type(match: SymbolMatch) -> bool:
    """Whether a definition may have members and bases: of namespaces extensions of Swift alone."""
    kind = match.symbol.kind
    return kind in HOLDERS or (kind is SymbolKind.Namespace and match.language == "swift")


def _key(holder: SymbolMatch) -> _Key:
    return holder.path, holder.symbol.name_span


def nearest(matches: Sequence[SymbolMatch], path: str) -> Sequence[SymbolMatch]:
    """Return the matches that stand nearest to a file, all of them if they are as near as each other."""
    parts = path.split("/")
    nearness = [agreeing(one.path.split("/"), parts) for one in matches]
    most = max(nearness, default=0)
    return [one for one, near in zip(matches, nearness, strict=True) if near == most][:_MOST_MEANT]
