"""From ranked chunks to hits: widen, page, name, and cut the text to a budget."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import Hit, Pack, Span, Symbol, SymbolHit, SymbolKind
from lsp_codebase.search.features import LESSER_KINDS, name_match
from lsp_codebase.symbols import SymbolMatch

_WIDEST_LINES = 60
_NEIGHBOUR_SHARE = 0.35  # of the hit's own score that an adjacent chunk must reach to be joined


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of lines of one file that answers the query; `end_line` is exclusive.

    `core` is the part that was ranked, when neighbours were joined to it: what the hit is named after.
    """

    path: str
    language: str
    start_line: int
    end_line: int
    score: float
    signals: Mapping[str, float] = field(default_factory=dict)
    symbol: SymbolMatch | None = None
    core: tuple[int, int] | None = None


def widen(
    ordered: Iterator[tuple[Piece, float]], raw: Mapping[tuple[str, int], tuple[Piece, float]]
) -> Iterator[Piece]:
    """Yield pieces best first, joined with good neighbours; what was joined is not listed again.

    `ordered` gives each piece with the score before diversity decay, `raw` finds such pairs by path and start line.
    Up to 60 lines stay readable, and two adjacent good chunks are one answer: +0.045 span NDCG on commit queries at
    333 tokens a hit, against 251.
    """
    swallowed: set[tuple[str, int]] = set()
    ends = {(piece.path, piece.end_line): key for key, (piece, _) in raw.items()}
    for piece, own in ordered:
        if (piece.path, piece.start_line) in swallowed:
            continue
        start, end = piece.start_line, piece.end_line
        while True:
            options = [raw.get((piece.path, end)), raw.get(ends.get((piece.path, start), ("", -1)))]
            fitting = [
                (score, neighbour)
                for neighbour, score in filter(None, options)
                if score > _NEIGHBOUR_SHARE * own
                and (neighbour.path, neighbour.start_line) not in swallowed
                and max(end, neighbour.end_line) - min(start, neighbour.start_line) <= _WIDEST_LINES
            ]
            if not fitting:
                break
            _, neighbour = max(fitting, key=lambda pair: (pair[0], pair[1].start_line))
            swallowed.add((neighbour.path, neighbour.start_line))
            start, end = min(start, neighbour.start_line), max(end, neighbour.end_line)
        swallowed.add((piece.path, piece.start_line))
        yield replace(piece, start_line=start, end_line=end, core=(piece.start_line, piece.end_line))


@dataclass(frozen=True, slots=True)
class Page:
    """The pieces of one page, and the cursor of the next."""

    pieces: tuple[Piece, ...]
    next_cursor: str | None


def page(pieces: Iterator[Piece], limit: int, cursor: str | None) -> Page:
    """Skip what earlier pages showed and take `limit` pieces."""
    offset = read_cursor(cursor)
    taken: list[Piece] = []
    for position, piece in enumerate(pieces):
        if position >= offset + limit:
            return Page(tuple(taken), write_cursor(offset + limit))
        if position >= offset:
            taken.append(piece)
    return Page(tuple(taken), None)


def write_cursor(offset: int) -> str:
    """Return the cursor of the page that begins after `offset` hits."""
    return base64.urlsafe_b64encode(f"1:{offset}".encode()).decode()


def read_cursor(cursor: str | None) -> int:
    """Return how many hits earlier pages showed; raise `InvalidQuery` for what is no cursor."""
    if cursor is None:
        return 0
    try:
        version, offset = base64.urlsafe_b64decode(cursor.encode()).decode().split(":")
        if version == "1" and 0 <= int(offset) < 1_000_000:
            return int(offset)
    except (ValueError, binascii.Error):
        pass
    raise InvalidQuery("cursor", "is not a cursor of this server; use the nextCursor of an earlier answer")


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
    parts: frozenset[str],
    kinds: frozenset[SymbolKind],
    pack: Pack,
    max_chars: int | None,
    explain: bool,
) -> tuple[list[Hit], bool]:
    """Return the hits of pieces and whether the budget cut something; texts are cut at line ends only."""
    hits: list[Hit] = []
    left = max_chars if max_chars is not None else float("inf")
    truncated = False
    for piece in pieces:
        lines = source.lines(piece.path)
        start, end = _trim(lines, piece.start_line, min(piece.end_line, len(lines)))
        core = piece.core or (start, end)
        symbol = piece.symbol or _symbol_of(source.symbols(piece.path, core), core, parts, kinds)
        text = None
        if pack is not Pack.NONE:
            text, cut = _fit(lines[start:end], left)
            left -= len(text)
            truncated |= cut
        hits.append(
            Hit(
                path=source.root / piece.path,
                span=Span(start, 0, max(end - 1, start), len(lines[end - 1].encode()) if end > start else 0),
                language=piece.language,
                score=piece.score,
                preview=_preview(lines[start:end], symbol, start),
                is_ascii=source.is_ascii(piece.path),
                name=symbol.symbol.name if symbol else None,
                kind=symbol.symbol.kind if symbol else None,
                container=(symbol.symbol.container or None) if symbol else None,
                name_span=symbol.symbol.name_span if symbol and _begins_in(symbol, start, end) else None,
                text=text,
                signals=dict(piece.signals) if explain else {},
            )
        )
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
        return max(inside, key=lambda match: _telling(match, parts))
    around = [match for match in wanted if match.symbol.span.start_line <= core[0] < match.symbol.span.end_line]
    return max(around, key=lambda match: match.symbol.span.start_line, default=None)


def _telling(match: SymbolMatch, parts: frozenset[str]) -> tuple[float, bool, int]:
    """Order definitions by how much of their name the query says, then functions and types first, then by place."""
    symbol = match.symbol
    return name_match(symbol.name, parts), symbol.kind not in LESSER_KINDS, -symbol.span.start_line


def _preview(lines: Sequence[str], symbol: SymbolMatch | None, start: int) -> str:
    """Return the line that shows best what the hit is: the definition's own, else the first that says something."""
    if symbol is not None and 0 <= symbol.symbol.name_span.start_line - start < len(lines):
        return lines[symbol.symbol.name_span.start_line - start].strip()[:200]
    return next((line.strip()[:200] for line in lines if line.strip()), "")
