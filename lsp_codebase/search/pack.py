"""From ranked chunks to pieces worth reading: widen them, and cut the stream into pages."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.symbols import SymbolMatch

_WIDEST_LINES = 60
_NEIGHBOUR_SHARE = 0.35  # of the hit's own score that an adjacent chunk must reach to be joined


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of lines of one file that answers the query; `end_line` is exclusive.

    `core` is the part that was ranked, when neighbours were joined to it: what the hit is named after. `copies` are
    pieces of other places with the same text.
    """

    path: str
    language: str
    start_line: int
    end_line: int
    score: float
    signals: Mapping[str, float] = field(default_factory=dict)
    symbol: SymbolMatch | None = None
    core: tuple[int, int] | None = None
    copies: tuple[Piece, ...] = ()


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

    pieces: Sequence[Piece]
    next_cursor: str | None


def page(pieces: Sequence[Piece], limit: int, cursor: str | None) -> Page:
    """Skip what earlier pages showed and take `limit` pieces; one piece more tells that there is another page."""
    offset = read_cursor(cursor)
    end = offset + limit
    return Page(pieces[offset:end], write_cursor(end) if len(pieces) > end else None)


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
