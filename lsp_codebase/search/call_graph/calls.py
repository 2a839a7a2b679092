"""Callees and callers of a definition, told by names and postings, and by the types that files name.

A call of a name that several definitions share leads to the nearest of them, or nowhere. Code that is no test calls
nothing that tests define: there a name of theirs is one of a library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Position, Span, Symbol, byte_length
from lsp_codebase.search.call_graph.bases import Bases
from lsp_codebase.search.call_graph.call_languages import are_related, lateness, may_call
from lsp_codebase.search.call_graph.call_targets import TYPES, CallForm, meant_by
from lsp_codebase.search.call_graph.enclosing import CALLABLE, Definitions, LineDefinitions
from lsp_codebase.search.call_graph.go_packages import GoPackages
from lsp_codebase.search.call_graph.modules import Modules
from lsp_codebase.search.call_graph.named_owners import NamedOwners, Owner, last
from lsp_codebase.search.call_graph.receivers import SIGNS, Receiver, receiver_in, text_before
from lsp_codebase.search.call_graph.source_file import Sources
from lsp_codebase.search.call_graph.test_code import is_known_to, is_test_code
from lsp_codebase.search.call_graph.values import Values
from lsp_codebase.search.call_graph.variables import Variables
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.mentions import Mentions
from lsp_codebase.symbols import SymbolContext, find_exact

MOST_DEFINITIONS = 3
"""More definitions of one name are too many to say which is meant."""

# A word is read from its start only, and types between it and its arguments only as long as people write them: a long
# line may be one word, or all "a<".
_ARGUMENTS = r"(?:::)?(?:<[\w\s,<>&:]{0,200}>)?\("
_CALL = re.compile(rf"(?<!\w)([^\W\d]\w*[?!]?){_ARGUMENTS}")
_IN_TAG = r"(?<=<)(?<![\w)\]]<)"
_CALL_OR_TAG = re.compile(rf"(?:{_IN_TAG}(?=[A-Z])|(?<!\w)(?=[^\W\d]\w*[?!]?{_ARGUMENTS}))([^\W\d]\w*[?!]?)")
_CALL_OR_REF = re.compile(rf"(?:(?<=ref\([\"'])|(?<!\w)(?=[^\W\d]\w*[?!]?{_ARGUMENTS}))([^\W\d]\w*[?!]?)")
_WITH_REFS = "sql"
"""The language in which `{{ ref('carts') }}`, of dbt, calls the model `carts`."""
_WITH_TAGS = frozenset("astro javascript jsx svelte tsx vue".split())
"""Languages in which `<Cart items={all} />` calls the component `Cart`."""
_WORD = re.compile(r"(?:(?<![\w@$:.\"'])(?:\w+\.)*|(?<=[\w)\]}]\.))([^\W\d]\w+[?!]?)")
"""Behind a value that is no plain name only what its type has is called."""
_HYPHENED = re.compile(r"(?<![\w@$:.\"'/-])(?:[\w.-]+/)?([^\W\d](?:(?:-+>?)?\w)+[?!*]?)")
_COMMAND = re.compile(r"(?:^|[;&|({!`]|\b(?:do|else|elif|if|then|until|while))\s*\Z")
"""The text before the first word of a command."""
_SHELLS = frozenset({"bash", "fish", "powershell", "tcl"})
_BARE = frozenset(
    """bash clojure coffeescript commonlisp crystal elisp elixir elm fennel fish fsharp haskell janet nim ocaml perl
    powershell purescript racket ruby scheme tcl""".split()
)
"""Languages whose calls need no parentheses, or have them before the name: there each mention counts."""
_WITH_HYPHENS = frozenset("bash clojure commonlisp elisp fennel fish janet powershell racket scheme".split())
"""Those of them whose names may hold hyphens."""


class _Named(NamedTuple):
    """A called name, with what the call says of its owner: its name, or what a type around the call means by it."""

    name: str
    owners: tuple[Owner, ...]
    meant: tuple[SymbolMatch, ...]


class Called(NamedTuple):
    """A definition that some lines call: the likeliest of `definitions` of its name."""

    match: SymbolMatch
    definitions: int
    lines: list[int]


class Caller(NamedTuple):
    """Where a name is called, and the innermost definition around the call, None outside of any."""

    path: str
    line: int
    character: int
    around: SymbolMatch | None


@dataclass(frozen=True)
class Calls:
    """The calls in one state of the index. A file is read once."""

    corpus: Corpus
    lines: Callable[[str], Sequence[str]]

    def made_by(self, path: str, own: Span) -> Iterator[Called]:
        """Yield the callees of a stretch of a file, defined elsewhere in the codebase, in the order of the calls."""
        inside = self._defined_in(path, own)
        inner, itself = {symbol.name for symbol in inside}, {last(symbol.container) for symbol in inside}
        for (name, owners, meant), (lines, ways) in self._named_in(path, own).items():
            for spelled in dict.fromkeys((name, name.rstrip("?!"))):
                if meant:
                    is_own = _stands_in(meant[0], path, own)
                else:
                    is_own = spelled in inner and all(last(owner.name) in itself for owner in owners)
                if is_own:  # a type may call thousands of its members
                    continue
                found = self._known_to(path, own, meant or self._meant_by(spelled, owners, path, ways))
                if found:
                    yield Called(found[0], len(found), list(dict.fromkeys(lines)))
                    break

    def _named_in(self, path: str, own: Span) -> dict[_Named, tuple[list[int], set[CallForm]]]:
        """Return the names that a stretch of a file calls, in the order of the calls, with their lines and forms."""
        source = self.source(path)
        name_of, called = _name_of(source.language), dict[_Named, tuple[list[int], set[CallForm]]]()
        beside = Definitions(self.corpus.names.in_file(path, (own.start_line, own.end_line + 1)))
        for line, content in enumerate(source.lines[own.start_line : own.end_line + 1], own.start_line):
            for written in name_of.finditer(content, *source.inside(line, own)):
                if source.asides.hold(line, written.start(1)):
                    continue
                named = self._named_as(written, path, line, beside)
                is_of_value = source.language in _BARE and content[: written.start()].endswith(".")
                if is_of_value and not named.owners and not named.meant:
                    continue
                lines, ways = called.setdefault(named, ([], set()))
                lines.append(line)
                ways.add(_way_of(written, source.language))
        return called

    def _named_as(self, written: re.Match[str], path: str, line: int, beside: Definitions) -> _Named:
        source, name, content = self.source(path), written[1], written.string
        before = text_before(content, written.start(1))
        around = beside.innermost(Position(line, byte_length(content[: written.start(1)])))
        receiver = receiver_in(before, source, around.symbol) if around is not None else None
        if receiver is None and (owners := self.values.in_front(before, path, line, written.start(1))):
            return _Named(name, owners, ())
        if around is None or receiver is None:
            return _Named(name, (), ())
        # A called function may be defined beside the code that calls it, in no type.
        asked = name, around.symbol.container, path, receiver
        if asked not in self._meant:
            self._meant[asked] = self.owners.bases.meant_in(asked[1], name, path, receiver)
        may_be_type = _way_of(written, source.language) is not CallForm.MENTIONED
        found = [one for one in self._meant[asked] if _can_call(one) and (may_be_type or one.symbol.kind not in TYPES)]
        return _Named(name, (), (*_defined(found),))

    def callees(self, path: str, own: Span) -> Iterator[SymbolMatch]:
        """Yield the definitions that a stretch of a file surely calls, in the order of the calls."""
        for called in self.made_by(path, own):
            if called.definitions <= MOST_DEFINITIONS or called.match.path == path:
                yield called.match

    def to(
        self, name: str, path: str, own: Span, most_chunks: int, languages: Collection[str] = ()
    ) -> Iterator[Caller]:
        """Yield the calls of a definition, without its own and other definitions of the name.

        Code comes before tests, code of other languages and documents, near files before others. At most so many
        chunks that mention the name are read. Those of definitions in other languages count if these are given.
        """
        call = call_of(name)
        tag = re.compile(rf"{call.pattern}|{_IN_TAG}{re.escape(name)}(?=[\s/>]|\Z)")
        ref = re.compile(rf"{call.pattern}|(?<=ref\([\"']){re.escape(name)}(?=[\"'])")
        mention = re.compile(rf"(?:(?<![\w:-])|(?<=::)){re.escape(name)}(?![\w?!-])")
        near = self.near(name, path, languages)
        for chunk in islice(chain.from_iterable(one.chunks for one in near), most_chunks):
            language = self.source(chunk.path).language
            written = mention if language in _BARE else tag if language in _WITH_TAGS else call
            written = ref if language == _WITH_REFS else written
            lines = chunk.start_line, chunk.end_line
            yield from self.written_in(chunk.path, lines, written, name, path, own)

    def near(self, name: str, path: str, languages: Collection[str] = ()) -> Sequence[Mentions]:
        """Return the files that may call what a file defines, in the order in which their calls are told."""
        defined_in = frozenset({self.source(path).language, *languages})
        asked = name.rstrip("?!"), path, defined_in
        if asked not in self._near:
            self._near[asked] = self.corpus.files_mentioning(*asked[:2], partial(lateness, defined_in=defined_in))
        return self._near[asked]

    def languages_of(self, name: str) -> frozenset[str]:
        """Return the languages that define a name: calls of any of these definitions look alike."""
        return frozenset(match.language for match in self._all_named(name, ""))

    def written_in(
        self, path: str, lines: tuple[int, int], written: re.Pattern[str], name: str, defined_in: str, own: Span
    ) -> Iterator[Caller]:
        """Yield where code in some lines of a file is `written` so, except inside `own` and at names of definitions.

        Where each mention counts, imports and exports of a name are left out, too.
        """
        source = self.source(path)
        for line, content in enumerate(source.lines[slice(*lines)], lines[0]):
            beside: LineDefinitions | None = None
            for character, place in source.places(line, content, written):
                if path == defined_in and own.start <= place < own.end:
                    continue
                if source.language in _BARE and source.hands_on(line, character):
                    continue
                if beside is None:
                    beside = LineDefinitions(self.corpus.names.in_file(path, (line, line + 1)), line, content, name)
                if not beside.names(place):
                    yield Caller(path, line, character, beside.innermost(place))

    def _defined_in(self, path: str, own: Span) -> Sequence[Symbol]:
        """Return what a stretch of a file defines that may call."""
        touching = self.corpus.names.in_file(path, (own.start_line, own.end_line + 1))
        return [match.symbol for match in touching if _can_call(match) and own.contains(match.symbol.name_span)]

    @cached_property
    def source(self) -> Sources:
        """The files as they are read here."""
        return Sources(self.corpus, self.lines)

    @cached_property
    def owners(self) -> NamedOwners:
        """The types and modules that calls name."""
        packages = GoPackages(self.corpus, self.source)
        return NamedOwners(Bases(self.corpus.names, self.source, packages), Modules(self.corpus, packages))

    @cached_property
    def values(self) -> Values:
        """The types of what calls are made on."""
        return Values(self.owners.bases, self.owners, Variables(self.corpus.names, self.source), self.source)

    @cached_property
    def _near(self) -> dict[tuple[str, str, frozenset[str]], Sequence[Mentions]]:
        return {}

    @cached_property
    def _named(self) -> dict[tuple[str, str], list[SymbolMatch]]:
        return {}

    @cached_property
    def _meant(self) -> dict[tuple[str, str, str, Receiver], Sequence[SymbolMatch]]:
        return {}

    def _meant_by(self, name: str, owners: Sequence[Owner], path: str, ways: set[CallForm]) -> Sequence[SymbolMatch]:
        """Return the definitions that a call of a name may mean, of what `owners` have if there are any."""
        source = self.source(path)
        found = self._of_owners(name, owners, path) if owners else None
        if found is not None:
            return found
        matches = [match for match in self._all_named(name, path) if may_call(source.language, match.language)]
        matches = [match for match in matches if are_related(source.language, match.language)] or matches
        return meant_by(name, _defined(matches), source, path, ways)

    def _known_to(self, path: str, own: Span, found: Sequence[SymbolMatch]) -> Sequence[SymbolMatch]:
        """Return some definitions that code in a stretch of a file may mean, none if it knows none of them."""
        source, names = self.source(path), self.corpus.names
        if is_test_code(path, source.language, own.start_line, names):
            return found
        known = [match for match in found if is_known_to(path, source.imported, match, names)]
        return [*known, *(match for match in found if match not in known)] if known else []

    def _all_named(self, name: str, path: str) -> Sequence[SymbolMatch]:
        """Return the definitions of a name that may be called, likeliest first."""
        if (name, path) not in self._named:
            context = SymbolContext(path, None, CALLABLE)
            self._named[name, path] = find_exact(self.corpus.names, name, limit=16, context=context)
        return self._named[name, path]

    def _of_owners(self, name: str, owners: Sequence[Owner], path: str) -> Sequence[SymbolMatch] | None:
        """Return the definitions of a name in what a call is on; None where that may have it from elsewhere.

        What is of a library has extensions at most.
        """
        members = [match for owner in owners for match in self.owners.meant(owner, name)]
        if members:
            return _defined([match for match in members if _can_call(match)])
        if not all(map(self.owners.is_foreign, owners)):
            return None
        own = self.source(path).language
        such = (one for one in self._all_named(name, path) if one.language == own)
        return [one for one in such if any(self.owners.may_extend(one, owner) for owner in owners)]


def _defined(matches: Sequence[SymbolMatch]) -> Sequence[SymbolMatch]:
    """Return the definitions of some matches, their declarations where there are none."""
    return [match for match in matches if not match.symbol.is_declaration] or matches


def _stands_in(match: SymbolMatch, path: str, own: Span) -> bool:
    return match.path == path and own.contains(match.symbol.name_span)


def call_of(name: str) -> re.Pattern[str]:
    """Return the pattern of a call of a name where calls need parentheses."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}[?!]?{_ARGUMENTS}")


def _name_of(language: str) -> re.Pattern[str]:
    """Return the pattern of a name that is called."""
    if language in _BARE:
        return _HYPHENED if language in _WITH_HYPHENS else _WORD
    if language == _WITH_REFS:
        return _CALL_OR_REF
    return _CALL_OR_TAG if language in _WITH_TAGS else _CALL


def _way_of(written: re.Match[str], language: str) -> CallForm:
    """Return how a name is called where it is written."""
    start, end = written.span(1)
    before, behind = text_before(written.string, start), written.string[end : end + 1]
    if before.endswith(SIGNS):
        return CallForm.OF_SOMETHING
    is_call = language not in _BARE or behind == "(" or (language in _SHELLS and _COMMAND.search(before))
    return CallForm.ALONE if is_call else CallForm.MENTIONED


def _can_call(match: SymbolMatch) -> bool:
    return match.symbol.kind in CALLABLE
