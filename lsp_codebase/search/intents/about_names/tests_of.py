"""The channel of tests: "tests for Cart" is led by those that use it, or else by those of its file, or its users.

Tests for "the shopping cart" are led by those whose files are called just so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.parse import joined, stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.call_graph.test_code import is_test
from lsp_codebase.search.intents.names.asked_names import asked_name, definitions_meant
from lsp_codebase.search.intents.pieces import heads, heads_or_lines
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
    asked, names = question.understood.asked_role, question.names
    if asked is None or asked.role != "test":
        return []
    named = asked_name(asked.said)
    if named is None or named.is_word:
        return heads(question.corpus, _called_like(question, asked.said))
    meant = definitions_meant(question, named.name, is_sure=named.is_sure)
    in_code = (one for one in meant if not is_test(one.path, one.language, one.symbol.span.start_line, names))
    if (own := next(in_code, None)) is None:
        return []
    places = _first_uses(question, own, frozenset(parse_pattern(named.name).qualifier))
    places = places or [(record, None) for record in _beside(question, own)]
    for user in _users(question, own) if not places else ():
        places += _first_uses(question, user)
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


def _first_uses(
    question: Question, own: SymbolMatch, owner: frozenset[str] = frozenset()
) -> list[tuple[FileRecord, int | None]]:
    """Return the files with tests that use a definition, best first, and the first line that does."""
    held = re.compile(rf"(?<![\w$]){re.escape(own.symbol.name)}(?![\w$])")
    using: dict[FileRecord, list[int]] = defaultdict(list)
    for path, start, end in dict.fromkeys(islice(question.corpus.mentioning(own.symbol.name, own.path), _MOST_CHUNKS)):
        record, source = question.corpus.file(path), question.calls.source(path)
        if record is None or not question.passes(record) or not owner <= source.words:
            continue
        for line, content in enumerate(source.lines[start:end], start):
            uses = (one.start() for one in held.finditer(content))
            is_used = any(not source.hands_on(line, place) for place in uses)
            if is_used and is_test(path, source.language, line, question.names):
                using[record].append(line)
    subjects = {_subject(own.symbol.name), _subject(_stem_of(own.path))}
    ordered = sorted(using, key=lambda one: (_subject(_stem_of(one.path)) not in subjects, -len(using[one]), one.path))
    return [(record, min(using[record])) for record in ordered]


def _beside(question: Question, own: SymbolMatch) -> list[FileRecord]:
    """Return the files of tests that are called like the file of a definition, the nearest first."""
    stem_of_own, folders = _stem_of(own.path), {*own.path.split("/")[:-1]}
    records = _files_of_tests(question, stem_of_own[:3])
    called = [one for one in records if _subject(_stem_of(one.path)) == _subject(stem_of_own)]
    return sorted(called, key=lambda one: (len(folders.symmetric_difference(one.path.split("/")[:-1])), one.path))


def _called_like(question: Question, said: str) -> list[FileRecord]:
    """Return the files of tests whose names are just the words of a question, in any order: "sharing of memos"."""
    subject = _words(" ".join(without_stop_words(said.split())))
    records = _files_of_tests(question, min(subject)[:3]) if subject else ()
    return [one for one in records if _words(_stem_of(one.path)) == subject]


def _files_of_tests(question: Question, letters: str) -> Iterator[FileRecord]:
    """Yield the files of tests with some letters in their names."""
    records = question.files(rf"{re.escape(letters)}[^/]*$")
    return (one for one in records if "test" in path_roles(one.path))


def _stem_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _subject(name: str) -> str:
    """Return the words of a name that say what it is about, or what it tests."""
    return joined([part for part in map(stem, word_parts(name)) if part not in _OF_ANY])


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_parts(text))) - _OF_ANY
