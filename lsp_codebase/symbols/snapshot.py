"""What one search works on: segments and the rows of each that are alive. Nothing here changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lsp_codebase.symbols.match import SymbolMatch
from lsp_codebase.symbols.segment import Bools, Segment


@dataclass(frozen=True)
class Part:
    """A segment and the mask of its living rows."""

    segment: Segment
    alive: Bools

    @cached_property
    def living(self) -> int:
        """The number of living rows."""
        return int(np.count_nonzero(self.alive))

    @property
    def dead_share(self) -> float:
        """The share of rows that are dead."""
        return 1 - self.living / len(self.alive)

    def without(self, paths: Collection[str]) -> Part:
        """Return the part with the rows of these files dead."""
        ranges = [self.segment.rows_of(path) for path in paths]
        ranges = [(first, last) for first, last in ranges if first < last]
        if not ranges:
            return self
        alive = self.alive.copy()
        for first, last in ranges:
            alive[first:last] = False
        return Part(self.segment, alive)

    def match(self, row: int, score: float) -> SymbolMatch:
        """Return a row as an answer."""
        segment = self.segment
        path = int(segment.path[row])
        return SymbolMatch(
            path=segment.paths[path],
            language=segment.languages[segment.path_language[path]],
            is_ascii=bool(segment.path_is_ascii[path]),
            symbol=segment.symbol(row),
            score=score,
        )


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment. A file's living rows lie in one part."""

    parts: tuple[Part, ...]

    def __len__(self) -> int:
        return sum(part.living for part in self.parts)

    def in_file(self, path: str) -> list[SymbolMatch]:
        """Return the symbols of a file, in file order."""
        for part in self.parts:
            first, last = part.segment.rows_of(path)
            if first < last and part.alive[first]:
                return [part.match(row, 1.0) for row in range(first, last)]
        return []

    def count_below(self, directory: str) -> int:
        """Count the symbols of the files below a directory."""
        total = 0
        for part in self.parts:
            first, last = part.segment.rows_below(directory)
            total += int(np.count_nonzero(part.alive[first:last]))
        return total
