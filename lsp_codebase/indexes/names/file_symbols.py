"""The symbols of one file, asked about for many ranges of its lines: each is made once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lsp_codebase.indexes.names.match import SymbolMatch
from lsp_codebase.indexes.names.name_segment import Segment

_MOST_KEPT = 2_048
"""Symbols of a file that are kept: a table that a tool wrote may have any number."""


class FileSymbols:
    """The rows of a segment from `first` to before `last`, which are those of a file."""

    def __init__(self, segment: Segment, path: str, first: int, last: int) -> None:
        self._segment = segment
        self._path = path
        self._first = first
        file = segment.path_of(np.array([first]))
        (language,), (self._is_ascii,) = segment.path_language[file].tolist(), segment.path_is_ascii[file].tolist()
        self._language = segment.languages[language]
        self._begins = segment.spans.first_lines(first, last)
        self._ends = segment.spans.last_lines(first, last)
        self._made: dict[int, SymbolMatch] = {}

    def touching(self, lines: tuple[int, int]) -> list[SymbolMatch]:
        """Return those that touch a half-open range of lines, in file order."""
        begun = self._begins.searchsorted(lines[1])
        places = (self._ends[:begun] >= lines[0]).nonzero()[0].tolist()
        if missing := [place for place in places if place not in self._made]:
            if len(self._made) > _MOST_KEPT:
                self._made, missing = {}, places
            self._made.update(zip(missing, self._matches(missing), strict=True))
        return [self._made[place] for place in places]

    def _matches(self, places: list[int]) -> Iterator[SymbolMatch]:
        symbols = self._segment.symbols(np.array(places, np.int32) + np.int32(self._first))
        return (SymbolMatch(self._path, self._language, self._is_ascii, symbol, 1.0) for symbol in symbols)
