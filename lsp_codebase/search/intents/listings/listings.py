"""The channel of listings: a question for all of a kind is answered by all that are of it, and their number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings import declarations, kind_files
from lsp_codebase.search.intents.listings.all_routes import all_routes
from lsp_codebase.search.intents.listings.asked_listing import AskedListing, asked_listing
from lsp_codebase.search.intents.listings.variables import all_variables
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import plurals

_ROUTES = frozenset(
    {("route",), ("http", "route"), ("api", "route"), ("endpoint",), ("api", "endpoint"), ("http", "endpoint")}
)
_VARIABLES = frozenset({("environment", "variable"), ("env", "variable"), ("env", "var"), ("environment", "var")})
_WORD = re.compile(r"[a-z0-9]+")
_MOST_NAMESAKES = 16
_VALUES = frozenset({SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Property})
_FEWEST_TYPES = 2  # whose heads say a kind: folders called nearly so say less
_FEWEST_NAMED = 3  # one that is called like a kind may be called so by chance

_CALLED = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method})
_KINDS = {
    ("class",): HOLDERS,
    ("function",): _CALLED,
    ("method",): _CALLED,
    ("type",): HOLDERS,
}
"""Words for code of a kind in any language: all of it is asked for only of a file."""


class Listing(NamedTuple):
    """All that are of a kind, in order, and a sentence that tells how many they are and why they are of it."""

    pieces: Sequence[Piece]
    note: str


class _Group(NamedTuple):
    """Some that are of a kind for one reason."""

    pieces: Sequence[Piece]
    said: str
    is_sure: bool = False  # the reason is no mere name
    of_folders: bool = False
    takes_any: bool = False  # words that tell more, since they may be those of a technology


def listing(question: Question, shown: Callable[[Iterable[Piece]], Iterable[Piece]]) -> Listing | None:
    """Return all of the kind that a query asks for; None if it asks for something else, or nothing tells that kind.

    `shown` leaves out the pieces that no answer may hold, such as those that are gone: they are not counted.
    """
    said = question.understood.said or question.text
    asked = asked_listing(said) if not question.filters.kinds else None
    if asked is None:
        return None
    if asked.words in _KINDS and asked.scope:
        pieces = declarations.of_kind(question, _KINDS[asked.words], asked)
        return _told([_Group(pieces, f"{asked.written} there")], shown)
    found: list[_Group] = []
    for at in range(len(asked.words)):
        words, telling = asked.words[at:], asked.words[:at]
        groups = _within(_groups(question, words, asked.written), asked, telling)
        groups = [group for group in groups if group.pieces]
        if _size(groups) > _size(found):
            found = groups
        if any(group.is_sure for group in found):
            break
    is_told = any(group.is_sure for group in found) or _size(found) >= _FEWEST_NAMED
    return _told(found, shown) if is_told else None


def _size(groups: Iterable[_Group]) -> int:
    return sum(len(group.pieces) for group in groups)


def _groups(question: Question, words: Sequence[str], written: str) -> list[_Group]:
    name = written.removesuffix("s") if len(word_parts(written)) == len(words) else " ".join(words)
    if tuple(words) in _ROUTES and (routes := all_routes(question)):
        return [_Group(declarations.each_once(routes), "lines that define routes", is_sure=True, takes_any=True)]
    if tuple(words) in _VARIABLES:
        return [_Group(all_variables(question), "variables of the environment that code reads", is_sure=True)]
    if words[-1] in ("spec", "test"):
        files = [kind_files.file_piece(question, one) for one in kind_files.files_of_tests(question)]
        return [_Group(files, "files of tests", is_sure=True, of_folders=True)]
    chunks = declarations.saying(question, words)
    found = declarations.each_once(declarations.declared(question, chunks, words))
    if any(kind_files.is_likely(one.path) for one in found):
        return [_Group(found, f"declared as {name}", is_sure=True, takes_any=len(words) > 1)]
    if found := _values(question, words):
        return [_Group(found, f"values of {name}", is_sure=True)]
    types = declarations.each_once(
        (*declarations.based(question, chunks, words, written), *declarations.annotated(question, chunks, words))
    )
    groups = [_Group(types, f"types whose head or annotation says {name}", is_sure=True, takes_any=True)]
    called = _others(declarations.called(question, words), groups)
    groups.append(_Group(called, f"types called ... {name}"))
    of_files = (kind_files.file_piece(question, one) for one in kind_files.files_called(question, words))
    groups.append(_Group(_of_other_files(of_files, groups), f"files called ... {name}"))
    inside = kind_files.in_folders(question, words, exactly=len(types) >= _FEWEST_TYPES)
    pieces = _of_other_files((kind_files.file_piece(question, one) for one in inside), groups)
    groups.append(_Group(pieces, f"files in folders called {name}", is_sure=True, of_folders=True, takes_any=True))
    return groups


def _values(question: Question, words: Sequence[str]) -> list[Piece]:
    """Return the values of the enumeration that is called as a kind, or of the type called so in the plural."""
    for match in question.find("".join(words), _MOST_NAMESAKES):
        own, parts = match.symbol, word_parts(match.symbol.name)
        is_enum = own.kind is SymbolKind.Enum and parts == [*words]
        is_plural = own.kind in HOLDERS and parts[:-1] == [*words[:-1]] and parts[-1:] != [*words[-1:]]
        if not is_enum and not (is_plural and parts[-1] in plurals(words[-1])):
            continue
        inside = question.names.inside(scope_of(match), path=match.path)
        return [declarations.line_of(one) for one in inside if one.symbol.kind in _VALUES]
    return []


def _others(pieces: Iterable[Piece], groups: Sequence[_Group]) -> list[Piece]:
    """Return pieces without those of some groups."""
    known = {(one.path, one.start_line) for group in groups for one in group.pieces}
    return [one for one in declarations.each_once(pieces) if (one.path, one.start_line) not in known]


def _of_other_files(pieces: Iterable[Piece], groups: Sequence[_Group]) -> list[Piece]:
    """Return the pieces of files that are in none of some groups."""
    known = {one.path for group in groups for one in group.pieces}
    return [one for one in declarations.each_once(pieces) if one.path not in known]


def _within(groups: Sequence[_Group], asked: AskedListing, telling: Sequence[str]) -> list[_Group]:
    """Return groups narrowed to a scope, and to each word that tells more.

    A word of which nothing is left may be that of a technology, "Vuex stores", but not where a mere name tells a kind.
    """
    groups = _in_scope(groups, asked) if asked.scope else [*groups]
    for word in telling:
        narrowed = _narrowed(groups, _Holds([word]))
        if not any(group.pieces for group in narrowed):
            narrowed = [group._replace(pieces=group.pieces if group.takes_any else ()) for group in groups]
        groups = narrowed
    return groups


def _in_scope(groups: Sequence[_Group], asked: AskedListing) -> list[_Group]:
    """Return what is in the files, types and folders called by some words; of none, what says these words."""
    if asked.scope[0] == "root":
        return _narrowed(groups, lambda piece: "/" not in piece.path)
    exact = _narrowed(groups, lambda piece: _is_called(piece, asked))
    return exact if any(group.pieces for group in exact) else _narrowed(groups, _Holds(asked.scope))


def _is_called(piece: Piece, asked: AskedListing) -> bool:
    """Whether a folder, the file or the container of a piece is called by the words of a scope, or is at its path."""
    if "/" in asked.place:
        return f"/{asked.place.strip('/')}/" in f"/{piece.path}/"
    container = piece.definition.container if piece.definition else ""
    name = piece.path.rpartition("/")[2]
    called = (*piece.path.split("/"), name.partition(".")[0], container.rpartition(".")[2])
    return any(word_parts(one) == [*asked.scope] for one in called)


def _narrowed(groups: Sequence[_Group], holds: Callable[[Piece], bool]) -> list[_Group]:
    return [group._replace(pieces=[*filter(holds, group.pieces)]) for group in groups]


class _Holds:
    """Tells whether the path, the name or the container of a piece holds some words."""

    def __init__(self, words: Sequence[str]) -> None:
        self._wanted = [plurals(word) | plurals(word.removesuffix("s")) for word in words]

    def __call__(self, piece: Piece) -> bool:
        own = piece.definition
        text = f"{piece.path} {own.container} {own.name}" if own else piece.path
        said = {*word_parts(text), *_WORD.findall(text.lower()), piece.language}
        return all(not said.isdisjoint(one) for one in self._wanted)


def _told(groups: Sequence[_Group], shown: Callable[[Iterable[Piece]], Iterable[Piece]]) -> Listing | None:
    """Return groups as one answer, each in the order of paths, and the number of all; None if nothing is shown.

    Tests, documents and what others wrote are left out, unless there is nothing else.
    """
    groups = [group._replace(pieces=[*shown(group.pieces)]) for group in groups]
    own = [_likely(group) for group in groups]
    own = own if _size(own) else [*groups]
    pieces = [one for group in own for one in sorted(group.pieces, key=lambda one: (one.path, one.start_line))]
    parts = ", ".join(f"{len(group.pieces)} {group.said}" for group in own if group.pieces)
    left = _size(groups) - len(pieces)
    aside = f"; {left} more in tests, documents or code of others" if left else ""
    return Listing(pieces, f"{len(pieces)} in all: {parts}{aside}") if pieces else None


def _likely(group: _Group) -> _Group:
    """Return what a group has in code of the project itself, without its tests: a folder tells that of its files."""
    if group.of_folders:
        return group
    return group._replace(pieces=[one for one in group.pieces if kind_files.is_likely(one.path)])
