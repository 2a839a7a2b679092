"""The channel of places: the files, and the lines in them, that a query names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.intents.pieces import piece_at
from lsp_codebase.search.intents.places.written_places import Place
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_PLACES = 5
_MOST_FILES = 10  # of one name
_MOST_ALIKE = 3  # a line of more files than this is a line of none

_CODE = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor})


def named_places(question: Question, wanted: Sequence[Place]) -> list[Piece]:
    """Return the pieces at the places that the query names and that exist."""
    by_name = _files_named(question.corpus, {_name(place.path) for place in wanted} - {""})
    pieces: dict[tuple[str, int], Piece] = {}
    for place in wanted:
        files = _files_at(question, place, by_name[_name(place.path)])
        files = [record for record in files if question.passes(record)]
        for record in files if place.line is None or len(files) <= _MOST_ALIKE else ():
            line = place.line if place.line is None else _still_there(place, question.names.in_file(record.path))
            if piece := piece_at(question.corpus, record, line, 1.0 - len(pieces) / 100, "place"):
                pieces.setdefault((record.path, piece.start_line), piece)
        if len(pieces) >= _MOST_PLACES:
            break
    return list(pieces.values())[:_MOST_FILES]


def _still_there(place: Place, symbols: Sequence[SymbolMatch]) -> int:
    """Return the line of a place; if the function named beside it does not hold that line, the nearest such function's.

    A trace may be of another version of the file, in which other lines stand.
    """
    line = place.line or 0
    named = [
        match.symbol.span
        for match in symbols
        if match.symbol.name in place.beside and match.symbol.kind in _CODE and not match.symbol.is_declaration
    ]
    if not named or any(span.start_line <= line <= span.end_line for span in named):
        return line
    return min((span.start_line for span in named), key=lambda start: abs(start - line))


def path_of(names: Collection[str]) -> str:
    """Return the expression of the paths of files with one of some names, which may lack the last extension."""
    return rf"(?:^|/)(?:{'|'.join(map(re.escape, names))})(?:\.[^./]*)?$"


def _files_named(corpus: Corpus, names: Collection[str]) -> dict[str, list[FileRecord]]:
    """Return the files of each name, in small letters; it may lack the last extension."""
    found: dict[str, list[FileRecord]] = defaultdict(list)
    written = {unicodedata.normalize(form, name) for name in names for form in ("NFC", "NFD")}
    for record in corpus.with_path(path_of(written)):
        name = _name(record.path)
        for said in {name, name.rpartition(".")[0]}.intersection(names):
            found[said].append(record)
    return found


def _name(path: str) -> str:
    return _folded(path.rstrip("/").rpartition("/")[2])


def _folded(path: str) -> str:
    """Return a path in small letters; some systems write an accent as a character of its own, keyboards do not."""
    return unicodedata.normalize("NFC", path).lower()


def _files_at(question: Question, place: Place, candidates: Sequence[FileRecord]) -> list[FileRecord]:
    """Return the files that a path means: those that agree with most of its end, the likeliest first.

    Of files that differ only by case the one that is spelled so comes first.
    """
    wanted = _folded(place.path).lstrip("/").split("/")
    if place.path.startswith("/"):
        candidates = [record for record in candidates if _name(record.path) == wanted[-1]]
    by_end: dict[int, list[FileRecord]] = defaultdict(list)
    for record in candidates:
        by_end[_agreeing_end(_folded(record.path).split("/"), wanted)].append(record)
    longest = max(by_end, default=0)
    # More than a name is written, but nothing more agrees: it is a file of the same name somewhere else.
    if longest == 1 < len(wanted):
        by_end[longest] = [record for record in by_end[longest] if "/" not in record.path]
    return sorted(by_end[longest], key=lambda record: _unlikeliness(question, record, place))


def _unlikeliness(question: Question, record: FileRecord, place: Place) -> tuple[float, int, bool, str]:
    path = unicodedata.normalize("NFC", record.path)
    return -question.prior(record), path.count("/"), not f"/{path}".endswith(place.path), record.path


def _agreeing_end(own: Sequence[str], wanted: Sequence[str]) -> int:
    """Return how many components of two paths agree at their ends; the last may lack its extension."""
    return 1 + agreeing(own[:-1][::-1], wanted[:-1][::-1])
