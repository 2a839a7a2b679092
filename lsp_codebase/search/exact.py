"""Exact substrings and regular expressions over what is indexed: one hit for each matching line.

Both run in engines of linear time (Rust's regex inside LanceDB to find chunks, RE2 inside Arrow to find lines), so no
pattern can hang a search.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.priors import prior
from lsp_codebase.search.understanding import Understanding
from lsp_codebase.store import quote

_MOST_CHUNKS = 2_000
_COLUMNS = ("file_id", "path", "language", "start_line", "text")


def find_literal(corpus: Corpus, query: Understanding, filters: Filter) -> Iterator[Piece]:
    """Yield the lines that contain the literal; in any letter case if it stands nowhere as written."""
    literal = query.literal
    holds = pc.match_substring(pc.field("text"), literal)
    rows = corpus.rows(f"contains(text, {quote(literal)})", holds, _COLUMNS, _MOST_CHUNKS, filters)
    ignore_case = not rows.num_rows
    if ignore_case:
        holds = pc.match_substring(pc.field("text"), literal, ignore_case=True)
        sql = f"contains(lower(text), {quote(literal.lower())})"
        rows = corpus.rows(sql, holds, _COLUMNS, _MOST_CHUNKS, filters)
    if "\n" in literal:
        yield from _multi_line(rows, literal, query)
        return
    yield from _lines(rows, lambda lines: pc.match_substring(lines, literal, ignore_case=ignore_case), query)


def find_pattern(corpus: Corpus, query: Understanding, filters: Filter) -> Iterator[Piece]:
    """Yield the lines that match the regular expression, case-insensitively if it has no capital (smart case).

    Raises:
        InvalidQuery: for a pattern that RE2 cannot read.
    """
    pattern = query.text if query.text != query.text.lower() else f"(?i){query.text}"
    try:
        pc.match_substring_regex(pa.array([""]), pattern)
    except pa.ArrowInvalid as error:
        reason = str(error).split(": ", 1)[-1]
        raise InvalidQuery(
            "query", f"not a regular expression ({reason}); look-around and back-references have no linear-time form"
        ) from error
    try:
        matches = pc.match_substring_regex(pc.field("text"), f"(?m){pattern}")
        sql = f"regexp_like(text, {quote(f'(?m){pattern}')})"
        rows = corpus.rows(sql, matches, _COLUMNS, _MOST_CHUNKS, filters)
    except Exception as error:  # LanceDB reports a pattern that Rust's regex refuses as a RuntimeError
        raise InvalidQuery("query", "not a regular expression that can be searched; simplify it") from error
    yield from _lines(rows, lambda lines: pc.match_substring_regex(lines, pattern), query)


def _lines(rows: pa.Table, matches, query: Understanding) -> Iterator[Piece]:  # type: ignore[no-untyped-def]
    found = []
    for row in rows.to_pylist():
        hit = matches(pa.array(row["text"].split("\n"), pa.string())).to_pylist()
        found += [_piece(row, offset, 1, query) for offset, is_hit in enumerate(hit) if is_hit]
    yield from sorted(found, key=lambda piece: (-piece.score, piece.path, piece.start_line))


def _multi_line(rows: pa.Table, literal: str, query: Understanding) -> Iterator[Piece]:
    for row in sorted(rows.to_pylist(), key=lambda row: (row["path"], row["start_line"])):
        position = row["text"].find(literal)
        if position >= 0:
            yield _piece(row, row["text"].count("\n", 0, position), literal.count("\n") + 1, query)


def _piece(row: dict[str, object], offset: int, count: int, query: Understanding) -> Piece:
    path, start = str(row["path"]), int(str(row["start_line"])) + offset
    return Piece(path, str(row["language"]), start, start + count, prior(path, str(row["language"]), query))
