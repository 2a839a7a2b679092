"""Code like this code: a stretch of lines, read as a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import CancelToken, Mode, Span
from lsp_codebase.parse import tokenize
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import EVERY_WANT, Term, Understanding
from lsp_codebase.search.ranking.rank import NO_WEIGHTS
from lsp_codebase.search.ranking.recall import ranked, recall

# A likeness has no words of its own to match names and paths with: the words and meaning of the chunks decide.
_WEIGHTS = replace(NO_WEIGHTS, lexical=0.6, vector=0.8, coverage=0.4)


def lines_meant(span: Span, symbols: Sequence[SymbolMatch], chunks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the lines of a selection; for a mere position those of the innermost definition around it, or its chunk.

    The end is exclusive. A selection that ends at the start of a line does not include that line.
    """
    if span.start != span.end:
        return span.start_line, max(span.end_line + (span.end_column > 0), span.start_line + 1)
    line = span.start_line
    around = [
        match.symbol.span for match in symbols if match.symbol.span.start_line <= line <= match.symbol.span.end_line
    ]
    several = [own for own in around if own.end_line > own.start_line]
    if several:
        innermost = max(several, key=lambda own: own.start_line)
        return innermost.start_line, innermost.end_line + 1
    return next(((start, end) for start, end in chunks if start <= line < end), (line, line + 1))


def understand_code(text: str) -> Understanding:
    """Read code as a query: its tokens, each worth more the more often it stands there."""
    counts = Counter(tokenize(text))
    terms = [Term(token, 1 + min(count - 1, 3) / 4, is_word=True, is_telling=True) for token, count in counts.items()]
    return Understanding(
        text=text,
        said=text,
        mode=Mode.HYBRID,
        terms=tuple(terms),
        parts=frozenset(token for token in counts if not token.startswith("=")),
        identifiers=frozenset(),
        paths=(),
        word_count=len(counts),
        wants=EVERY_WANT,
        meaning=text,
    )


class Alike(NamedTuple):
    """Code read as a query, and the pieces like it, best first; `known` says how much of it stands elsewhere."""

    understood: Understanding
    known: float
    pieces: Iterator[Piece]


def alike(
    corpus: Corpus,
    lines: Sequence[str],
    path: str,
    place: tuple[int, int],
    present: Callable[[Iterator[Piece]], Iterator[Piece]],
    cancel: CancelToken,
) -> Alike:
    """Return what is like some lines of a file, without these; `present` moves pieces to where they stand now.

    Raises:
        Cancelled: between steps.
    """
    start, end = place
    understood = understand_code("\n".join(lines[start:end]))
    found = recall(corpus, understood, NO_FILTER, cancel)
    pieces = present(ranked(corpus, found, understood, _WEIGHTS))
    others = (one for one in pieces if one.path != path or one.end_line <= start or end <= one.start_line)
    return Alike(understood, found.known, others)
