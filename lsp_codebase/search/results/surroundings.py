"""The surroundings of a hit: its neighbours, headers of enclosing definitions and of siblings, imports it uses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from lsp_codebase.model import ContextKind, ContextPiece, Span, Symbol, byte_length
from lsp_codebase.search.call_graph.imports import imports_of
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.ranking.features import LESSER_KINDS
from lsp_codebase.search.results.repeats import unshown_part

_WIDEST_LINES = 120  # of a piece with its neighbours
_MOST_HEADER_LINES = 5
_MOST_SIBLINGS = 12
_WORD = re.compile(r"[^\W\d]\w+")

Chunks = Callable[[str], Sequence[tuple[int, int]]]  # of a file: their lines in order, end exclusive


def with_neighbours(pieces: Sequence[Piece], chunks: Chunks, earlier: Sequence[Piece] = ()) -> list[Piece]:
    """Return the pieces with the chunks before and after each; those of a file that then touch become one.

    `earlier` are the pieces of the pages before: neighbours shown with them are not shown again.
    """
    taken: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for piece in earlier:
        taken[piece.path].append(_widened(piece, chunks))
    kept: list[Piece] = []
    for piece in pieces:
        start, end = _widened(piece, chunks)
        core = piece.core or (piece.start_line, piece.end_line)
        whole = replace(piece, start_line=start, end_line=end, core=core)
        if new := unshown_part(whole, taken[piece.path]):
            kept.append(replace(whole, start_line=new[0], end_line=new[1]))
    merged: list[Piece] = []
    for piece in kept:
        place, whole = len(merged), piece
        while (other := next((i for i, known in enumerate(merged) if _touch(known, whole)), None)) is not None:
            known = merged.pop(other)
            start, end = min(known.start_line, whole.start_line), max(known.end_line, whole.end_line)
            best = known if other < place else whole  # the piece is named after it
            whole = replace(best, start_line=start, end_line=end)
            place = min(place, other)
        merged.insert(place, whole)
    return merged


def _widened(piece: Piece, chunks: Chunks) -> tuple[int, int]:
    start, end = piece.start_line, piece.end_line
    for first, last in chunks(piece.path):
        is_beside = last == piece.start_line or first == piece.end_line
        if is_beside and max(end, last) - min(start, first) <= _WIDEST_LINES:
            start, end = min(start, first), max(end, last)
    return start, end


def _touch(one: Piece, other: Piece) -> bool:
    return one.path == other.path and one.start_line <= other.end_line and other.start_line <= one.end_line


def surround(
    lines: Sequence[str],
    language: str,
    start: int,
    end: int,
    symbols: Iterable[Symbol],
    siblings: Iterable[Symbol],
    taken: Iterable[tuple[int, int]],
) -> Iterator[ContextPiece]:
    """Yield the context of the lines `start` to `end` (exclusive) of a file, in line order and outside of `taken`.

    `symbols` are those that touch these lines, `siblings` definitions under the same breadcrumb.
    """
    shown = {line for first, last in (*taken, (start, end)) for line in range(first, last)}
    words = set(_WORD.findall("\n".join(lines[start:end])))
    pieces = [(ContextKind.IMPORT, *statement) for statement in imports_of(lines, words, language)]
    pieces += [(ContextKind.ENCLOSING, *header) for header in _headers(symbols, start)]
    pieces += [(ContextKind.SIBLING, *heading) for heading in _headings(siblings, start)]
    for kind, first, last in sorted(pieces, key=lambda piece: piece[1:]):
        span = range(first, min(last, len(lines)))
        if span and shown.isdisjoint(span):
            shown.update(span)
            end_column = byte_length(lines[span[-1]])
            yield ContextPiece(kind, Span(span[0], 0, span[-1], end_column), "\n".join(lines[first : span[-1] + 1]))


def _headings(siblings: Iterable[Symbol], start: int) -> list[tuple[int, int]]:
    """Return the first lines of the nearest siblings: an overview, for a line each."""
    lines = sorted((symbol.name_span.start_line for symbol in siblings), key=lambda line: abs(line - start))
    return [(line, line + 1) for line in lines[:_MOST_SIBLINGS]]


def siblings_of(symbol: Symbol, symbols: Callable[[tuple[int, int]], Iterable[Symbol]]) -> list[Symbol]:
    """Return the functions and types with the same container as a symbol; `symbols` gives those of a range of lines."""
    line = symbol.name_span.start_line
    around = [one.span for one in symbols((line, line + 1)) if one.span.start_line < line]
    if not symbol.container or not around:
        return []
    outer = max(around, key=lambda span: span.start_line)
    return [
        one
        for one in symbols((outer.start_line, outer.end_line + 1))
        if one.container == symbol.container and one.kind not in LESSER_KINDS and one.name_span != symbol.name_span
    ]


def _headers(symbols: Iterable[Symbol], start: int) -> Iterator[tuple[int, int]]:
    for symbol in symbols:
        span, name = symbol.span, symbol.name_span
        if span.start_line < start <= span.end_line:
            yield max(span.start_line, name.end_line - _MOST_HEADER_LINES + 1), min(name.end_line + 1, start)
