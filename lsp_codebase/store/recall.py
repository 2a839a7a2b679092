"""Candidates from LanceDB: by words, by predicate. Rows of files that are no longer live are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from lsp_codebase.store.store import Store
from lsp_codebase.store.tables import TEXT_FIELDS


def by_words(store: Store, tokens: Sequence[str], columns: Sequence[str], limit: int, where: str | None) -> pa.Table:
    """Return the chunks with most of `tokens` in their lexical fields, best first by LanceDB's own score."""
    from lancedb.query import BooleanQuery, MatchQuery, Occur

    if not tokens:
        return store.chunks.schema.empty_table().select(list(columns))
    match: Any = MatchQuery  # its defaults are invisible to type checkers
    text = " ".join(tokens)
    query = BooleanQuery([(Occur.SHOULD, match(text, column, boost=boost)) for column, boost in TEXT_FIELDS.items()])
    search = store.chunks.search(query, query_type="fts")
    if where:
        search = search.where(where, prefilter=True)
    return live(store, search.select([*columns, "_score"]).limit(limit).to_arrow()).select(list(columns))


def by_predicate(store: Store, where: str, columns: Sequence[str]) -> pa.Table:
    """Return the chunks for which an SQL predicate holds, in no particular order; `columns` must name `file_id`."""
    return live(store, store.chunks.search().where(where).select(list(columns)).to_arrow())


def live(store: Store, rows: pa.Table) -> pa.Table:
    """Return the rows whose `file_id` is committed."""
    return rows.filter(pa.array([file_id in store.live for file_id in rows["file_id"].to_pylist()], pa.bool_()))
