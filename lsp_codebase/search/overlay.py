"""The chunks of texts that stand in for files: what open documents say, in place of what is stored of them.

`live/` makes an overlay; the engine asks it after each recall, so that stored rows of its files are left out and its
own chunks are candidates like any other. It answers rows of the same columns, chosen by the same filters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from lsp_codebase.parse.text import decode
from lsp_codebase.search.filters import Filter
from lsp_codebase.store import FileRecord
from lsp_codebase.store.schema import CHUNKS
from lsp_codebase.store.statistics import FIELDS


@dataclass(frozen=True)
class LiveFile:
    """One text, parsed. `chunks` has the columns of `store.schema.CHUNKS`, with ids that no stored chunk has.

    `vectors` is float32, (chunks, dimension), with rows of NaN where there is none yet, or None without a model.
    """

    record: FileRecord
    data: bytes
    chunks: pa.Table
    symbols: pa.Table
    vectors: NDArray[np.float32] | None = None

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the text, as the parser splits them."""
        return decode(self.data).lines

    @cached_property
    def tokens(self) -> pa.Array:
        """The tokens of all fields of each chunk, each between blanks."""
        return pc.binary_join_element_wise("", *(self.chunks[name].combine_chunks() for name in FIELDS), "", " ")

    def passes(self, filters: Filter) -> bool:
        """Whether the file passes the filters that are about files."""
        allowed = filters.languages is None or self.record.language in filters.languages
        return allowed and filters.accepts_path(self.record.path)


@dataclass(frozen=True)
class Overlay:
    """The texts by the path, relative to the root, of the file they stand in for."""

    files: Mapping[str, LiveFile] = field(default_factory=dict)

    def lines(self, path: str) -> Sequence[str] | None:
        """Return the lines of a text, None where the file stands for itself."""
        live = self.files.get(path)
        return live.lines if live else None

    def without_hidden(self, rows: pa.Table) -> pa.Table:
        """Leave out the rows (with a `path`) of files that a text stands in for."""
        if not self.files:
            return rows
        return rows.filter(pc.invert(pc.is_in(rows["path"], pa.array(self.files, pa.string()))))

    def by_words(self, tokens: Sequence[str], columns: Sequence[str], limit: int, filters: Filter) -> pa.Table:
        """Return the chunks that hold a token, those with the rarest and most first if there are more than `limit`."""
        rows, found = [], []
        for live, chosen in self._passing(filters):
            texts = live.tokens.take(pa.array(chosen))
            hits = np.zeros((len(chosen), len(tokens)), np.bool_)
            for column, token in enumerate(tokens):
                hits[:, column] = pc.match_substring(texts, f" {token} ").to_numpy(zero_copy_only=False)
            some = hits.any(axis=1)
            rows.append(live.chunks.select(list(columns)).take(pa.array(chosen[some])))
            found.append(hits[some])
        if not rows:
            return _no_rows(columns)
        table, matrix = pa.concat_tables(rows), np.concatenate(found)
        if len(table) <= limit:
            return table
        rarity = np.log1p(len(matrix) / np.maximum(matrix.sum(axis=0), 1))
        return table.take(pa.array(np.argsort(-(matrix @ rarity), kind="stable")[:limit]))

    def by_text(self, matches: pc.Expression, columns: Sequence[str], filters: Filter) -> pa.Table:
        """Return the chunks for which an expression over their columns holds."""
        rows = [
            live.chunks.take(pa.array(chosen)).filter(matches).select(list(columns))
            for live, chosen in self._passing(filters)
        ]
        return pa.concat_tables(rows) if rows else _no_rows(columns)

    def nearest(self, vector: NDArray[np.float32], limit: int, filters: Filter) -> dict[int, float]:
        """Return the ids of the nearest chunks with their dot products, best first."""
        found: dict[int, float] = {}
        for live, chosen in self._passing(filters):
            if live.vectors is not None and len(chosen):
                ids = np.asarray(live.chunks["chunk_id"])[chosen].tolist()
                found.update(zip(ids, (live.vectors[chosen] @ vector).tolist(), strict=True))
        known = [(chunk, product) for chunk, product in found.items() if product == product]
        return dict(sorted(known, key=lambda pair: -pair[1])[:limit])

    def by_ids(self, chunk_ids: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """Return the chunks with these ids."""
        wanted = pa.array(chunk_ids, pa.int64())
        rows = [
            live.chunks.filter(pc.is_in(live.chunks["chunk_id"], wanted)).select(list(columns))
            for live in self.files.values()
        ]
        return pa.concat_tables(rows) if rows else _no_rows(columns)

    def _passing(self, filters: Filter) -> list[tuple[LiveFile, NDArray[np.int64]]]:
        """Return each file that passes with the places of its chunks that do."""
        passing = []
        for live in self.files.values():
            if live.passes(filters):
                kinds = live.chunks["kinds"].to_pylist() if filters.kinds else ()
                chosen = [i for i, own in enumerate(kinds) if not filters.kinds.isdisjoint(own)]
                every = np.arange(len(live.chunks))
                passing.append((live, np.array(chosen, np.int64) if filters.kinds else every))
        return passing


def _no_rows(columns: Sequence[str]) -> pa.Table:
    return CHUNKS.empty_table().select(list(columns))


NOTHING = Overlay()
"""Every file stands for itself."""
