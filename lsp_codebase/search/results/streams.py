"""The pieces that answer a question, from where its last page ended.

The first page takes them as they are made and no more than it shows. A later page that has to make them again makes
twice as many as it needs and keeps them: all pages together cost twice as much as one long answer, at any depth.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lsp_codebase.model import CancelToken, Mode
from lsp_codebase.search.exact.expression import Expression
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.confidence import NO_EVIDENCE, Evidence
from lsp_codebase.search.results.previews import Wanted

_LEAST_MADE = 1_000  # pieces: more than ranking ever gives
_MOST_KEPT = 100_000  # pieces, of all questions of one root
_MOST_QUESTIONS = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """A query as it was read, and the pieces that answer it, best first; `before` are those of the pages before.

    `expression` is that of a literal or pattern. `evidence` speaks for the pieces, if there are any. `notes`
    are complete once `pieces` were read. `is_kept` says that the pieces cost so much that later pages, and the same
    question again, have to take these. `total` is the number of all pieces, of a question for all of a kind.
    """

    mode: Mode
    wanted: Wanted
    pieces: Iterator[Piece]
    understood: Understanding | None = None
    expression: Expression | None = None
    before: Sequence[Piece] = ()
    evidence: Evidence = NO_EVIDENCE
    notes: Sequence[str] = ()
    is_kept: bool = False
    total: int | None = None


@dataclass(frozen=True, slots=True)
class _Made:
    reading: Reading
    pieces: tuple[Piece, ...]
    is_whole: bool  # there are no more


class KeptPieces:
    """Pieces made for later pages, for the latest questions. Any thread may call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: OrderedDict[str, _Made] = OrderedDict()

    def get(self, question: str) -> _Made | None:
        """Return the pieces made for a question."""
        with self._lock:
            if question in self._made:
                self._made.move_to_end(question)
            return self._made.get(question)

    def put(self, question: str, made: _Made) -> None:
        """Keep pieces, and let go of those not asked for longest."""
        with self._lock:
            self._made[question] = made
            self._made.move_to_end(question)
            while len(self._made) > 1 and (len(self._made) > _MOST_QUESTIONS or self._count() > _MOST_KEPT):
                self._made.popitem(last=False)

    def _count(self) -> int:
        return sum(len(made.pieces) for made in self._made.values())


@dataclass(frozen=True, slots=True)
class Stream:
    """The pieces of one question to one state of a root, best first; `read` begins anew each time."""

    question: str  # with all that the pieces depend on
    read: Callable[[], Reading]
    kept: KeptPieces
    cancel: CancelToken

    def after(self, offset: int) -> Reading:
        """Return the reading of the question, with the pieces after the first `offset`."""
        made = self.kept.get(self.question)
        if not offset and not (made and made.reading.is_kept):
            reading = self.read()
            if not reading.is_kept:
                return reading
            made = self._keep(reading, _LEAST_MADE)
        made = made or self._make(offset)
        return replace(made.reading, pieces=self._rest(offset, made), before=made.pieces[:offset])

    def _rest(self, offset: int, made: _Made) -> Iterator[Piece]:
        while True:
            yield from islice(made.pieces, offset, None)
            offset = max(offset, len(made.pieces))
            if made.is_whole:
                return
            made = self._make(offset)

    def _make(self, offset: int) -> _Made:
        """Make the pieces up to `offset`, and as many again."""
        return self._keep(self.read(), max(2 * offset, _LEAST_MADE))

    def _keep(self, reading: Reading, most: int) -> _Made:
        pieces = []
        most = max(most, (reading.total or 0) + 1)  # all of a kind are there already
        for piece in islice(reading.pieces, most):
            self.cancel.check()
            pieces.append(piece)
        made = _Made(replace(reading, pieces=iter(())), tuple(pieces), len(pieces) < most)
        self.kept.put(self.question, made)
        return made
