"""The files of a kind by their names, those of tests and translations, and the lines that tell what files are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, word_parts
from lsp_codebase.scan import is_translation, path_roles
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.intents.listings.asked_listing import ends_so
from lsp_codebase.search.intents.listings.declarations import line_at, line_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import plurals
from lsp_codebase.store import FileRecord

_FEWEST_ALIKE = 3
PROSE = frozenset({"markdown", "rst", "text"})
_UNLIKELY = frozenset({"docs", "example", "generated", "test", "translation", "vendored"})
_TOLD = frozenset(SymbolKind) - {SymbolKind.String}


def is_likely(path: str) -> bool:
    """Whether a file or folder is of the project itself, and no test."""
    return _UNLIKELY.isdisjoint(path_roles(path))


def is_migration_of_other(path: str, words: Sequence[str]) -> bool:
    """Whether a file is a migration while another kind is meant: it is called by what it changes."""
    return words[-1] != "migration" and "migrat" in path.lower()


def files_of_tests(question: Question) -> list[FileRecord]:
    """Return the files of tests that are code."""
    records = question.files("(?i:test|spec)")
    return [one for one in records if one.language in CODE and one.chunks and "test" in path_roles(one.path)]


def files_of_translations(question: Question) -> list[FileRecord]:
    """Return the files that hold the texts of a program in other languages, or else documents in them."""
    found = [one for one in question.files("") if one.chunks and is_translation(one.path)]
    return [one for one in found if one.language not in PROSE] or found


def most_in(pieces: Sequence[Piece]) -> str:
    """Return the words for the innermost folder that holds at least half of some files."""
    inside = Counter(
        folder for one in pieces for folder in accumulate(one.path.split("/")[:-1], lambda outer, own: f"{outer}/{own}")
    )
    most = [folder for folder, count in inside.items() if 2 * count >= len(pieces)]
    return f"most in {max(most, key=lambda folder: folder.count('/'))}" if most else "in many folders"


def files_called(question: Question, words: Sequence[str]) -> Iterator[FileRecord]:
    """Yield the files whose names end with a kind: `cart_page.dart`, `audit.job.ts`."""
    for record in question.files(rf"{spelled(words)}[^/]*$"):
        if is_migration_of_other(record.path, words):
            continue
        parts = word_parts(record.path.rpartition("/")[2].rpartition(".")[0])
        if record.chunks and len(parts) > len(words) and ends_so(parts, words):
            yield record


def file_piece(question: Question, record: FileRecord) -> Piece:
    """Return the line that tells what a file is: of the definition called like it, else of its first type."""
    stem = word_parts(record.path.rpartition("/")[2].partition(".")[0])
    spelled = question.names.of_kinds(record.path, _TOLD, "".join(stem))
    called = (one for one in spelled if word_parts(one.symbol.name) == stem)
    match = next(called, None) or next(iter(question.names.of_kinds(record.path, HOLDERS)), None)
    return line_of(match) if match else line_at(record.path, record.language, 0)


def file_pieces(question: Question, records: Iterable[FileRecord]) -> list[Piece]:
    """Return the lines that tell what some files are."""
    return [file_piece(question, one) for one in records]


def of_one_class(question: Question, records: Sequence[FileRecord]) -> list[Piece]:
    """Return the lines of the class that half of some files call alike, such as `Command`: the others help them."""
    classes = frozenset({SymbolKind.Class})
    own = [
        one for record in records for one in question.names.of_kinds(record.path, classes) if not one.symbol.container
    ]
    ((name, count),) = Counter(one.symbol.name for one in own).most_common(1) or [("", 0)]
    alike = {one.path: line_of(one) for one in own if one.symbol.name == name}
    return [*alike.values()] if count >= _FEWEST_ALIKE and 2 * len(alike) >= len(records) else []


def spelled(words: Sequence[str]) -> str:
    """Return the expression of the words of a kind in a path, in the singular or plural, with a sign between them."""
    last = "|".join(map(re.escape, sorted(plurals(words[-1]), key=len, reverse=True)))
    return ".?".join([*map(re.escape, words[:-1]), f"(?:{last})"])
