"""Chunk rows to a segment: tokens counted by field and weighed, all in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Int64, UInt8, pc, spread
from lsp_codebase.indexes.words import joints, spellings, trigrams
from lsp_codebase.indexes.words.counting import Counts, count, occurrences
from lsp_codebase.indexes.words.fields import fields_of
from lsp_codebase.indexes.words.hashed_words import parts_of_names
from lsp_codebase.indexes.words.uses import least_type, uses_of
from lsp_codebase.indexes.words.word_segment import ALL_COMMENTED, FIELDS, IMPACT_SCALE, LARGEST_IMPACT, Segment

# BM25F (Robertson and Zaragoza 2009) with k1 = 1: a weight, a length normalisation b, and the length of a typical chunk
# (means over 80,000 chunks of seven projects) for each field. Words in strings count with the body only.
_WEIGHTS = np.array([1.0, 3.0, 1.5, 1.2, 1.6, 3.0, 1.5, 0.0])
_NORMALISATION = np.array([0.6, 0.3, 0.3, 0.5, 0.5, 0.3, 0.3, 0.0])
_TYPICAL_LENGTHS = np.array([116.0, 5.0, 2.0, 11.0, 12.0, 2.0, 4.5, 12.0])

# How often an occurrence counts for the file as a whole: in the body, and where it is defined. The path is weighed by
# search, once a file.
_TIMES = np.array([1, 3, 0, 0, 0, 0, 0, 0])


def of_chunks(chunks: pa.Table) -> Segment:
    """Make the segment of some chunk rows (`COLUMNS`) with all chunks of their files."""
    if (np.diff(chunks["chunk_id"].to_numpy()) < 0).any():
        chunks = chunks.sort_by("chunk_id")
    return of_fields(chunks, fields_of(chunks))


def of_fields(chunks: pa.Table, fields: Sequence[pa.Array]) -> Segment:
    """Make the segment of chunk rows, by ascending id, from the words of each of `FIELDS`."""
    rows = chunks.num_rows
    words = occurrences(fields)
    counts = count(words, rows)
    lengths = counts.lengths(rows)
    sizes, in_comments = (lengths[:, FIELDS.index(f"{field}_tokens")] for field in ("body", "comment"))
    spelled, untold = spellings.of_texts(chunks["text"], words)
    uses = uses_of(
        _impacts(counts, lengths),
        np.bitwise_or.reduceat(np.uint8(1) << counts.fields.astype(np.uint8), counts.firsts),
        np.minimum(np.add.reduceat(counts.times * _TIMES[counts.fields], counts.firsts), 255),
        counts.forms,
    )
    file_ids, file_of = np.unique(chunks["file_id"].to_numpy(), return_inverse=True)
    return Segment(
        chunk_ids=chunks["chunk_id"].to_numpy(),
        lines=np.column_stack([chunks["start_line"].to_numpy(), chunks["end_line"].to_numpy()]),
        sizes=np.minimum(sizes, 65_535).astype(np.uint16),
        commented=np.minimum(in_comments * ALL_COMMENTED // np.maximum(sizes, 1), ALL_COMMENTED).astype(np.uint8),
        file_of=file_of.astype(np.uint32),
        file_ids=file_ids,
        file_sizes=np.bincount(file_of, sizes, len(file_ids)).astype(np.uint32),
        tokens=counts.tokens,
        starts=counts.starts.astype(np.uint32),
        rows=counts.rows.astype(least_type(rows)),
        uses=uses.places,
        **uses.columns,
        live=np.ones(len(file_ids), bool),
        signatures=trigrams.of_texts(chunks["text"]),
        joints=joints.of_texts(chunks["text"]),
        untold=untold,
        spellings=spelled,
        spelling_signs=spellings.signs_of(spelled),
        **_names(chunks),
    )


def _impacts(counts: Counts, lengths: Int64) -> UInt8:
    """Weigh the counts of each posting by field, and by the length of the field."""
    norm = 1 - _NORMALISATION + _NORMALISATION * lengths / _TYPICAL_LENGTHS
    normed = counts.times / norm.ravel()[counts.cells]
    x = (normed * _WEIGHTS[counts.fields])[counts.firsts]
    sizes = np.diff(counts.firsts, append=len(normed))
    several = sizes > 1
    table = np.zeros((int(several.sum()), len(FIELDS)))
    of_several = np.repeat(several, sizes)
    owners = np.repeat(np.arange(len(table)), sizes[several])
    table[owners, counts.fields[of_several]] = normed[of_several]
    x[several] = table @ _WEIGHTS
    impacts: UInt8 = np.maximum(LARGEST_IMPACT * x / (x + 1) / IMPACT_SCALE, 1).astype(np.uint8)
    return impacts


def _names(chunks: pa.Table) -> dict[str, Any]:
    names = chunks["names"].combine_chunks()
    found = names.flatten().dictionary_encode()
    hashes = parts_of_names(found.dictionary.to_pylist())
    parts, sizes = spread(found.indices.to_numpy(), hashes.sizes, hashes.values)
    return {
        "name_rows": np.repeat(
            np.arange(len(names), dtype=least_type(len(names))), pc.list_value_length(names).to_numpy()
        ),
        "name_kinds": chunks["kinds"].combine_chunks().flatten().to_numpy(zero_copy_only=False),
        "name_starts": np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32),
        "name_parts": parts,
    }
