"""Where symbols and their names lie, packed: eight bytes each, not the 32 of eight numbers.

Nearly all symbols are less than 256 lines long, end before column 256 and start before line 65,536, and no name goes
over the end of a line. The others, one of a thousand, are kept in full beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lsp_codebase.arrays import Bools, Int32, UInt8, UInt16

COLUMNS = (
    *("start_line", "start_column", "end_line", "end_column"),
    *("name_start_line", "name_start_column", "name_end_line", "name_end_column"),
)
_LINES = [2, 4]  # of these columns the distance to the first line is kept
_KEPT = [1, 2, 3, 4, 5, 7]  # a name ends in the line that it starts in
_MOST, _MOST_LINE = 255, 65_535


class Spans(NamedTuple):
    """The spans of the rows of a segment."""

    first_line: UInt16  # (rows); any value for wide rows
    rest: UInt8  # (rows, 6): the other columns
    wide_rows: Int32  # ascending: those whose numbers are too large for that
    wide: Int32  # (wide rows, 8)

    @classmethod
    def of(cls, spans: Int32) -> Spans:
        """Return spans, (rows, `COLUMNS`), packed."""
        rest = spans.copy()
        rest[:, _LINES] -= spans[:, :1]
        fits = ((rest[:, _KEPT] >= 0) & (rest[:, _KEPT] <= _MOST)).all(axis=1)
        fits &= (spans[:, 4] == spans[:, 6]) & (spans[:, 0] <= _MOST_LINE)
        wide = np.flatnonzero(~fits).astype(np.int32)
        return cls(spans[:, 0].astype(np.uint16), rest[:, _KEPT].astype(np.uint8), wide, spans[wide])

    @classmethod
    def of_arrays(cls, first_line: UInt16, rest: UInt8, wide_rows: Int32, wide: Int32) -> Spans:
        """Return the spans that were saved as these arrays, without their shapes."""
        return cls(first_line, rest.reshape(-1, len(_KEPT)), wide_rows, wide.reshape(-1, len(COLUMNS)))

    def take(self, rows: npt.NDArray[np.integer] | slice) -> Int32:
        """Return the spans of some rows, (rows, `COLUMNS`)."""
        first = self.first_line[rows].astype(np.int32)
        spans = np.empty((len(first), len(COLUMNS)), np.int32)
        spans[:, 0] = first
        spans[:, _KEPT] = self.rest[rows]
        spans[:, _LINES] += first[:, None]
        spans[:, 6] = spans[:, 4]
        if len(self.wide_rows):
            numbers = np.arange(*rows.indices(len(self.first_line))) if isinstance(rows, slice) else rows
            places = np.minimum(self.wide_rows.searchsorted(numbers), len(self.wide_rows) - 1)
            is_wide = self.wide_rows[places] == numbers
            spans[is_wide] = self.wide[places[is_wide]]
        return spans

    def first_lines(self, first: int, last: int) -> Int32:
        """Return the lines where the rows from `first` to before `last` begin."""
        lines = self.first_line[first:last].astype(np.int32)
        begin, end = self.wide_rows.searchsorted([first, last])
        lines[self.wide_rows[begin:end] - first] = self.wide[begin:end, 0]
        return lines

    def last_lines(self, first: int, last: int) -> Int32:
        """Return the lines where the rows from `first` to before `last` end."""
        lines = self.first_line[first:last].astype(np.int32) + self.rest[first:last, _KEPT.index(2)]
        begin, end = self.wide_rows.searchsorted([first, last])
        lines[self.wide_rows[begin:end] - first] = self.wide[begin:end, 2]
        return lines

    @classmethod
    def joined(cls, parts: Sequence[tuple[Spans, Bools]], order: npt.NDArray[np.integer]) -> Spans:
        """Return those of some rows of several, one behind the other, then put in another order."""
        places, begin = [], 0
        for spans, rows in parts:
            place = np.full(len(rows), -1, np.int32)
            place[spans.wide_rows] = np.arange(begin, begin + len(spans.wide))
            begin += len(spans.wide)
            places.append(place[rows])
        of_wide = np.concatenate(places)[order]
        wide = np.flatnonzero(of_wide >= 0).astype(np.int32)
        return cls(
            np.concatenate([spans.first_line[rows] for spans, rows in parts])[order],
            np.concatenate([spans.rest[rows] for spans, rows in parts])[order],
            wide,
            np.concatenate([spans.wide for spans, _ in parts])[of_wide[wide]],
        )
