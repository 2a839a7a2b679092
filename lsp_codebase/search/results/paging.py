"""One page of the answer of one folder or several: the best of all that earlier pages did not show, and a cursor.

Each folder gives its pieces in an order of its own, so that the cursor says all with a number for each folder. Pages
together show every piece once, as a hit or as a copy of one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain
from pathlib import Path

from lsp_codebase.model import (
    UNCANCELLED,
    CancelToken,
    Confidence,
    Hit,
    IndexStatus,
    Mode,
    Pack,
    SearchAnswer,
    SearchQuery,
    least_complete,
)
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_language import nothing_left
from lsp_codebase.search.ranking.confidence import NO_EVIDENCE, confidence_of
from lsp_codebase.search.results.absences import tells_absence
from lsp_codebase.search.results.cursors import Cursor, PageStart, place_of, read_cursor, write_cursor
from lsp_codebase.search.results.hits import CONTEXT_CHARS
from lsp_codebase.search.results.near_duplicates import Originals
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.streams import KeptPieces, Reading, Stream

OnHit = Callable[[Hit], object]
"""Is given a hit, in the order of the answer, while the next ones are still looked for."""

HITS_WITH_RELATED = 3
_CHANGED = "files or open documents changed since the page before: a hit may come twice or be left out"


def no_lines(_path: str) -> Sequence[str]:
    """Return no lines of any file."""
    return ()


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a query in one root, or a `part` of one. `contents` is the identity of the answering contents.

    `lines` gives those of a file, to tell copies by: without, nothing is taken for a copy. `to_hits` turns pieces into
    hits with at most so many characters of text, and says whether that cut some.
    """

    root: Path
    contents: str
    status: IndexStatus
    stream: Stream
    to_hits: Callable[[Reading, Sequence[Piece], int | None], tuple[list[Hit], bool]]
    lines: Callable[[str], Sequence[str]] = no_lines
    part: str = ""
    passes_nothing: Callable[[], bool] = lambda: False  # whether the filters rule out all that is here

    @property
    def source(self) -> str:
        """The key of this in a cursor."""
        return str(self.root) + (f"\0{self.part}" if self.part else "")


def nothing_found(root: Path, query: SearchQuery, status: IndexStatus) -> Found:
    """Return the answer of a root without an index."""
    mode = Mode.HYBRID if query.mode is Mode.AUTO else query.mode
    reading = Reading(mode, Wanted({}, frozenset()), iter(()))
    stream = Stream("", lambda: reading, KeptPieces(), UNCANCELLED)
    return Found(root, "", status, stream, lambda *_: ([], False))


class _Share:
    """The share of one folder in a page."""

    def __init__(self, found: Found, offset: int) -> None:
        self.found = found
        self.offset = offset
        self.reading = found.stream.after(offset)
        self.originals = Originals(found.lines)

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces it gave so far, best first."""
        return self.originals.pieces

    @property
    def confidence(self) -> Confidence:
        """How sure this folder is of its pieces on this page and those before."""
        return confidence_of(self.reading.evidence if self.offset else NO_EVIDENCE, self.found.status)

    def mode_of(self, asked: Mode) -> Mode:
        """Return the mode that found the pieces: of a name also the words, unless all are definitions called so."""
        if asked is Mode.AUTO and self.reading.mode is Mode.SYMBOL:
            return Mode.SYMBOL if self.pieces and all(piece.symbol for piece in self.pieces) else Mode.HYBRID
        return self.reading.mode

    def to_hits(self, max_chars: int | None) -> tuple[list[Hit], bool]:
        """Return the hits of the pieces, and whether so many characters of text cut something."""
        return self.found.to_hits(self.reading, self.pieces, max_chars)


def answer(
    query: SearchQuery, found: Sequence[Found], cancel: CancelToken, on_hit: OnHit | None = None
) -> SearchAnswer:
    """Return a page of the hits of one folder, or of several, best first.

    `on_hit` is given each hit as soon as it is found, where later ones can change none: for literals and patterns in
    single lines, without a budget, context or related code.

    Raises:
        InvalidQuery: for errors that only an index can tell, and a cursor of another question.
        Cancelled: between steps.
    """
    started = time.perf_counter()
    cursor = read_cursor(query)
    shares = _of_one_kind([_Share(one, cursor.reached(one.source).offset) for one in found])
    if on_hit is not None and _is_settled_at_once(query, shares):
        truncated = False
        has_more, hits = _fill_telling(shares, query.limit, cancel, on_hit)
    else:
        has_more = _fill(shares, query.limit, cancel)
        hits, truncated = _to_hits(query, shares)
    modes = {share.mode_of(query.mode) for share in shares if share.pieces or not hits}
    absences = filter(None, (one.status.absence for one in found))
    told = dict.fromkeys(note for share in shares for note in share.reading.notes)
    notes = (one for one in told if not tells_absence(one) or all(one in share.reading.notes for share in shares))
    totals = [share.reading.total for share in shares if share.reading.total is not None]
    left = () if hits else nothing_left(query, rules_out=bool(found) and all(one.passes_nothing() for one in found))
    reached = ((share.found.source, PageStart(share.offset, share.found.contents)) for share in shares)
    return SearchAnswer(
        hits=tuple(hits),
        mode=modes.pop() if len(modes) == 1 else Mode.HYBRID,
        status=least_complete(one.status for one in found),
        truncated=truncated,
        next_cursor=write_cursor(query, reached) if has_more else None,
        took_ms=(time.perf_counter() - started) * 1_000,
        confidence=min((share.confidence for share in shares), key=list(Confidence).index),
        notes=tuple(dict.fromkeys(chain(absences, left, notes, _changes(query, cursor, found)))),
        total=sum(totals) if totals else None,
    )


def _of_one_kind(shares: list[_Share]) -> list[_Share]:
    """Leave out folders where nothing is as it is written, if it is so in another one."""
    as_written = [share for share in shares if share.reading.mode in (Mode.EXACT, Mode.REGEX)]
    return as_written or shares


def _is_settled_at_once(query: SearchQuery, shares: Sequence[_Share]) -> bool:
    """Whether later pieces change no hit: no copy is added to it, no budget divided."""
    return (
        query.max_chars is None
        and query.pack is not Pack.CONTEXT
        and all(share.reading.expression and not share.reading.expression.spans_lines for share in shares)
    )


def _fill_telling(shares: Sequence[_Share], limit: int, cancel: CancelToken, on_hit: OnHit) -> tuple[bool, list[Hit]]:
    """Do as `_fill` does, and make a hit of each piece as it comes."""
    hits: list[Hit] = []

    def tell(share: _Share, piece: Piece) -> None:
        (hit,), _ = share.found.to_hits(share.reading, [piece], None)
        hits.append(hit)
        on_hit(hit)

    return _fill(shares, limit, cancel, tell), hits


def _fill(
    shares: Sequence[_Share],
    limit: int,
    cancel: CancelToken,
    on_piece: Callable[[_Share, Piece], None] | None = None,
) -> bool:
    """Give the best pieces to the page; return whether there are more. Equals come in the order of the folders."""
    left = limit
    for share, piece in merge(*map(_pieces, shares), key=lambda item: -item[1].score):
        cancel.check()
        if not share.originals.takes_as_copy(piece):
            if not left:
                return True
            left -= 1
            share.originals.add(piece)
            if on_piece is not None:
                on_piece(share, piece)
        share.offset += 1
    return False


def _pieces(share: _Share) -> Iterator[tuple[_Share, Piece]]:
    return ((share, piece) for piece in share.reading.pieces)


def _to_hits(query: SearchQuery, shares: Sequence[_Share]) -> tuple[list[Hit], bool]:
    """Return the hits of a page, within the budget of the query, and whether that cut something."""
    budget = CONTEXT_CHARS if query.max_chars is None and query.pack is Pack.CONTEXT else query.max_chars
    given = [share.to_hits(budget) for share in shares]
    is_cut = any(is_cut for _, is_cut in given)
    best_first = _best_first([hits for hits, _ in given])
    if len(shares) > 1 and budget is not None and sum(_chars(hit) for hit, _ in best_first) > budget:
        is_cut = True
        parts = _divided(budget, best_first, len(shares))
        best_first = _best_first([share.to_hits(part)[0] for share, part in zip(shares, parts, strict=True)])
    return [hit for hit, _ in best_first], is_cut


def _best_first(given: Sequence[Sequence[Hit]]) -> list[tuple[Hit, int]]:
    """Return the hits of all folders, each with the number of its own; only the first ones with related code."""
    numbered = ([(hit, number) for hit in hits] for number, hits in enumerate(given))
    return [
        (hit if place < HITS_WITH_RELATED or not hit.related else replace(hit, related=()), number)
        for place, (hit, number) in enumerate(merge(*numbered, key=lambda item: -item[0].score))
    ]


def _divided(budget: int, best_first: Sequence[tuple[Hit, int]], folders: int) -> list[int]:
    """Return how many characters the hits of each folder may have: the best hits of all have theirs first."""
    parts = [0] * folders
    for size in (_text_chars, _context_chars):
        for hit, number in best_first:
            part = min(size(hit), budget)
            parts[number] += part
            budget -= part
    return parts


def _text_chars(hit: Hit) -> int:
    return len(hit.text or "")


def _context_chars(hit: Hit) -> int:
    return sum(len(piece.text) for piece in hit.context) + sum(len(one.preview) for one in hit.related)


def _chars(hit: Hit) -> int:
    return _text_chars(hit) + _context_chars(hit)


def _changes(query: SearchQuery, cursor: Cursor, found: Sequence[Found]) -> Iterator[str]:
    """Yield a note if this page comes from other contents, or another place, than the pages before."""
    before = [cursor.reached(one.source).contents or one.contents for one in found]
    if cursor.place != place_of(query) or before != [one.contents for one in found]:
        yield _CHANGED
