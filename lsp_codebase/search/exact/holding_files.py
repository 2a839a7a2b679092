"""Which files may hold a needle: as the trigrams of their chunks tell, then as the words in them do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes import Literal, Segment, joined_to, signed_among, signed_for, spelled_with
from lsp_codebase.search.exact.regex_literals import Needle, may_hold

_FEW = 48  # chunks or files of a segment: they are read sooner than its words are looked through

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HoldingFiles:
    """The files left of some. `among` says which rows of each segment are left, or which files if `together`.

    The chunks of a file have to hold the needle each for itself, or all of them `together`.
    """

    needle: Needle
    together: bool
    among: tuple[tuple[Segment, Bools], ...]

    @classmethod
    def by_trigrams(cls, needle: Needle, rows: Iterable[tuple[Segment, Bools]], *, together: bool) -> HoldingFiles:
        """Return the files of some rows whose chunks have the trigrams of the needle, and the signs behind it."""
        among = tuple((segment, _files_of(segment, wanted) if together else wanted) for segment, wanted in rows)
        return cls(needle, together, among)._told_by(signed if together else _joined, few=0)

    def by_words(self, *, is_cased: bool) -> HoldingFiles:
        """Return those that have its words, too, written alike if case counts; where few are left, all of them."""
        return self._told_by(partial(spelled_with, is_cased=is_cased), _FEW)

    @property
    def file_ids(self) -> Ids:
        """The ids of the files that are left; some may be there twice."""
        found = [segment.file_ids[left if self.together else _files_of(segment, left)] for segment, left in self.among]
        return np.concatenate([np.empty(0, np.int64), *found])

    def _told_by(self, tells: Callable[[Segment, Literal], Bools], few: int) -> HoldingFiles:
        def has(segment: Segment, literal: Literal) -> Bools:
            rows = tells(segment, literal)
            return _files_of(segment, rows) if self.together else rows

        left = ((segment, may_hold(self.needle, partial(has, segment), one, few)) for segment, one in self.among)
        return replace(self, among=tuple(left))


def signed(segment: Segment, literal: Literal) -> Bools:
    """Return which rows of a segment have the trigrams of a literal."""
    return signed_for(segment.signatures, literal.text)


def rows_that_may_hold(needle: Needle, segment: Segment, rows: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return those of a few rows of a segment that have the trigrams of a needle."""

    def has(literal: Literal) -> Bools:
        return signed_among(segment.signatures, literal.text, rows)

    return rows[may_hold(needle, has, np.ones(len(rows), np.bool_))]


def _joined(segment: Segment, literal: Literal) -> Bools:
    """Return which of them may hold the signs behind it, too: not where a chunk may end in between."""
    rows = signed(segment, literal)
    return rows & joined_to(segment.joints, literal) if literal.signs else rows


def _files_of(segment: Segment, rows: Bools) -> Bools:
    """Return which files of a segment have one of these rows."""
    files = np.zeros(len(segment.file_ids), np.bool_)
    files[segment.file_of[rows]] = True
    return files
