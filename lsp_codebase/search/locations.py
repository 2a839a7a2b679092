"""The channel of places: files a query names by path, and lines of them as traces, compilers and diffs write them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.corpus import Corpus, agreeing
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.priors import file_prior
from lsp_codebase.search.query_form import Understanding
from lsp_codebase.store import FileRecord

_MOST_MENTIONS = 50  # of places in one query
_MOST_PLACES = 5
_MOST_FILES = 10  # of one name
_MOST_ALIKE = 3  # a line of more files than this is a line of none
_HEAD_LINES = 60  # what is shown of a file that is named without a line

# Each begins where a path or a name does: tried at every character, a long word would take quadratic time.
_START = r"(?<![\w.@~+/\\-])"
_FILE = r"(?:[A-Za-z]:)?[\w.@~+/\\-]*[\w@~+-]\.[A-Za-z]\w{0,9}"
_LINED = re.compile(
    rf"{_START}(?P<file>{_FILE})[\"'`]?"
    r"(?::|\(|#L|:line |\", line |', line | on line |, line |:l)(?P<line>\d{1,7})\b"
    # A script has no extension, but its shell says that a line is meant.
    rf"|{_START}(?P<script>[\w.@~+-]*(?:/[\w.@~+-]+)+): line (?P<of_script>\d{{1,7}})\b"
)
_DIFF_FILE = re.compile(r"^(?:---|\+\+\+) (?:[ab]/)?(\S+)", re.MULTILINE)
_HUNK = re.compile(r"^@@ -(\d+)", re.MULTILINE)
_HUNK_CONTEXT = 3  # lines that stand in front of a change
_JVM_FRAME = re.compile(r"\bat (?:[\w.$-]+/)*([\w$]+(?:\.[\w$<>-]+)+)\($")
_CODE = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor})
# A name that is called, said to be a function, or the last part of a qualified one.
_CALLED = re.compile(
    r"(?<![\w$])([^\W\d][\w$]*[!?]?)\s*(?:\(|/\d)"
    r"|\bfunction [`'‘]([^\W\d]\w*)|, in ([^\W\d]\w*)$"
    r"|[.:>#]([^\W\d][\w$]*)(?![\w$.:>#(])"
)
_INNERMOST_LAST = "Traceback (most recent call last)"
_WHOLE_PATH = re.compile(r"(?=.*/|.*\.\w+$)[\w.@~+\-/\\]+(?: [\w.@~+\-/\\]+){0,2}")  # other names are no paths


class Place(NamedTuple):
    """A line, from 0, of a file, by as much of its path as is written. No line: the file itself.

    `beside` are the functions named on the same line, or the one before it, as in a trace.
    """

    path: str
    line: int | None
    beside: frozenset[str] = frozenset()


def places(text: str) -> list[Place]:
    """Return the places that a query names, the likeliest first: where it broke is said first, by Python last."""
    found = [
        Place(_with_package(text, match), max(int(match["line"] or match["of_script"]), 1) - 1, _beside(text, match))
        for match in islice(_LINED.finditer(text), _MOST_MENTIONS)
    ]
    found += _of_diff(text)
    if _INNERMOST_LAST in text:
        found.reverse()
    if not found and _WHOLE_PATH.fullmatch(path := text.strip().strip("`")):
        found = [Place(_slashed(path), None)]
    return list(dict.fromkeys(found))


def named_places(corpus: Corpus, query: Understanding, filters: Filter) -> list[Piece]:
    """Return what stands at the places that the query names and that exist."""
    wanted = places(query.text)
    if not wanted or filters.kinds:
        return []
    by_name = _by_name(corpus.records(), {_name(place.path) for place in wanted})
    pieces: dict[tuple[str, int], Piece] = {}
    for place in wanted:
        files = _files_at(place, by_name[_name(place.path)], query)
        files = [record for record in files if filters.accepts_file(record.path, record.language)]
        for record in files if place.line is None or len(files) <= _MOST_ALIKE else ():
            line = place.line if place.line is None else _still_there(place, corpus.names.in_file(record.path))
            lines = chunk_at(corpus.chunk_lines(record.path), line)
            if lines is not None:
                score = 1.0 - len(pieces) / 100
                core = None if line is None else (line, line + 1)
                piece = Piece(record.path, record.language, *lines, score, {"place": score}, core=core)
                pieces.setdefault((record.path, lines[0]), piece)
        if len(pieces) >= _MOST_PLACES:
            break
    return list(pieces.values())[:_MOST_FILES]


def _slashed(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./").lstrip("/")


def _with_package(text: str, match: re.Match[str]) -> str:
    """Return the path of a place; frames of the JVM name the package, not the directory, of their file."""
    path = _slashed(match["file"] or match["script"])
    line_start = text.rfind("\n", 0, match.start()) + 1
    frame = _JVM_FRAME.search(text, line_start, match.start("file") if match["file"] else match.start())
    if frame is None or "/" in path:
        return path
    package = [part for part in frame[1].split(".")[:-1] if not part[:1].isupper()]
    return "/".join([*package, path])


def _beside(text: str, match: re.Match[str]) -> frozenset[str]:
    """Return the functions named on the line of a place, or else, as Go and Rust write traces, on the one before it."""
    start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
    before = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    return _called_in(text[start : None if end < 0 else end]) or _called_in("" if _LINED.search(before) else before)


def _called_in(line: str) -> frozenset[str]:
    return frozenset(filter(None, chain.from_iterable(_CALLED.findall(line))))


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


def _of_diff(text: str) -> Iterator[Place]:
    headers = list(_DIFF_FILE.finditer(text))
    for hunk in _HUNK.finditer(text):
        above = [header[1] for header in headers if header.start() < hunk.start() and header[1] != "/dev/null"]
        if above:
            yield Place(_slashed(above[-1]), max(int(hunk[1]) - 1, 0) + _HUNK_CONTEXT)


def _name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2].lower()


def _by_name(records: Iterable[FileRecord], names: set[str]) -> dict[str, list[FileRecord]]:
    """Return the files of each name; a name without its extension is that of the file too."""
    found: dict[str, list[FileRecord]] = defaultdict(list)
    for record in records:
        name = _name(record.path)
        for spelled in {name, name.rpartition(".")[0]} & names:
            found[spelled].append(record)
    return found


def _files_at(place: Place, candidates: Sequence[FileRecord], query: Understanding) -> list[FileRecord]:
    """Return the files that a path means: those that agree with most of its end, the likeliest first."""
    wanted = place.path.lower().split("/")
    agreeing: dict[int, list[FileRecord]] = defaultdict(list)
    for record in candidates:
        agreeing[_agreeing_end(record.path.lower().split("/"), wanted)].append(record)
    longest = max(agreeing, default=0)
    # More than a name is written, but nothing more agrees: it is a file of the same name somewhere else.
    if longest == 1 < len(wanted):
        agreeing[longest] = [record for record in agreeing[longest] if "/" not in record.path]
    return sorted(
        agreeing[longest], key=lambda record: (-file_prior(record, query), record.path.count("/"), record.path)
    )


def _agreeing_end(own: Sequence[str], wanted: Sequence[str]) -> int:
    """Return how many components of two paths agree at their ends; the last may lack its extension."""
    return 1 + agreeing(reversed(own[:-1]), reversed(wanted[:-1]))


def chunk_at(chunks: Sequence[tuple[int, int]], line: int | None) -> tuple[int, int] | None:
    """Return the lines of the chunk that holds a line, or of the head of the file; None beyond its end."""
    if not chunks:
        return None
    if line is None:
        whole = (end for _, end in reversed(chunks) if end <= _HEAD_LINES)
        return chunks[0][0], next(whole, chunks[0][1])
    return next(((start, end) for start, end in chunks if start <= line < end), None)
