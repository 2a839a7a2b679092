"""The channel of tests: "tests for Cart" is led by those that use it, or else by those of its file, or its users.

Tests for "the shopping cart" are led by those whose files are called just so.
"""

from __future__ import annotations

import re
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.parse import joined, stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.call_graph.test_code import is_test
from lsp_codebase.search.intents.names.asked_names import asked_name, definitions_meant
from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.store import FileRecord
from lsp_codebase.symbols import parse_pattern

_MOST_CHUNKS = 300  # that mention the name are read
_MOST_USERS = 3
_OF_ANY = frozenset(
    map(stem, "case fixture integration it mock mocks spec specs suite test tests testcase unit".split())
)
"""Words in the name of a file of tests that do not say what it tests."""


def tests_of(question: Question) -> list[Piece]:
    """Return the tests of the name that a query asks for: those called like it, or like its file, come first."""
    asked = (
        question.understood.asked_role
        if question.understood.asked_role and question.understood.asked_role.role == "test"
        else None
    )
    if asked is None:
        return []
    named = asked_name(asked.said)
    if named is None or named.is_word:
        return heads_or_lines(question.corpus, _called_like(question, asked.said))
    meant = definitions_meant(question, named.name, is_sure=named.is_sure)
    names = question.names
    in_code = (one for one in meant if not is_test(one.path, one.language, one.symbol.span.start_line, names))
    own = next(in_code, None)
    if own is None:
        return []
    places: list[tuple[FileRecord, int | None]] = []
    places += _first_uses(question, own, frozenset(parse_pattern(named.name).qualifier))
    places = places or _beside(question, own)
    for user in _users(question, own) if not places else ():
        places += _first_uses(question, user, frozenset())
    return heads_or_lines(question.corpus, places)


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


def _first_uses(question: Question, own: SymbolMatch, owner: frozenset[str]) -> list[tuple[FileRecord, int | None]]:
    """Return the files with tests that use a definition, best first, and the first line that does."""
    using = _using(question, own, owner)
    subjects = {_subject(own.symbol.name), _subject(_stem_of(own.path))}
    using.sort(key=lambda one: (_subject(_stem_of(one[0].path)) not in subjects, -len(one[1]), one[0].path))
    return [(record, lines[0]) for record, lines in using]


def _using(question: Question, own: SymbolMatch, owner: frozenset[str]) -> list[tuple[FileRecord, list[int]]]:
    """Return the files with tests that use a definition, and the lines that do."""
    held = re.compile(rf"(?<![\w$]){re.escape(own.symbol.name)}(?![\w$])")
    found: dict[str, tuple[FileRecord, list[int]]] = {}
    names = question.names
    for path, start, end in dict.fromkeys(islice(question.corpus.mentioning(own.symbol.name, own.path), _MOST_CHUNKS)):
        record, source = question.corpus.file(path), question.calls.source(path)
        if record is None or not question.filters.accepts_file(path, record.language) or not owner <= source.words:
            continue
        for line, content in enumerate(source.lines[start:end], start):
            uses = (one.start() for one in held.finditer(content))
            if any(not source.hands_on(line, place) for place in uses) and is_test(path, source.language, line, names):
                found.setdefault(path, (record, []))[1].append(line)
    return [(record, sorted(lines)) for record, lines in found.values()]


def _beside(question: Question, own: SymbolMatch) -> list[tuple[FileRecord, int | None]]:
    """Return the files of tests that are called like the file of a definition, the nearest first."""
    subject, folders = _subject(_stem_of(own.path)), set(own.path.split("/")[:-1])
    records = [
        record
        for record in question.corpus.with_path(rf"{re.escape(_stem_of(own.path)[:3])}[^/]*$")
        if "test" in path_roles(record.path) and _subject(_stem_of(record.path)) == subject and question.passes(record)
    ]
    records.sort(key=lambda one: (len(folders.symmetric_difference(one.path.split("/")[:-1])), one.path))
    return [(record, None) for record in records]


def _called_like(question: Question, said: str) -> list[tuple[FileRecord, int | None]]:
    """Return the files of tests whose names are just the words of a question, in any order: "sharing of memos"."""
    subject = _words(" ".join(without_stop_words(said.split())))
    begins = min(subject, default="")[:3]
    records = question.corpus.with_path(rf"(?i){re.escape(begins)}[^/]*$") if begins else ()
    called = (one for one in records if "test" in path_roles(one.path) and _words(_stem_of(one.path)) == subject)
    return [(one, None) for one in called if question.passes(one)]


def _stem_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _subject(name: str) -> str:
    """Return the words of a name that say what it is about, or what it tests."""
    return joined([part for part in map(stem, word_parts(name)) if part not in _OF_ANY])


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_parts(text))) - _OF_ANY
