"""Checks the saved words of an index against its chunks. Changes nothing."""

from __future__ import annotations

import numpy as np

from lsp_codebase.indexes.words.build import of_chunks
from lsp_codebase.indexes.words.fields import COLUMNS
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.indexes.words.word_segment import Segment
from lsp_codebase.indexes.words.words import Words
from lsp_codebase.store import Finding, Tables, location

_FILES_AT_ONCE = 1_000
_TRIES = 5


def examine_words(tables: Tables) -> Finding:
    """Check that the saved postings agree with the chunks. Raises the errors of an unreadable file."""
    saved = _saved(tables)
    held = sorted(set(saved))
    for start in range(0, len(held), _FILES_AT_ONCE):
        part = np.array(held[start : start + _FILES_AT_ONCE])
        where = f"file_id IN ({', '.join(map(str, part.tolist()))})"
        rows = tables.chunks.rows(COLUMNS, where)
        chosen = [segment.only(np.isin(segment.file_ids, part)) for segment in saved.segments]
        if not _same(merge([s for s in chosen if s.live.any()]), of_chunks(rows)):
            return Finding("postings", "", "they do not say what the chunks say")
    later = sum(bool(record.chunks) for record in tables.live.values()) - len(held)
    note = f", {later:,} made at the next start" if later else ""
    return Finding("postings", f"{len(held):,} files saved{note}")


def _saved(tables: Tables) -> Words:
    for left in reversed(range(_TRIES)):
        saved = Words(location(tables.directory))
        try:
            saved.load(tables.live.keys(), strict=True)
            break
        except FileNotFoundError:  # saved anew by its writer between the listing and the reading
            if not left:
                raise
    return saved


def _same(saved: Segment, fresh: Segment) -> bool:
    """Whether the saved postings agree with the chunks; for rare uses they may tell any form."""
    one, other = saved.decided, fresh.decided
    has_forms = np.array_equal(one["rows"], other["rows"]) and not (other.pop("forms") & ~one.pop("forms")).any()
    return has_forms and all(np.array_equal(one[name], other[name]) for name in other)
