"""The channel of tests: "tests for Cart" is led by those that use it, or else by those of its file, or its users.

So are those for a file, or for the definition at a line of it.

Tests for "the shopping cart" are led by those whose files are called just so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Symbol, SymbolKind, Visibility, qualified
from lsp_codebase.parse import LANGUAGES, joined, stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.call_languages import are_related
from lsp_codebase.search.call_graph.calls import CALLABLE, Calls
from lsp_codebase.search.call_graph.definitions import definition_around, definitions_named
from lsp_codebase.search.call_graph.test_code import is_test, may_hold_tests
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.asked_names import asked_name, definitions_meant
from lsp_codebase.search.intents.locations import named_places
from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.uses import holding
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.store import FileRecord
from lsp_codebase.symbols import parse_pattern

_MOST_CHUNKS = 300  # that mention the name are read
_MOST_USERS = 3
_MOST_NAMES = 8  # of a file are looked for in tests
_OF_TYPES = frozenset({SymbolKind.Constructor, SymbolKind.Method})
_NAMED_ALONE = CALLABLE - _OF_TYPES | {SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Module}
_OF_ANY = frozenset(
    map(stem, "case fixture integration it mock mocks spec specs suite test tests testcase unit".split())
)
"""Words in the name of a file of tests that do not say what it tests."""


_Place: TypeAlias = "tuple[FileRecord, int | None]"


def tests_of(calls: Calls, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the tests of the name or file that a query asks for: first those called like it, or like its file."""
    asked = query.asked_role if query.asked_role and query.asked_role.role == "test" else None
    if asked is None:
        return []
    at_place = named_places(calls.corpus, replace(query, text=asked.said, asked_role=None), filters)
    if place := next(iter(at_place), None):
        return heads_or_lines(calls.corpus, _tests_of_place(calls, place, filters)) or [place]
    named = asked_name(asked.said)
    if named is None or named.is_word:
        return heads_or_lines(calls.corpus, _called_like(calls, asked.said, filters))
    meant = definitions_meant(calls, named.name, is_sure=named.is_sure)
    names = calls.corpus.names
    in_code = (one for one in meant if not is_test(one.path, one.language, one.symbol.span.start_line, names))
    own = next(in_code, None)
    if own is None:
        return []
    owner = frozenset(parse_pattern(named.name).qualifier)
    return heads_or_lines(calls.corpus, _tests_of_definition(calls, own, owner, filters))


def _tests_of_place(calls: Calls, place: Piece, filters: Filter) -> list[_Place]:
    """Return the tests of the definition around a line, or of what a file gives to others."""
    names = calls.corpus.names
    around = definition_around(names, place.path, place.core[0]) if place.core else None
    if around is not None:
        return _tests_of_definition(calls, around, frozenset(), filters)
    given = _given([match.symbol for match in names.in_file(place.path)], _subject(_stem_of(place.path)))
    return _first_uses(calls, given, place, frozenset(), filters) or _beside(calls, place, filters)


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


def _tests_of_definition(calls: Calls, own: SymbolMatch, owner: frozenset[str], filters: Filter) -> list[_Place]:
    """Return the tests that use a definition, or else those of its file, or of its users."""
    places = _first_uses(calls, [own.symbol.name], own, owner, filters)
    places = places or _beside(calls, own, filters)
    for user in _users(calls, own) if not places else ():
        places += _first_uses(calls, [user.symbol.name], user, frozenset(), filters)
    return places


def _users(calls: Calls, own: SymbolMatch) -> list[SymbolMatch]:
    """Return the types and functions of code that call a definition: their tests are the nearest to it."""
    found: dict[str, SymbolMatch] = {}
    for caller in islice(calls.to(own.symbol.name, own.path, own.symbol.span, _MOST_CHUNKS), _MOST_CHUNKS):
        language = calls.source(caller.path).language
        if caller.around is not None and not is_test(caller.path, language, caller.line, calls.corpus.names):
            name = caller.around.symbol.container.rpartition(".")[2] or caller.around.symbol.name
            for user in definitions_named(calls.corpus.names, name, caller.path, 1):
                found.setdefault(name, user)
    return [*found.values()][:_MOST_USERS]


def _first_uses(
    calls: Calls, names: Sequence[str], at: SymbolMatch | Piece, owner: frozenset[str], filters: Filter
) -> list[_Place]:
    """Return the files with tests that use names of a file, best first, and the first line that does."""
    found: dict[str, tuple[FileRecord, dict[int, str]]] = {}
    for name in names:
        for record, line in _uses(calls, name, at.path, owner, filters):
            found.setdefault(record.path, (record, {}))[1].setdefault(line, name)
    related = [one for one in found.values() if are_related(one[0].language, at.language)]
    subjects = {*map(_subject, names), _subject(_stem_of(at.path))}

    def rank(one: tuple[FileRecord, dict[int, str]]) -> tuple[bool, bool, int, int, str]:
        record, lines = one
        is_called_so = _subject(_stem_of(record.path)) in subjects
        is_elsewhere = record.path.rpartition("/")[0] != at.path.rpartition("/")[0]
        return not is_called_so, is_elsewhere, -len(set(lines.values())), -len(lines), record.path

    return [(record, min(lines)) for record, lines in sorted(related or found.values(), key=rank)]


def _uses(
    calls: Calls, name: str, near: str, owner: frozenset[str], filters: Filter
) -> Iterator[tuple[FileRecord, int]]:
    """Yield the lines of tests that use a name, each with its file."""
    for path, start, end in dict.fromkeys(islice(calls.corpus.mentioning(name, near, _lateness), _MOST_CHUNKS)):
        record = calls.corpus.file(path)
        if record is None or _lateness(record) or not filters.accepts_file(path, record.language):
            continue
        source = calls.source(path)
        held = holding(name, source.language)
        for line, content in enumerate(source.lines[start:end], start) if owner <= source.words else ():
            uses = (one.start() for one in held.finditer(content))
            is_used = any(not source.hands_on(line, place) for place in uses)
            if is_used and is_test(path, source.language, line, calls.corpus.names):
                yield record, line


def _lateness(record: FileRecord) -> int:
    """Return how late a file that mentions a name is read: those of tests first; others are not."""
    return int(not (LANGUAGES[record.language].is_code and may_hold_tests(record.path, record.language)))


def _beside(calls: Calls, own: SymbolMatch | Piece, filters: Filter) -> list[_Place]:
    """Return the files of tests that are called like the file of a definition, the nearest first.

    Of other languages only if there are none of its own: they test something else that is called so.
    """
    subject, folders = _subject(_stem_of(own.path)), set(own.path.split("/")[:-1])
    records = [
        record
        for record in calls.corpus.with_path(rf"{re.escape(_stem_of(own.path)[:3])}[^/]*$")
        if "test" in path_roles(record.path)
        and _subject(_stem_of(record.path)) == subject
        and filters.accepts_file(record.path, record.language)
    ]
    related = [record for record in records if are_related(record.language, own.language)]
    if not related and _has_tests(calls, own.language):
        return []
    nearest_first = sorted(
        related or records, key=lambda one: (len(folders.symmetric_difference(one.path.split("/")[:-1])), one.path)
    )
    return [(record, None) for record in nearest_first]


def _has_tests(calls: Calls, language: str) -> bool:
    """Whether there are files of tests in a language, or one that calls it."""
    tests = (one for one in calls.corpus.with_path("test|spec") if are_related(one.language, language))
    return any("test" in path_roles(one.path) for one in tests)


def _called_like(calls: Calls, said: str, filters: Filter) -> list[_Place]:
    """Return the files of tests whose names are just the words of a question, in any order: "sharing of memos"."""
    subject = _words(" ".join(without_stop_words(said.split())))
    begins = min(subject, default="")[:3]
    records = calls.corpus.with_path(rf"(?i){re.escape(begins)}[^/]*$") if begins else ()
    called = (one for one in records if "test" in path_roles(one.path) and _words(_stem_of(one.path)) == subject)
    return [(one, None) for one in called if filters.accepts_file(one.path, one.language)]


def _stem_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _subject(name: str) -> str:
    """Return the words of a name that say what it is about, or what it tests."""
    return joined([part for part in map(stem, word_parts(name)) if part not in _OF_ANY])


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_parts(text))) - _OF_ANY
