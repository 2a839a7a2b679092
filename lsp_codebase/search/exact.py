"""Exact substrings and regular expressions over what is indexed: one hit for each matching line.

The chunks that may match are known from their signatures; those of the likeliest files are read first, and no more than
are asked for. Every engine takes linear time (RE2 inside Arrow, Rust's regex inside LanceDB), so no pattern can hang a
search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import pc
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.search.corpus import Corpus, Ids
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.priors import file_prior, prior
from lsp_codebase.search.query_form import Understanding, problem_of_pattern
from lsp_codebase.search.regex_literals import Needle, of_pattern
from lsp_codebase.store import ConditionRefused, quote

_BATCHES = (256, 1_024)  # chunks to read; if these do not suffice, LanceDB scans for the rest
_BLOCK = 4_096  # of the rest, read at once

Lines = Callable[[str], Sequence[str]]


class _Chunk(NamedTuple):
    chunk_id: int
    path: str
    language: str
    start_line: int
    text: str


def find_literal(corpus: Corpus, query: Understanding, filters: Filter, lines: Lines) -> Iterator[Piece]:
    """Yield the lines that hold the literal; in any letter case if it stands nowhere as written."""
    for ignore_case in (False, True):
        found = _with_literal(corpus, query, filters, lines, ignore_case=ignore_case)
        first = next(found, None)
        if first is not None:
            return chain([first], found)
    return iter(())


def _with_literal(
    corpus: Corpus, query: Understanding, filters: Filter, lines: Lines, *, ignore_case: bool
) -> Iterator[Piece]:
    """A literal of several lines may go on in the next chunk: its longest line leads to it."""
    literal = query.literal.encode("utf-8", "replace").decode()  # no text holds half a surrogate pair
    parts = literal.split("\n")
    longest = max(parts, key=len)
    holds = pc.match_substring(pc.field("text"), longest, ignore_case=ignore_case)
    condition = f"contains(text, {quote(longest)})"
    if ignore_case:
        condition = f"contains(lower(text), {quote(longest.lower())})"
    flags = re.IGNORECASE if ignore_case else 0
    leading, whole = re.compile(re.escape(longest), flags), re.compile(re.escape(literal), flags)
    for row in _matching(corpus, longest, condition, holds, query, filters):
        for offset, line in enumerate(row.text.split("\n")):
            start = row.start_line + offset - parts.index(longest)
            end = start + len(parts)
            if not leading.search(line) or start < 0:
                continue
            if len(parts) == 1 or whole.search("\n".join(lines(row.path)[start:end])):
                yield _piece(row, start, len(parts), query)


def find_pattern(corpus: Corpus, query: Understanding, filters: Filter) -> Iterator[Piece]:
    """Yield the lines that match the regular expression, case-insensitively if it has no capital (smart case).

    Raises:
        InvalidQuery: for a pattern that RE2 cannot read.
    """
    if reason := problem_of_pattern(query.text):
        raise InvalidQuery(
            "query", f"not a regular expression ({reason}); look-around and back-references have no linear-time form"
        )
    pattern = query.text if query.text != query.text.lower() else f"(?i){query.text}"
    condition = f"regexp_like(text, {quote(f'(?m){pattern}')})"
    holds = pc.match_substring_regex(pc.field("text"), f"(?m){pattern}")
    return _with_pattern(_matching(corpus, of_pattern(query.text), condition, holds, query, filters), pattern, query)


def _matching(
    corpus: Corpus, needle: Needle, condition: str, holds: pc.Expression, query: Understanding, filters: Filter
) -> Iterator[_Chunk]:
    """Yield the chunks whose texts match, likeliest files first: `condition` as SQL is what `holds` is for Arrow."""
    left = likeliest_first(corpus, needle, query, filters)
    for size in _BATCHES:
        yield from _read(corpus, left[:size], holds)
        left = left[size:]
    if not len(left):
        return
    try:
        known = corpus.stored_where(condition, filters)
    except ConditionRefused as error:
        raise InvalidQuery("query", "not a regular expression that can be searched; simplify it") from error
    left = left[np.isin(left, known) | (left < 0)]
    for begin in range(0, len(left), _BLOCK):
        yield from _read(corpus, left[begin : begin + _BLOCK], holds)


def likeliest_first(corpus: Corpus, needle: Needle, query: Understanding, filters: Filter) -> Ids:
    """Return the chunks that may hold what is needed, those of the files that are likeliest meant first."""
    chunk_ids, file_ids = corpus.may_hold(needle, filters)
    files, of_row = np.unique(file_ids, return_inverse=True)
    order = []
    for place, file_id in enumerate(files.tolist()):
        record = corpus.owner(file_id)
        if record is not None:
            likely = file_prior(record, query)
            order.append((-likely, record.path, place))
    rank = np.full(len(files), len(files))
    rank[[place for *_, place in sorted(order)]] = np.arange(len(order))
    ranks = rank[of_row]
    passing = np.count_nonzero(ranks < len(files))
    return chunk_ids[np.lexsort((chunk_ids, ranks))[:passing]]


def _read(corpus: Corpus, chunk_ids: Ids, holds: pc.Expression) -> Iterator[_Chunk]:
    texts = corpus.texts(chunk_ids).filter(holds)
    rows = {row["chunk_id"]: _Chunk(**row) for row in texts.to_pylist()}
    return (rows[chunk_id] for chunk_id in chunk_ids.tolist() if chunk_id in rows)


def _with_pattern(rows: Iterator[_Chunk], pattern: str, query: Understanding) -> Iterator[Piece]:
    for row in rows:
        hits = pc.match_substring_regex(pa.array(row.text.split("\n"), pa.string()), pattern)
        for offset in np.flatnonzero(hits.to_numpy(zero_copy_only=False)).tolist():
            yield _piece(row, row.start_line + offset, 1, query)


def _piece(row: _Chunk, start: int, count: int, query: Understanding) -> Piece:
    return Piece(row.path, row.language, start, start + count, prior(row.path, row.language, query))
