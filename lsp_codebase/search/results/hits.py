"""From pieces to hits: their text within the budget, their names, and their related code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import ContextPiece, Hit, Pack, Place, Span, Symbol, SymbolHit, SymbolKind, byte_length
from lsp_codebase.parse import ParseLimits
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.previews import Passage, Wanted
from lsp_codebase.search.results.surroundings import siblings_of, surround

CONTEXT_CHARS = 48_000  # when the client sets no budget: about 12,000 tokens
_LONGEST_LINE = ParseLimits().max_shown_line_chars  # bundled code stands in one line of megabytes


@dataclass(frozen=True, slots=True)
class Source:
    """Where the packing reads a file's lines and symbols from; lines come without line ends."""

    root: Path
    lines: Callable[[str], Sequence[str]]
    symbols: Callable[[str, tuple[int, int]], Sequence[SymbolMatch]]  # those that touch a range of lines
    is_ascii: Callable[[str], bool]


def to_hits(
    pieces: Sequence[Piece],
    source: Source,
    wanted: Wanted,
    pack: Pack,
    max_chars: int | None,
    explain: bool,
) -> tuple[list[Hit], bool]:
    """Return the hits of pieces and whether the budget cut something; texts are cut at line ends only."""
    if pack is Pack.NONE:
        return [_to_hit(piece, source, wanted, None, explain=explain) for piece in pieces], False
    unlimited = CONTEXT_CHARS if pack is Pack.CONTEXT else float("inf")
    left = unlimited if max_chars is None else max_chars
    truncated = False
    hits: list[Hit] = []
    for piece in pieces:
        lines = source.lines(piece.path)
        span = _span(piece, lines)
        text, is_cut = _fit(lines[span.start_line : span.end_line + 1], left)
        left -= len(text)
        truncated |= is_cut
        hits.append(_to_hit(piece, source, wanted, text, explain=explain))
    if pack is Pack.CONTEXT:
        is_cut = _add_context(hits, pieces, source, left)
        truncated |= is_cut
    return hits, truncated


def room_beside(hits: Sequence[Hit], max_chars: int | None) -> float:
    """Return how many characters the texts of hits with their context leave of a budget."""
    used = sum(len(hit.text or "") + sum(len(piece.text) for piece in hit.context) for hit in hits)
    return (CONTEXT_CHARS if max_chars is None else max_chars) - used


def as_symbols(hits: Iterable[Hit]) -> tuple[SymbolHit, ...]:
    """Return hits as symbols: the definition that each is about, or else its most telling line.

    No two look the same in a list: only the best stays of those with one name in one place of a file.
    """
    found: dict[tuple[Path, str, str], SymbolHit] = {}
    for hit in hits:
        one = _as_symbol(hit)
        found.setdefault((one.path, one.symbol.container, one.symbol.name), one)
    return tuple(found.values())


def _as_symbol(hit: Hit) -> SymbolHit:
    begins = hit.name_span is not None
    symbol = Symbol(
        name=hit.name if hit.name and begins else hit.preview or hit.path.name,
        kind=hit.kind if hit.kind and begins else SymbolKind.File,
        span=hit.span,
        name_span=hit.name_span or hit.span,
        container=hit.container or "" if begins else ".".join(filter(None, (hit.container, hit.name))),
    )
    return SymbolHit(hit.path, symbol, hit.language, hit.score, hit.is_ascii)


def definition_of(piece: Piece, source: Source, wanted: Wanted) -> SymbolMatch | None:
    """Return the definition that a piece is about."""
    lines = source.lines(piece.path)[piece.start_line : piece.end_line]
    return _definition(piece, Passage(lines, piece.start_line, wanted), source)


def _definition(piece: Piece, passage: Passage, source: Source) -> SymbolMatch | None:
    """Return the definition that the shown part of a piece is about."""
    if piece.symbol is not None:
        return piece.symbol
    start, end = passage.start, passage.start + max(len(passage.lines), 1)
    core = piece.core or (start, end)
    core = max(core[0], start), min(core[1], end)
    if core[0] >= core[1]:
        core = start, end
    return passage.definition(core, source.symbols(piece.path, core))


def _to_hit(piece: Piece, source: Source, wanted: Wanted, text: str | None, *, explain: bool) -> Hit:
    lines = source.lines(piece.path)
    span = _span(piece, lines)
    start, end = span.start_line, min(span.end_line + 1, len(lines))
    whole = Passage(lines[start:end], start, wanted)
    # A text that is cut is named after the rest of it.
    left = replace(whole, lines=text.split("\n")) if text and text.count("\n") + 1 < end - start else whole
    symbol = _definition(piece, left, source)
    own = symbol.symbol.name_span.start_line if symbol else -1
    begins = start <= own < end
    asked = piece.core[0] if piece.core and piece.core[1] - piece.core[0] == 1 else None
    place = (
        _whole_line(lines, asked) if asked is not None and start <= asked < end and "place" in piece.signals else None
    )
    return Hit(
        path=source.root / piece.path,
        span=span,
        language=piece.language,
        score=piece.score,
        preview=whole.preview(own, asked),
        is_ascii=source.is_ascii(piece.path),
        name=symbol.symbol.name if symbol else None,
        kind=symbol.symbol.kind if symbol else None,
        container=(symbol.symbol.container or None) if symbol else None,
        name_span=symbol.symbol.name_span if symbol and begins else None,
        matches=(piece.symbol.symbol.name_span,) if piece.symbol and begins else (place,) if place else (),
        text=text,
        signals=dict(piece.signals) if explain else {},
        copies=tuple(
            Place(source.root / copy.path, _span(copy, source.lines(copy.path)), source.is_ascii(copy.path))
            for copy in piece.copies
        ),
    )


def _add_context(hits: list[Hit], pieces: Sequence[Piece], source: Source, left: float) -> bool:
    """Give hits their context while it fits, best hit first; return whether something did not fit."""
    taken: dict[str, list[tuple[int, int]]] = {}
    for hit, piece in zip(hits, pieces, strict=True):
        taken.setdefault(piece.path, []).append((hit.span.start_line, hit.span.end_line + 1))
    for place, (hit, piece) in enumerate(zip(hits, pieces, strict=True)):
        start, end = hit.span.start_line, hit.span.end_line + 1
        fitting: list[ContextPiece] = []
        symbols_of = partial(_symbols, source, piece.path)
        symbols = symbols_of((start, end))
        named = next((symbol for symbol in symbols if symbol.name_span == hit.name_span), None)
        siblings = siblings_of(named, symbols_of) if named else []
        found = surround(source.lines(piece.path), piece.language, start, end, symbols, siblings, taken[piece.path])
        for beside in found:
            left -= len(beside.text)
            if left < 0:
                hits[place] = replace(hit, context=tuple(fitting))
                return True
            fitting.append(beside)
            taken[piece.path].append((beside.span.start_line, beside.span.end_line + 1))
        hits[place] = replace(hit, context=tuple(fitting))
    return False


def _symbols(source: Source, path: str, lines: tuple[int, int]) -> list[Symbol]:
    return [match.symbol for match in source.symbols(path, lines)]


def _span(piece: Piece, lines: Sequence[str]) -> Span:
    """Return the lines of a piece without blank ones at its ends."""
    shown = lines[piece.start_line : max(piece.end_line, piece.start_line + 1)]
    filled = [place for place, line in enumerate(shown) if line.strip()] or [0]
    first, last = filled[0], filled[-1]
    return Span(piece.start_line + first, 0, piece.start_line + last, byte_length(shown[last]) if shown else 0)


def _whole_line(lines: Sequence[str], number: int) -> Span:
    """Return a line from its first sign to its last."""
    line = lines[number].rstrip()
    return Span(number, byte_length(line) - byte_length(line.lstrip()), number, byte_length(line))


def _fit(lines: Sequence[str], budget: float) -> tuple[str, bool]:
    text = "\n".join(lines)
    if len(text) <= min(budget, _LONGEST_LINE):
        return text, False
    shown = [line[:_LONGEST_LINE] for line in lines]
    cut = "\n".join(shown)
    if len(cut) <= budget:
        return cut, len(cut) < len(text)
    kept: list[str] = []
    for line in shown:
        budget -= len(line) + bool(kept)
        if budget < 0:
            break
        kept.append(line)
    return "\n".join(kept), True
