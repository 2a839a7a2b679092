"""The channel of hyphenated names: `cart-api` leads to the file called so, and to what gives a thing this name.

Services, packages, charts and events have such names; they stand whole, where a sentence has its words one by one.
"""

from __future__ import annotations

import re

from lsp_codebase.indexes import Literal
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.pieces import heads, piece_of
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior

_MOST_CHUNKS = 300  # that hold the name are read
_MOST_PIECES = 5

_NAME = re.compile(r"@?[^\W_]+(?:-[^\W_]+)+")


def hyphenated(corpus: Corpus, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the files called by the name that is all of a query, then the chunks with a line that names something so.

    Nothing where code defines the name in any spelling, and nothing for mere mentions: `case-insensitive` is a word.
    """
    name = query.text.strip()
    letters = name.lower().replace("-", "").lstrip("@")
    if filters.kinds or not _NAME.fullmatch(name) or corpus.names.is_spelled(letters):
        return []
    called = [
        record
        for record in corpus.with_path(rf"(?:^|/){re.escape(name)}(?:\.\w+)*$")
        if filters.accepts_file(record.path, record.language)
    ]
    called.sort(key=lambda one: (-prior(one.path, one.language, query), one.path.count("/"), one.path))
    files = heads(corpus, called)
    own = {piece.path for piece in files}
    naming = [piece for piece in _naming(corpus, name, query, filters) if piece.path not in own]
    return falling([*files, *naming[:_MOST_PIECES]], 1.0)


def _naming(corpus: Corpus, name: str, query: Understanding, filters: Filter) -> list[Piece]:
    names = re.compile(
        rf"\s*(?:-\s+)?(?:[\"']?\w*(?:name|id|key)[\"']?\s*[:=]\s*)?[\"'`]?{re.escape(name)}[\"'`]?\s*[:=,]?\s*",
        re.IGNORECASE,
    )
    chunk_ids, _ = corpus.may_hold(Literal(name), filters)
    found = [
        piece_of(row, 1.0)
        for row in (corpus.texts(chunk_ids) if len(chunk_ids) <= _MOST_CHUNKS else ())
        if any(map(names.fullmatch, row.lines))
    ]
    return sorted(found, key=lambda one: (-prior(one.path, one.language, query), one.path, one.start_line))
