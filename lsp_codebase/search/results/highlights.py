"""Where in the lines of a hit the query stands, for highlighting and to jump to. Computed for the hits that are shown.

Places are those of the text that was searched; hiding a credential moves none of them.
"""

from __future__ import annotations

import time
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path

from lsp_codebase.model import Hit, Mode, Span, byte_length, line_starts
from lsp_codebase.parse import word_places
from lsp_codebase.paths import relative_to
from lsp_codebase.search.exact.expression import Expression, Stretch
from lsp_codebase.search.query.query_form import Understanding

_MOST_WRITTEN = 100  # of a hit
_MOST_WORDS = 20  # of a hit: more would take longer than the search itself
_MOST_SECONDS = 1.0  # for matches over line ends of all hits of a page
_LONGEST_LINE = 10_000  # characters in which words are looked for

Lines = Callable[[str], Sequence[str]]


def mark_written(hits: Sequence[Hit], root: Path, lines: Lines, expression: Expression) -> list[Hit]:
    """Return hits with the places of a literal or a pattern."""
    if expression.spans_lines:
        return _mark_over_lines(hits, root, lines, expression)
    shown = [_shown(hit, root, lines) for hit in hits]
    found = iter(expression.in_each([line for texts in shown for line in texts], _MOST_WRITTEN))
    of_hits = [[*islice(found, len(texts))] for texts in shown]
    return [
        replace(hit, matches=tuple(islice(_spans(hit.span.start_line, own), _MOST_WRITTEN)))
        for hit, own in zip(hits, of_hits, strict=True)
    ]


def mark_words(hits: Sequence[Hit], root: Path, lines: Lines, query: Understanding) -> list[Hit]:
    """Return hits with the places of the words of a query.

    A definition asked for by name keeps that of its name, a line of a file that was asked for its own.
    """
    tokens = [term.token for term in query.terms if term.is_word]
    wanted = frozenset(token for token in tokens if len(token) > 1 or not token.isascii())
    # Lines and words are only cut where a word may be; y at the end of one is i at the end of its stem.
    hints = [token.removesuffix("i") for token in wanted]

    def spans(hit: Hit) -> Iterator[Span]:
        shown = [line[:_LONGEST_LINE] for line in _shown(hit, root, lines)]
        for place in _lines_with(hints, shown):
            yield from _spans(hit.span.start_line + place, [_words_in(shown[place], wanted, hints)])

    return [
        hit
        if hit.matches and (query.mode is Mode.SYMBOL or hit.matches != (hit.name_span,))
        else replace(hit, matches=tuple(islice(spans(hit), _MOST_WORDS)))
        for hit in hits
    ]


def _mark_over_lines(hits: Sequence[Hit], root: Path, lines: Lines, expression: Expression) -> list[Hit]:
    """Return hits with the places of matches over line ends: each file is gone through once, for a limited time."""
    paths = [_path(hit, root) for hit in hits]
    lasts: dict[str, int] = defaultdict(int)
    for path, hit in zip(paths, hits, strict=True):
        lasts[path] = max(lasts[path], hit.span.end_line)
    end_of_time = time.monotonic() + _MOST_SECONDS

    def found_in(path: str) -> list[Span]:
        spans = expression.in_file(lines(path))
        return [*takewhile(lambda span: span.start_line <= lasts[path] and time.monotonic() < end_of_time, spans)]

    found = {path: found_in(path) for path in lasts}
    return [
        replace(hit, matches=tuple(islice(_within(hit.span, found[path]), _MOST_WRITTEN)))
        for path, hit in zip(paths, hits, strict=True)
    ]


def _within(shown: Span, found: Iterable[Span]) -> Iterator[Span]:
    """Yield the parts of some places that lie in what is shown."""
    touching = (span for span in found if shown.start_line <= span.last_line and span.start_line <= shown.end_line)
    return (Span(*max(span.start, shown.start), *min(span.end, shown.end)) for span in touching)


def _lines_with(hints: Iterable[str], lines: Sequence[str]) -> list[int]:
    """Return the places of the lines that hold one of some small letters, ascending."""
    plain = [line if line.isascii() else unicodedata.normalize("NFKC", line) for line in lines]
    return lines_holding("\n".join(plain).lower(), hints)


def lines_holding(text: str, strings: Iterable[str]) -> list[int]:
    """Return the places of the lines of a text that hold one of some strings, ascending."""
    starts = line_starts(text.split("\n"))
    places: set[int] = set()
    for string in strings:
        at = text.find(string)
        while at >= 0:
            place = bisect_right(starts, at)
            places.add(place - 1)
            at = text.find(string, starts[place])
    return sorted(places)


def _words_in(text: str, wanted: Collection[str], hints: Collection[str]) -> list[Stretch]:
    """Return where words with these tokens stand; parts of an identifier side by side are one place."""
    places: list[Stretch] = []
    for start, end, token in word_places(text, hints):
        if token in wanted:
            if places and start <= places[-1][1]:
                start = places.pop()[0]
            places.append((start, end))
    if text.isascii():
        return places
    return [(byte_length(text[:start]), byte_length(text[:end])) for start, end in places]


def _spans(first: int, found: Iterable[Sequence[Stretch]]) -> Iterator[Span]:
    for line, stretches in enumerate(found, first):
        for start, end in stretches:
            yield Span(line, start, line, end)


def _shown(hit: Hit, root: Path, lines: Lines) -> Sequence[str]:
    return lines(_path(hit, root))[hit.span.start_line : hit.span.end_line + 1]


def _path(hit: Hit, root: Path) -> str:
    return relative_to(hit.path, root)
