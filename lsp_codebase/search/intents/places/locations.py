"""The channel of places: the files, and the lines in them, that a query names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SearchQuery, SymbolKind
from lsp_codebase.nearest import nearest
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.intents.pieces import piece_at
from lsp_codebase.search.intents.places.written_places import Place, places
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_PLACES = 5
_MOST_FILES = 10  # of one name
_MOST_ALIKE = 3  # among other words a line of more files than this is a line of none

_FILE = re.compile(r"[^\s/\\]+(\.[A-Za-z]\w*)")
_CODE = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor})


class Misspelled(NamedTuple):
    """A query for a file that is not there, as it was meant, and a note on that."""

    text: str
    note: str


def misspelled_place(corpus: Corpus, query: SearchQuery) -> Misspelled | None:
    """Return how a query that is but a place is read, if no file has the name; a name alone may be a word."""
    text = unicodedata.normalize("NFC", query.text.strip())
    if not query.is_free or not _is_alone(text):
        return None
    place = next(iter(places(text)), None)
    name = place.path.rpartition("/")[2] if place else ""
    file = _FILE.fullmatch(name)
    if place is None or file is None or name == text or (place.line is None and text.startswith("/")):
        return None
    if _files_named(corpus, {_folded(name)}):
        return None
    same_kind = {record.path.rpartition("/")[2] for record in corpus.with_path(rf"{re.escape(file[1])}$")}
    told = f"no indexed file is called {name}"
    near = nearest(name, same_kind)
    meant = text.replace(name, near[0]) if near else text
    return Misspelled(meant, told if meant == text else f"{told}: read as {meant}")


def _is_alone(text: str) -> bool:
    return len(text.split()) == 1


def named_places(question: Question, wanted: Sequence[Place]) -> list[Piece]:
    """Return the pieces at the places that the query names and that exist."""
    by_name = _files_named(question.corpus, {_name(place.path) for place in wanted} - {""})
    pieces: dict[tuple[str, int], Piece] = {}
    for place in wanted:
        passing = filter(question.passes, _files_at(question, place, by_name[_name(place.path)]))
        found = [*islice(filter(None, (_piece_of(question, place, record) for record in passing)), _MOST_FILES + 1)]
        if place.line is not None and len(found) > _MOST_ALIKE and not _is_alone(question.text):
            continue
        for piece in found:
            score = 1.0 - len(pieces) / 100
            pieces.setdefault((piece.path, piece.start_line), replace(piece, score=score, signals={"place": score}))
        if len(pieces) >= _MOST_PLACES:
            break
    return list(pieces.values())[:_MOST_FILES]


def _piece_of(question: Question, place: Place, record: FileRecord) -> Piece | None:
    """Return the piece of a file at a place, None if the file has no such line."""
    line = place.line if place.line is None else _still_there(place, question.names.in_file(record.path))
    return piece_at(question.corpus, record, line, 1.0, "place")


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
