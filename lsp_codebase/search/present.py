"""What the index knows of files, as these stand now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.drift import Drift


@dataclass(frozen=True, slots=True)
class Present:
    """Moves what was found in the index; `drift` is that of a file that changed since it was indexed, else None."""

    corpus: Corpus
    drift: Callable[[str], Drift | None]

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Yield pieces found in the index at their places now, without those that are gone."""
        for piece in pieces:
            drift = self.drift(piece.path)
            present = piece if drift is None else drift.piece(piece)
            if present is not None:
                yield present

    def leading(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Yield leading pieces as they stand now: some were read in the files as they are now."""
        for piece in pieces:
            if piece.symbol or piece.is_of_index:
                yield from self.pieces([piece])
            elif (drift := self.drift(piece.path)) is None or piece.start_line < drift.size:
                yield piece

    def symbol(self, match: SymbolMatch) -> SymbolMatch | None:
        """Return a definition as it stands now, None if it is gone."""
        drift = self.drift(match.path)
        return match if drift is None else drift.symbol(match)

    def symbols(self, path: str, lines: tuple[int, int]) -> Sequence[SymbolMatch]:
        """Return the definitions that touch a range of lines as they stand now."""
        drift = self.drift(path)
        if drift is None:
            return self.corpus.names.in_file(path, lines)
        present = filter(None, map(drift.symbol, self.corpus.names.in_file(path)))
        return [
            one for one in present if one.symbol.span.start_line < lines[1] and lines[0] <= one.symbol.span.end_line
        ]

    def chunk_lines(self, path: str) -> Sequence[tuple[int, int]]:
        """Return the lines of the chunks of a file as they stand now."""
        drift, lines = self.drift(path), self.corpus.chunk_lines(path)
        return lines if drift is None else [*filter(None, starmap(drift.lines, lines))]
