"""The channel of uses: a query that asks who calls a name, or where it is used, is led by these lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.calls import Calls
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.definitions import definitions_named
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.locations import chunk_at
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.priors import file_prior
from lsp_codebase.search.query_form import Understanding

_MOST_PIECES = 10
_MOST_CHUNKS = 100  # that mention the name are read
_NAME = r"`?([^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*)(?:\(\))?`?"
_ASKED = re.compile(
    rf"\s*(?:(?:who|what|which\s+\w+)\s+(?:calls?|uses?|invokes?)\s+{_NAME}"
    r"|(?:(?:find|list|show)\s+)?(?:all\s+)?(?:the\s+)?"
    rf"(?:callers|calls|references|usages|uses)\s+(?:of|to)\s+{_NAME}"
    rf"|where\s+(?:is|are)\s+{_NAME}\s+(?:being\s+)?(?:called|invoked|referenced|used))\s*\??\s*",
    re.IGNORECASE,
)


def used_name(text: str) -> str | None:
    """Return the name whose uses a query asks for."""
    asked = _ASKED.fullmatch(text)
    return None if asked is None else next(filter(None, asked.groups()))


def uses_of(calls: Calls, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the chunks that call what a query asks about, or else mention it: code before tests, near before far."""
    name, corpus = used_name(query.text), calls.corpus
    found = definitions_named(corpus.names, name, None, 1) if name else []
    if not found:
        return []
    places = chain(_calls(calls, found[0]), _mentions(corpus, found[0]))
    pieces: dict[tuple[str, int], Piece] = {}
    for path, line in islice(places, _MOST_CHUNKS):
        record, chunk = corpus.file(path), chunk_at(corpus.chunk_lines(path), line)
        if record is not None and chunk is not None and filters.accepts_file(path, record.language):
            prior = file_prior(record, query)
            piece = Piece(path, record.language, *chunk, prior, {"uses": prior}, core=(line, line + 1))
            pieces.setdefault((path, chunk[0]), piece)
    return sorted(pieces.values(), key=lambda piece: -piece.score)[:_MOST_PIECES]


def _calls(calls: Calls, match: SymbolMatch) -> Iterator[tuple[str, int]]:
    for caller in calls.to(match.symbol.name, match.path, match.symbol.span, _MOST_CHUNKS):
        yield caller.path, caller.line


def _mentions(corpus: Corpus, match: SymbolMatch) -> Iterator[tuple[str, int]]:
    span = match.symbol.span
    for chunk in corpus.mentioning(match.symbol.name, match.path):
        if chunk.path != match.path or not chunk.start_line <= span.start_line < chunk.end_line:
            yield chunk.path, chunk.start_line
