"""Several segments to one: dead files left out, rows and postings in order again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lsp_codebase.indexes.words import spellings
from lsp_codebase.indexes.words.word_segment import Numbers, Segment, runs


def merge(segments: Sequence[Segment]) -> Segment:
    """Return one segment with the live files of several."""
    kept = [segment.live[segment.file_of] for segment in segments]
    chunk_ids = np.concatenate([part.chunk_ids[keep] for part, keep in zip(segments, kept, strict=True)])
    order = np.argsort(chunk_ids, kind="stable")
    place = np.empty(len(order), np.uint32)
    place[order] = np.arange(len(order), dtype=np.uint32)
    rows, tokens, names, untold, offset = [], [], [], [], 0
    posted = []
    for part, keep in zip(segments, kept, strict=True):
        new = np.zeros(len(keep), np.uint32)
        size = int(keep.sum())
        new[keep] = place[offset : offset + size]
        offset += size
        here = keep[part.rows]
        posted.append(here)
        rows.append(new[part.rows[here]])
        tokens.append(np.repeat(part.tokens, np.diff(part.starts))[here])
        names.append((new, keep[part.name_rows]))
        untold.append(new[part.untold[keep[part.untold]]])
    all_tokens, all_rows = np.concatenate(tokens), np.concatenate(rows)
    # One key for both, and the sort that makes use of runs that are in order already: a tenth of the time of `lexsort`.
    by_token = np.argsort(all_tokens.astype(np.uint64) << np.uint64(32) | all_rows, kind="stable")
    distinct, starts = runs(all_tokens[by_token])

    def of_rows(name: str) -> Numbers:
        parts = [getattr(part, name)[keep] for part, keep in zip(segments, kept, strict=True)]
        return np.concatenate(parts)[order]

    def of_postings(name: str) -> Numbers:
        parts = [getattr(part, name)[here] for part, here in zip(segments, posted, strict=True)]
        return np.concatenate(parts)[by_token]

    owners = np.concatenate([part.file_ids[part.file_of[keep]] for part, keep in zip(segments, kept, strict=True)])
    file_ids, file_of = np.unique(owners[order], return_inverse=True)
    sizes = np.concatenate([part.file_sizes[part.live] for part in segments])
    by_file = np.argsort(np.concatenate([part.file_ids[part.live] for part in segments]), kind="stable")
    return Segment(
        chunk_ids=chunk_ids[order],
        lines=of_rows("lines"),
        sizes=of_rows("sizes"),
        file_of=file_of.astype(np.uint32),
        file_ids=file_ids,
        file_sizes=sizes[by_file],
        tokens=distinct,
        starts=starts,
        rows=all_rows[by_token],
        impacts=of_postings("impacts"),
        fields=of_postings("fields"),
        counts=of_postings("counts"),
        live=np.ones(len(file_ids), bool),
        signatures=np.concatenate(
            [part.signatures[:, keep] for part, keep in zip(segments, kept, strict=True)], axis=1
        )[:, order],
        untold=np.sort(np.concatenate(untold)),
        spellings=spellings.merged([part.spellings for part in segments]),
        **_merge_names(segments, names),
    )


def _merge_names(segments: Sequence[Segment], kept: Sequence[tuple[Numbers, Numbers]]) -> dict[str, Any]:
    rows, kinds, lengths, parts = [], [], [], []
    for segment, (new, here) in zip(segments, kept, strict=True):
        own = np.diff(segment.name_starts)
        rows.append(new[segment.name_rows[here]])
        kinds.append(segment.name_kinds[here])
        lengths.append(own[here])
        parts.append(segment.name_parts[np.repeat(here, own)])
    order = np.argsort(np.concatenate(rows), kind="stable")
    sizes = np.concatenate(lengths).astype(np.int64)
    begins = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    starts = np.concatenate([[0], np.cumsum(sizes[order])]).astype(np.uint32)
    within = np.arange(int(sizes.sum())) - np.repeat(starts[:-1], sizes[order])
    return {
        "name_rows": np.concatenate(rows)[order],
        "name_kinds": np.concatenate(kinds)[order],
        "name_starts": starts,
        "name_parts": np.concatenate(parts)[np.repeat(begins[order], sizes[order]) + within],
    }
