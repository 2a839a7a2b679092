"""Questions for code like some lines, or a definition: "similar code to src/cart.py:12", "duplicates of Cart.total"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SearchQuery, Span
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.places.locations import path_of
from lsp_codebase.search.intents.places.named_folder import Narrowed
from lsp_codebase.search.pack import Piece

_OF = r"(?P<of>\S+(?:\s+\S+){0,5}?)"
_CODE = r"(?:(?:another|other)\s+)?(?:code|definitions?|functions?|implementations?|lines|methods?|places?|tests?)"
_WHAT = r"(?:(?:find|list|show(?:\s+me)?|what(?:'s|\s+is)|where\s+is)\s+)?(?:all\s+|any\s+)?(?:the\s+)?"
_framed = reader(
    rf"{_WHAT}(?:{_CODE}\s+)?(?:(?:that|which)\s+(?:are|is)\s+)?similar(?:\s+{_CODE})?\s+to\s+(?:the\s+)?{_OF}",
    rf"{_WHAT}{_CODE}\s+(?:just\s+)?(?:(?:that|which)\s+looks?\s+)?like\s+(?:the\s+)?{_OF}",
    rf"{_WHAT}(?:copies|duplicates?|near[\s-]duplicates?)\s+of\s+(?:the\s+)?{_OF}",
    rf"(?:what|which\s+{_CODE})\s+(?:are|is|looks?)\s+(?:similar\s+to|like)\s+(?:the\s+)?{_OF}",
    longest=300,
)
_LINES = re.compile(
    r"(?:the\s+)?(?:code\s+(?:at|in)\s+)?`?(?P<path>[^\s:`]+)`?(?::|#L|\s+lines?\s+)(?P<first>\d{1,7})(?:-L?(?P<last>\d{1,7}))?`?"
    r"|lines?\s+(?P<begin>\d{1,7})(?:-(?P<end>\d{1,7}))?\s+(?:in|of)\s+`?(?P<file>[^\s:`]+)`?"
)
"""As in "src/cart.py:12-30", "src/cart.py lines 12-30", "line 12 of src/cart.py"."""


def narrowed_to_alike(
    corpus: Corpus,
    query: SearchQuery,
    filters: Filter,
    alike: Callable[[str, Span], Iterable[Piece] | None],
    present: Callable[[SymbolMatch], SymbolMatch | None],
) -> Narrowed | None:
    """Return a query for code like some lines as one that `alike`, given a file and its lines, answers if it can.

    `present` tells where a definition stands now.
    """
    asked = _framed(query.text) if query.is_free else None
    place = _place(corpus, asked["of"].rstrip("?"), present) if asked else None
    if place is None:
        return None
    path, span = place
    if (pieces := alike(path, span)) is None:
        return None
    found = (one for one in pieces if filters.accepts_file(one.path, one.language))
    of = f"{span.start_line + 1}-{span.end_line + 1}" if span.start != span.end else f"{span.start_line + 1}"
    return Narrowed(query, filters, f"code like {path}:{of}, best first", found, is_whole=True)


def _place(corpus: Corpus, said: str, present: Callable[[SymbolMatch], SymbolMatch | None]) -> tuple[str, Span] | None:
    """Return the file and the lines that some words name, or the beginning of the definition that they name."""
    if lines := _LINES.fullmatch(said):
        path, first, last = (
            lines["path"] or lines["file"],
            lines["first"] or lines["begin"],
            lines["last"] or lines["end"],
        )
        start, end = max(int(first), 1) - 1, max(int(last or first), 1) - 1
        path = path.removeprefix("./")
        named = sorted(
            one.path
            for one in corpus.with_path(path_of({path.rpartition("/")[2]}))
            if f"/{one.path}".endswith(f"/{path}")
        )
        return (min(named, key=lambda one: one.count("/")), Span(start, 0, max(end, start), 0)) if named else None
    asked = asked_name(said)
    if asked is None or asked.is_word:
        return None
    for match in filter(None, map(present, definitions_named(corpus.names, asked.name, None, 1))):
        span = match.symbol.span
        return match.path, Span.of_lines(span.start_line, span.last_line)
    return None
