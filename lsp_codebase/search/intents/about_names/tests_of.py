"""The channel of tests: "tests for Cart" is led by those that use it, or else by those of its file, or its users.

So are those for a file, or for the definition at a line of it. Tests for "the shopping cart" are led by those whose
files are called just so, or else by those of what is called `ShoppingCart`, or else by those in folders called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Symbol, SymbolKind, Visibility, qualified
from lsp_codebase.parse import CODE, joined, stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.bases import folder_of
from lsp_codebase.search.call_graph.call_languages import are_related
from lsp_codebase.search.call_graph.definitions import definition_around, definitions_named
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.call_graph.test_code import is_test, may_hold_tests
from lsp_codebase.search.intents.about_names.uses import holding
from lsp_codebase.search.intents.names.asked_names import asked_name, definitions_meant
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import heads, heads_or_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.store import FileRecord
from lsp_codebase.symbols import parse_pattern

_MOST_CHUNKS = 300  # that mention the name are read
_MOST_USERS = 3
_MOST_NAMES = 8  # of a file, or of some words, are looked for in tests
_OF_TYPES = frozenset({SymbolKind.Constructor, SymbolKind.Method})
_NAMED_ALONE = CALLABLE - _OF_TYPES | {SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Module}
_OF_ANY = frozenset(
    map(stem, "case fixture integration it mock mocks spec specs suite test tests testcase unit".split())
)
"""Words in the name of a file of tests that do not say what it tests."""

_STAND_INS = frozenset("fixture fixtures mock mocks __mocks__ stub stubs".split())

_Place: TypeAlias = "tuple[FileRecord, int | None]"


def tests_of(question: Question) -> list[Piece]:
    """Return the tests of the name that a query asks for: those called like it, or like its file, come first."""
    asked = question.understood.asked_role
    if asked is None or asked.role != "test":
        return []
    named = asked_name(asked.said)
    if named is None or named.is_word:
        called = heads(question.corpus, _called_like(question, asked.said))
        return called or _tests_of_words(question, asked.said) or _in_folder(question, asked.said)
    own = _tested(question, definitions_meant(question, named.name, is_sure=named.is_sure))
    if own is None:
        return []
    owner = frozenset(parse_pattern(named.name).qualifier)
    return heads_or_lines(question.corpus, _tests_of_definition(question, own, owner))


def _tests_of_words(question: Question, said: str) -> list[Piece]:
    """Return the tests of the definition whose name is two words or more: "the cart page" is `CartPage`."""
    words = without_stop_words(said.split())
    meant = spelled(question, " ".join(words), _MOST_NAMES) if len(words) > 1 else []
    own = _tested(question, [one for one in meant if one.language in CODE])
    return heads_or_lines(question.corpus, _tests_of_definition(question, own)) if own else []


def _tested(question: Question, meant: Sequence[SymbolMatch]) -> SymbolMatch | None:
    """Return the first of some definitions that is no test itself."""
    lines = ((one, one.symbol.span.start_line) for one in meant)
    return next((one for one, line in lines if not is_test(one.path, one.language, line, question.names)), None)


def tests_of_place(question: Question, place: Piece) -> list[Piece]:
    """Return the tests of the definition around a line, or of what a file gives to others."""
    around = definition_around(question.names, place.path, place.core[0]) if place.core else None
    if around is not None:
        return heads_or_lines(question.corpus, _tests_of_definition(question, around))
    given = _given([match.symbol for match in question.names.in_file(place.path)], _subject(_stem_of(place.path)))
    return heads_or_lines(question.corpus, _first_uses(question, given, place) or _beside(question, place))


def _given(symbols: Sequence[Symbol], subject: str) -> list[str]:
    """Return names of a file that others use: of the type that it is called like, of what stands in none, or members.

    The type may be defined in another file, as in C++ and Go.
    """
    seen = [one for one in symbols if not one.is_test and one.visibility is not Visibility.PRIVATE]
    seen.sort(key=lambda one: one.visibility is not Visibility.PUBLIC)
    types = [one for one in seen if one.kind in _NAMED_ALONE and one.kind is not SymbolKind.Function]
    own, around = {qualified(one.container, one.name) for one in types}, {one.container for one in types}
    members = [one for one in seen if one.kind in _OF_TYPES or one.container in own]
    owners = [name for one in members if _subject(name := one.container.rpartition(".")[2]) == subject]
    alone = [one.name for one in types if qualified(one.container, one.name) not in around]
    alone += [one.name for one in seen if one.kind is SymbolKind.Function and one.container not in own]
    return [*dict.fromkeys([*owners, *alone] or [one.name for one in members])][:_MOST_NAMES]


def _tests_of_definition(question: Question, own: SymbolMatch, owner: frozenset[str] = frozenset()) -> list[_Place]:
    """Return the tests that use a definition, or else those of its file, of its type, or of its users."""
    places = _first_uses(question, [own.symbol.name], own, owner) or _beside(question, own)
    if not places and own.symbol.kind in _OF_TYPES and own.symbol.container:
        places = _first_uses(question, [own.symbol.container.rpartition(".")[2]], own)
    for user in _users(question, own) if not places else ():
        places += _first_uses(question, [user.symbol.name], user)
    return places


def _users(question: Question, own: SymbolMatch) -> list[SymbolMatch]:
    """Return the types and functions of code that call a definition: their tests are the nearest to it."""
    found: dict[str, SymbolMatch] = {}
    for caller in islice(question.calls.to(own.symbol.name, own.path, own.symbol.span, _MOST_CHUNKS), _MOST_CHUNKS):
        language = question.calls.source(caller.path).language
        if caller.around is not None and not is_test(caller.path, language, caller.line, question.names):
            name = caller.around.symbol.container.rpartition(".")[2] or caller.around.symbol.name
            for user in definitions_named(question.names, name, caller.path, 1):
                found.setdefault(name, user)
    return [*found.values()][:_MOST_USERS]


def _first_uses(
    question: Question, names: Sequence[str], at: SymbolMatch | Piece, owner: frozenset[str] = frozenset()
) -> list[_Place]:
    """Return the files with tests that use names of a file, best first, and the first line that does."""
    found: dict[str, tuple[FileRecord, dict[int, str]]] = {}
    for name in names:
        for record, line in _uses(question, name, at.path, owner):
            found.setdefault(record.path, (record, {}))[1].setdefault(line, name)
    testing = {path: one for path, one in found.items() if not _stands_in(path)} or found
    related = [one for one in testing.values() if are_related(one[0].language, at.language)]
    subjects = {*map(_subject, names), _subject(_stem_of(at.path))}

    def rank(one: tuple[FileRecord, dict[int, str]]) -> tuple[bool, bool, int, int, str]:
        record, lines = one
        is_called_so = _subject(_stem_of(record.path)) in subjects
        is_elsewhere = folder_of(record.path) != folder_of(at.path)
        return not is_called_so, is_elsewhere, -len(set(lines.values())), -len(lines), record.path

    return [(record, min(lines)) for record, lines in sorted(related or testing.values(), key=rank)]


def _uses(question: Question, name: str, near: str, owner: frozenset[str]) -> Iterator[tuple[FileRecord, int]]:
    """Yield the lines of tests that use a name, each with its file."""
    mentions = question.corpus.mentioning(parse_pattern(name).name, near, _lateness)
    for path, start, end in dict.fromkeys(islice(mentions, _MOST_CHUNKS)):
        record = question.corpus.file(path)
        if record is None or _lateness(record) or not question.passes(record):
            continue
        source = question.calls.source(path)
        held = holding(name, source.language)
        for line, content in enumerate(source.lines[start:end], start) if owner <= source.words else ():
            is_told = all(one in content for one in owner)  # by a string or comment; else only code tells of a member
            uses = (place for one in held.finditer(content) if not source.hands_on(line, place := one.start()))
            is_used = any(is_told or not source.asides.hold(line, place) for place in uses)
            if is_used and is_test(path, source.language, line, question.names):
                yield record, line


def _lateness(record: FileRecord) -> int:
    """Return how late a file that mentions a name is read: those of tests first; others are not."""
    return int(not (record.language in CODE and may_hold_tests(record.path, record.language)))


def _beside(question: Question, own: SymbolMatch | Piece) -> list[_Place]:
    """Return the files of tests that are called like the file of a definition, the nearest first.

    Of other languages only if there are none of its own: they test something else that is called so.
    """
    stem_of_own, folders = _stem_of(own.path), {*own.path.split("/")[:-1]}
    records = _files_of_tests(question, stem_of_own[:3])
    called = [one for one in records if _subject(_stem_of(one.path)) == _subject(stem_of_own)]
    related = [one for one in called if are_related(one.language, own.language)]
    if not related and _has_tests(question, own.language):
        return []
    nearest_first = sorted(
        related or called, key=lambda one: (len(folders.symmetric_difference(one.path.split("/")[:-1])), one.path)
    )
    return [(record, None) for record in nearest_first]


def _has_tests(question: Question, language: str) -> bool:
    """Whether there are files of tests in a language, or one that calls it."""
    tests = (one for one in question.corpus.with_path("test|spec") if are_related(one.language, language))
    return any("test" in path_roles(one.path) for one in tests)


def _called_like(question: Question, said: str) -> list[FileRecord]:
    """Return the files of tests whose names are just the words of a question, in any order: "sharing of memos"."""
    subject = _words(" ".join(without_stop_words(said.split())))
    records = _files_of_tests(question, min(subject)[:3]) if subject else ()
    return [one for one in records if _words(_stem_of(one.path)) == subject]


def _in_folder(question: Question, said: str) -> list[Piece]:
    """Return the files of tests in folders whose names are just the words of a question: cases of a compiler, say.

    The largest file of each folder comes first: beside it lies what that is to give.
    """
    subject = _words(" ".join(without_stop_words(said.split())))
    records = question.files(rf"{re.escape(min(subject)[:3])}[^/]*/") if subject else ()
    tests = (one for one in records if "test" in path_roles(one.path))
    inside = [one for one in tests if subject in map(_words, one.path.split("/")[:-1])]
    in_order = sorted(inside, key=lambda one: (folder_of(one.path), -one.size, one.path))
    first = {folder_of(one.path): one for one in reversed(in_order)}
    return heads(question.corpus, sorted(in_order, key=lambda one: first[folder_of(one.path)] is not one))


def _files_of_tests(question: Question, letters: str) -> Iterator[FileRecord]:
    """Yield the files of tests with some letters in their names."""
    records = question.files(rf"{re.escape(letters)}[^/]*$")
    return (one for one in records if "test" in path_roles(one.path))


def _stem_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _stands_in(path: str) -> bool:
    """Whether a file holds what tests use in place of something else, and no tests."""
    return not _STAND_INS.isdisjoint(word_parts(path))


def _subject(name: str) -> str:
    """Return the words of a name that say what it is about, or what it tests."""
    return joined([part for part in map(stem, word_parts(name)) if part not in _OF_ANY])


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_parts(text))) - _OF_ANY
