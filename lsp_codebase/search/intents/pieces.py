"""Pieces of the channels: a chunk, a head or line of a file, the beginning of a definition; lines with their call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.search.corpus import ChunkText, Corpus
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.repeats import apart
from lsp_codebase.store import FileRecord

_MOST_PIECES = 5  # of the files that a query means
_HEAD_LINES = 60  # shown of a file that is named without a line
_SYMBOL_LINES = 40  # shown of a long definition

_STRING_FIRST = re.compile(r"\s*[A-Za-z]{0,2}[\"'`]")


def in_calls(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines, one that begins with the first argument of a call, a string, behind the line that opens the call."""
    return (in_call(above, line) for above, line in pairwise(("", *lines)))


def in_call(above: str, line: str) -> str:
    """Return a line, behind the one `above` if that opens a call whose first argument, a string, it begins with."""
    return f"{above}{line}" if above.rstrip().endswith("(") and _STRING_FIRST.match(line) else line


def opens_call(lines: Sequence[str], at: int) -> bool:
    """Whether a line opens a call whose first argument, a string, the next one begins with: that tells more."""
    return lines[at].rstrip().endswith("(") and at + 1 < len(lines) and _STRING_FIRST.match(lines[at + 1]) is not None


class Line(NamedTuple):
    """A line that tells what was asked for, the piece of its chunk, and how well it does, 0 for best."""

    piece: Piece
    text: str
    rank: int = 0

    @property
    def number(self) -> int:
        """Its number in the file."""
        return (self.piece.core or (self.piece.start_line,))[0]


def best_lines(chunks: Iterable[ChunkText], rank: Callable[[str], int | None]) -> Iterator[Line]:
    """Yield the best line of each chunk that holds a line with a rank."""
    for chunk in chunks:
        ranks = ((rank(line), at, line) for at, line in enumerate(in_calls(chunk.lines)))
        if best := min(((own, at, line) for own, at, line in ranks if own is not None), default=None):
            yield Line(line_piece(chunk, best[1], 1.0), best[2], best[0])


def all_lines(chunks: Iterable[ChunkText], holds: Callable[[ChunkText, str], bool]) -> Iterator[Line]:
    """Yield all lines of some chunks that hold something."""
    for chunk in chunks:
        yield from (Line(line_piece(chunk, at, 1.0), line) for at, line in enumerate(chunk.lines) if holds(chunk, line))


def chunk_at(chunks: Sequence[tuple[int, int]], line: int | None) -> tuple[int, int] | None:
    """Return the lines of the chunk that holds a line, or of the head of the file; None beyond its end."""
    if not chunks:
        return None
    if line is None:
        whole = (end for _, end in reversed(chunks) if end <= _HEAD_LINES)
        return chunks[0][0], next(whole, chunks[0][1])
    return next(((start, end) for start, end in chunks if start <= line < end), None)


def piece_at(corpus: Corpus, record: FileRecord, line: int | None, score: float, signal: str) -> Piece | None:
    """Return the piece of a file at a line, or at its head; None beyond its end."""
    lines = chunk_at(corpus.chunk_lines(record.path), line)
    core = None if line is None else (line, line + 1)
    return lines and Piece(record.path, record.language, *lines, score, {signal: score}, core=core)


def heads_or_lines(corpus: Corpus, places: Iterable[tuple[FileRecord, int | None]]) -> list[Piece]:
    """Return the pieces of some files at a line, or at their heads."""
    pieces: list[Piece] = []
    for record, line in places:
        if len(pieces) == _MOST_PIECES:
            break
        if piece := piece_at(corpus, record, line, 1.0 - len(pieces) / 100, "place"):
            pieces.append(piece)
    return pieces


def heads(corpus: Corpus, records: Iterable[FileRecord]) -> list[Piece]:
    """Return the pieces of some files at their heads."""
    return heads_or_lines(corpus, ((record, None) for record in records))


def definition_piece(match: SymbolMatch, symbols: Snapshot) -> Piece:
    """Return the beginning of a definition; a long one ends before the part that would be cut, if that is not early."""
    span = match.symbol.span
    end = span.end_line + 1
    if end - span.start_line > _SYMBOL_LINES:
        end = span.start_line + _SYMBOL_LINES
        inside = (one.symbol.span for one in symbols.in_file(match.path, (end - 1, end)))
        cut = (own.start_line for own in inside if own.end_line >= end and own.start_line > span.start_line)
        end = next((start for start in cut if 2 * (start - span.start_line) >= _SYMBOL_LINES), end)
    return Piece(match.path, match.language, span.start_line, end, match.score, {"symbol": match.score}, match)


def definitions(names: Snapshot, matches: Iterable[SymbolMatch]) -> list[Piece]:
    """Return the beginnings of definitions, each ending where another one inside of it begins."""
    return apart([definition_piece(match, names) for match in matches])


def line_piece(chunk: ChunkText, at: int, score: float) -> Piece:
    """Return the piece of a chunk for one of its lines, counted from its first."""
    return replace(piece_of(chunk, score), core=(chunk.start_line + at, chunk.start_line + at + 1))


def listed_line(chunk: ChunkText, at: int) -> Piece:
    """Return a line of a chunk, counted from its first, by itself."""
    line = chunk.start_line + at
    return Piece(chunk.path, chunk.language, line, line + 1, 1.0, {"listed": 1.0}, is_of_index=True)


def distinct(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces without those that begin where an earlier one does."""
    found: dict[tuple[str, int], Piece] = {}
    for piece in pieces:
        found.setdefault((piece.path, piece.start_line), piece)
    return [*found.values()]


def piece_of(chunk: ChunkText, score: float) -> Piece:
    """Return the piece of a chunk, which holds the copied text."""
    end = chunk.start_line + len(chunk.text.rstrip("\n").split("\n"))
    return Piece(chunk.path, chunk.language, chunk.start_line, end, score, {"verbatim": score}, is_of_index=True)
