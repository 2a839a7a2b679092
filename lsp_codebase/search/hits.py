"""From pieces to hits: their text within the budget, what they are named after, and what goes with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import ContextPiece, Hit, Pack, Place, Span, Symbol, SymbolHit, SymbolKind
from lsp_codebase.search.features import LESSER_KINDS, name_matches
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.surroundings import siblings_of, surround, with_neighbours

_CONTEXT_CHARS = 48_000  # when the client sets no budget: about 12,000 tokens


@dataclass(frozen=True, slots=True)
class Source:
    """Where the packing reads a file's lines and symbols from; lines come without line ends."""

    root: Path
    lines: Callable[[str], Sequence[str]]
    symbols: Callable[[str, tuple[int, int]], Sequence[SymbolMatch]]  # those that touch a range of lines
    is_ascii: Callable[[str], bool]
    chunks: Callable[[str], Sequence[tuple[int, int]]]  # their lines, end exclusive, in order


def to_hits(
    pieces: Sequence[Piece],
    source: Source,
    parts: frozenset[str],
    kinds: frozenset[SymbolKind],
    pack: Pack,
    max_chars: int | None,
    explain: bool,
) -> tuple[list[Hit], bool]:
    """Return the hits of pieces and whether the budget cut something; texts are cut at line ends only."""
    if pack is Pack.CONTEXT:
        pieces = with_neighbours(pieces, source.chunks)
        max_chars = max_chars or _CONTEXT_CHARS
    hits = [_to_hit(piece, source, parts, kinds, explain=explain) for piece in pieces]
    if pack is Pack.NONE:
        return hits, False
    left = max_chars if max_chars is not None else float("inf")
    truncated = False
    for place, hit in enumerate(hits):
        text, is_cut = _fit(source.lines(pieces[place].path)[hit.span.start_line : hit.span.end_line + 1], left)
        left -= len(text)
        truncated |= is_cut
        hits[place] = replace(hit, text=text)
    if pack is Pack.CONTEXT:
        is_cut = _add_context(hits, pieces, source, left)
        truncated |= is_cut
    return hits, truncated


def as_symbol(hit: Hit) -> SymbolHit:
    """Return a hit as a symbol: the definition it is about, or else its most telling line."""
    begins = hit.name_span is not None
    symbol = Symbol(
        name=hit.name if hit.name and begins else hit.preview or hit.path.name,
        kind=hit.kind if hit.kind and begins else SymbolKind.File,
        span=hit.span,
        name_span=hit.name_span or hit.span,
        container=hit.container or "" if begins else ".".join(filter(None, (hit.container, hit.name))),
    )
    return SymbolHit(hit.path, symbol, hit.language, hit.score, hit.is_ascii)


def _to_hit(piece: Piece, source: Source, parts: frozenset[str], kinds: frozenset[SymbolKind], *, explain: bool) -> Hit:
    lines = source.lines(piece.path)
    span = _span(piece, lines)
    start, end = span.start_line, span.end_line + 1
    core = piece.core or (start, end)
    symbol = piece.symbol or _symbol_of(source.symbols(piece.path, core), core, parts, kinds)
    return Hit(
        path=source.root / piece.path,
        span=span,
        language=piece.language,
        score=piece.score,
        preview=_preview(lines[start:end], symbol, start),
        is_ascii=source.is_ascii(piece.path),
        name=symbol.symbol.name if symbol else None,
        kind=symbol.symbol.kind if symbol else None,
        container=(symbol.symbol.container or None) if symbol else None,
        name_span=symbol.symbol.name_span if symbol and _begins_in(symbol, start, end) else None,
        matches=(piece.symbol.symbol.name_span,) if piece.symbol and _begins_in(piece.symbol, start, end) else (),
        signals=dict(piece.signals) if explain else {},
        copies=tuple(
            Place(source.root / copy.path, _span(copy, source.lines(copy.path)), source.is_ascii(copy.path))
            for copy in piece.copies
        ),
    )


def _add_context(hits: list[Hit], pieces: Sequence[Piece], source: Source, left: float) -> bool:
    """Give hits what goes with them while it fits, best hit first; return whether something did not fit."""
    taken: dict[str, list[tuple[int, int]]] = {}
    for hit, piece in zip(hits, pieces, strict=True):
        taken.setdefault(piece.path, []).append((hit.span.start_line, hit.span.end_line + 1))
    for place, (hit, piece) in enumerate(zip(hits, pieces, strict=True)):
        start, end = hit.span.start_line, hit.span.end_line + 1
        fitting: list[ContextPiece] = []
        symbols = source.symbols(piece.path, (start, end))
        named = next((match.symbol for match in symbols if match.symbol.name_span == hit.name_span), None)
        siblings = siblings_of(named, partial(source.symbols, piece.path)) if named else []
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


def _span(piece: Piece, lines: Sequence[str]) -> Span:
    start, end = _trim(lines, piece.start_line, min(piece.end_line, len(lines)))
    last = max(end - 1, start)
    return Span(start, 0, last, len(lines[last].encode("utf-8", "surrogatepass")) if last < len(lines) else 0)


def _trim(lines: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Return the range without blank lines at its ends."""
    while end - start > 1 and not lines[end - 1].strip():
        end -= 1
    while end - start > 1 and not lines[start].strip():
        start += 1
    return start, end


def _fit(lines: Sequence[str], budget: float) -> tuple[str, bool]:
    text = "\n".join(lines)
    if len(text) <= budget:
        return text, False
    kept: list[str] = []
    for line in lines:
        budget -= len(line) + bool(kept)
        if budget < 0:
            break
        kept.append(line)
    return "\n".join(kept), True


def _begins_in(match: SymbolMatch, start: int, end: int) -> bool:
    return start <= match.symbol.name_span.start_line < end


def _symbol_of(
    symbols: Sequence[SymbolMatch], core: tuple[int, int], parts: frozenset[str], kinds: frozenset[SymbolKind]
) -> SymbolMatch | None:
    """Return the definition a run of lines is about: the best named one that begins there, else the one around it."""
    wanted = [match for match in symbols if not kinds or match.symbol.kind in kinds]
    inside = [match for match in wanted if _begins_in(match, *core)]
    if inside:
        return _most_telling(inside, parts)
    around = [match for match in wanted if match.symbol.span.start_line <= core[0] < match.symbol.span.end_line]
    return max(around, key=lambda match: match.symbol.span.start_line, default=None)


def _most_telling(matches: Sequence[SymbolMatch], parts: frozenset[str]) -> SymbolMatch:
    """Return the definition most of whose name the query says; of equals functions and types first, then by place."""
    said = name_matches([match.symbol.name for match in matches], parts)

    def rank_of(place: int) -> tuple[float, bool, int]:
        symbol = matches[place].symbol
        return said[place], symbol.kind not in LESSER_KINDS, -symbol.span.start_line

    return matches[max(range(len(matches)), key=rank_of)]


def _preview(lines: Sequence[str], symbol: SymbolMatch | None, start: int) -> str:
    """Return the line that shows best what the hit is: the definition's own, else the first that says something."""
    if symbol is not None and 0 <= symbol.symbol.name_span.start_line - start < len(lines):
        return lines[symbol.symbol.name_span.start_line - start].strip()[:200]
    return next((line.strip()[:200] for line in lines if line.strip()), "")
