"""Where in the lines of a hit the query stands, for highlighting and to jump to. Computed for the hits that are shown.

Places are those of the text that was searched; hiding a credential moves none of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from lsp_codebase.model import Hit, Mode, Span
from lsp_codebase.parse import word_places
from lsp_codebase.search.expression import Expression
from lsp_codebase.search.query_form import Understanding

_MOST_WRITTEN = 100  # of a hit
_MOST_WORDS = 50  # of a hit: of a long definition that is all about the query, the rest says nothing new

Lines = Callable[[str], Sequence[str]]


def mark_written(hits: Sequence[Hit], root: Path, lines: Lines, expression: Expression) -> list[Hit]:
    """Return hits with the places of a literal or a pattern."""
    if expression.spans_lines:
        return [_mark_in_file(hit, lines(_relative(hit, root)), expression) for hit in hits]
    return _mark_lines(hits, root, lines, lambda texts: expression.in_each(texts, _MOST_WRITTEN), _MOST_WRITTEN)


def mark_words(hits: Sequence[Hit], root: Path, lines: Lines, query: Understanding) -> list[Hit]:
    """Return hits with the places of the words of a query; a definition asked for by name keeps that of its name."""
    if query.mode is not Mode.SYMBOL:
        hits = [replace(hit, matches=()) for hit in hits]
    tokens = [term.token for term in query.terms if term.is_word]
    wanted = frozenset(token for token in tokens if len(token) > 1 or not token.isascii())
    # A line is looked at in full only where a word may be; y at the end of a word is i at the end of its stem.
    hints = [token.removesuffix("i") for token in wanted]

    def find(texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        found = []
        for text in texts:
            lowered = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower()
            is_worth_it = any(hint in lowered for hint in hints)
            found.append(_words_in(text, wanted) if is_worth_it else [])
        return found

    return _mark_lines(hits, root, lines, find, _MOST_WORDS)


def _mark_lines(
    hits: Sequence[Hit],
    root: Path,
    lines: Lines,
    find: Callable[[Sequence[str]], list[list[tuple[int, int]]]],
    most: int,
) -> list[Hit]:
    """Look at all lines of all hits in one go; `find` answers in bytes of UTF-8."""
    unmarked = [hit for hit in hits if not hit.matches]
    shown = [lines(_relative(hit, root))[hit.span.start_line : hit.span.end_line + 1] for hit in unmarked]
    found = iter(find([line for texts in shown for line in texts]))
    marked = {}
    for hit, texts in zip(unmarked, shown, strict=True):
        spans = [
            Span(hit.span.start_line + offset, start, hit.span.start_line + offset, end)
            for offset, stretches in enumerate(islice(found, len(texts)))
            for start, end in stretches
        ]
        marked[id(hit)] = replace(hit, matches=tuple(spans[:most]))
    return [marked.get(id(hit), hit) for hit in hits]


def _mark_in_file(hit: Hit, lines: Sequence[str], expression: Expression) -> Hit:
    shown: list[Span] = []
    for span in expression.in_file(lines):
        if span.start_line > hit.span.end_line or len(shown) == _MOST_WRITTEN:
            break
        if span.last_line >= hit.span.start_line:
            shown.append(Span(*max(span.start, hit.span.start), *min(span.end, hit.span.end)))
    return replace(hit, matches=tuple(shown))


def _words_in(text: str, wanted: Collection[str]) -> list[tuple[int, int]]:
    """Return where words with these tokens stand, in bytes; parts of an identifier side by side are one place."""
    places: list[tuple[int, int]] = []
    for start, end, token in word_places(text):
        if token in wanted:
            if places and start <= places[-1][1]:
                start = places.pop()[0]
            places.append((start, end))
    if text.isascii():
        return places
    return [(_bytes(text[:start]), _bytes(text[:end])) for start, end in places]


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _relative(hit: Hit, root: Path) -> str:
    return hit.path.relative_to(root).as_posix()
