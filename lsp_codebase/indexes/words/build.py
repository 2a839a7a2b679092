"""Chunk rows to a segment: tokens counted by field and weighed, all in arrays; no Python loop over postings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import pc
from lsp_codebase.indexes.words import spellings
from lsp_codebase.indexes.words.fields import tokens_by_field
from lsp_codebase.indexes.words.trigrams import of_texts
from lsp_codebase.indexes.words.word_segment import FIELDS, IMPACT_SCALE, LARGEST_IMPACT, Numbers, Segment, token_hash
from lsp_codebase.parse import split_identifier, stem

# BM25F (Robertson and Zaragoza 2009) with k1 = 1: a weight, a length normalisation b, and the length of a typical chunk
# (means over 80,000 chunks of seven projects) for each field. What stands in strings counts with the body only.
_WEIGHTS = np.array([1.0, 3.0, 1.5, 1.2, 1.6, 3.0, 1.5, 0.0])
_NORMALISATION = np.array([0.6, 0.3, 0.3, 0.5, 0.5, 0.3, 0.3, 0.0])
_TYPICAL_LENGTHS = np.array([116.0, 5.0, 2.0, 11.0, 12.0, 2.0, 4.5, 12.0])

# A token of the file as a whole counts three times where it is defined; the path is weighed by search, once a file.
_NAME_TIMES = 3


class _Postings(NamedTuple):
    tokens: Numbers  # hashes of the distinct ones, ascending
    starts: Numbers  # where the postings of each begin
    rows: Numbers  # of the postings
    times: Numbers  # (postings, fields): how often the token stands there
    lengths: Numbers  # (chunks, fields): how many tokens stand there


def of_chunks(chunks: pa.Table) -> Segment:
    """Make the segment of some chunk rows (`COLUMNS`) with all chunks of their files."""
    chunks = chunks.sort_by("chunk_id")
    return of_fields(chunks, tokens_by_field(chunks))


def of_fields(chunks: pa.Table, fields: Sequence[pa.Array]) -> Segment:
    """Make the segment of chunk rows, by ascending id, from the tokens of each of `FIELDS`, joined by blanks."""
    count = chunks.num_rows
    posted = _count(fields, count)
    norm = 1 - _NORMALISATION + _NORMALISATION * posted.lengths / _TYPICAL_LENGTHS
    x = (posted.times / norm[posted.rows]) @ _WEIGHTS
    sizes = posted.lengths[:, 0]
    spelled, untold = spellings.of_texts(chunks["text"])
    file_ids, file_of = np.unique(chunks["file_id"].to_numpy(), return_inverse=True)
    return Segment(
        chunk_ids=chunks["chunk_id"].to_numpy(),
        lines=np.column_stack([chunks["start_line"].to_numpy(), chunks["end_line"].to_numpy()]),
        sizes=np.minimum(sizes, 65_535).astype(np.uint16),
        file_of=file_of.astype(np.uint32),
        file_ids=file_ids,
        file_sizes=np.bincount(file_of, sizes, len(file_ids)).astype(np.uint32),
        tokens=posted.tokens,
        starts=posted.starts,
        rows=posted.rows.astype(np.uint32),
        impacts=np.maximum(LARGEST_IMPACT * x / (x + 1) / IMPACT_SCALE, 1).astype(np.uint8),
        fields=((posted.times > 0) @ (1 << np.arange(len(FIELDS)))).astype(np.uint8),
        counts=np.minimum(posted.times[:, 0] + _NAME_TIMES * posted.times[:, 1], 255).astype(np.uint8),
        live=np.ones(len(file_ids), bool),
        signatures=of_texts(chunks["text"]),
        untold=untold,
        spellings=spelled,
        **_names(chunks, count),
    )


def _count(fields: Sequence[pa.Array], count: int) -> _Postings:
    texts, owners = [], []
    lengths = np.zeros((count, len(FIELDS)))
    for position, field in enumerate(fields):
        lists = pc.split_pattern(field, " ")
        flat = lists.flatten()
        rows = np.repeat(np.arange(count), pc.list_value_length(lists).to_numpy(zero_copy_only=False))
        is_token = pc.not_equal(flat, "").to_numpy(zero_copy_only=False)
        texts.append(flat.filter(pa.array(is_token)))
        owners.append(rows[is_token])
        lengths[:, position] = np.bincount(owners[-1], minlength=count)
    encoded = pa.chunked_array(texts, pa.string()).combine_chunks().dictionary_encode()
    hashes = np.array([token_hash(token) for token in encoded.dictionary.to_pylist()], np.uint32)
    tokens, ranks = np.unique(hashes, return_inverse=True)
    keys = ranks[encoded.indices.to_numpy()] * count + np.concatenate(owners)
    of_field = np.repeat(np.arange(len(FIELDS)), [len(rows) for rows in owners])
    distinct, inverse = np.unique(keys, return_inverse=True)
    times = np.bincount(inverse * len(FIELDS) + of_field, minlength=len(distinct) * len(FIELDS))
    posted, rows = np.divmod(distinct, max(count, 1))
    starts = np.searchsorted(posted, np.arange(len(tokens) + 1)).astype(np.int64)
    return _Postings(tokens, starts, rows, times.reshape(-1, len(FIELDS)), lengths)


def _names(chunks: pa.Table, count: int) -> dict[str, Any]:
    names = chunks["names"].combine_chunks()
    sizes = pc.list_value_length(names).to_numpy(zero_copy_only=False)
    parts = [_parts(name) for name in names.flatten().to_pylist()]
    lengths = [len(own) for own in parts]
    return {
        "name_rows": np.repeat(np.arange(count, dtype=np.uint32), sizes),
        "name_kinds": chunks["kinds"].combine_chunks().flatten().to_numpy(zero_copy_only=False),
        "name_starts": np.concatenate([[0], np.cumsum(lengths, dtype=np.uint32)]).astype(np.uint32),
        "name_parts": np.array([part for own in parts for part in own], np.uint32),
    }


@lru_cache(maxsize=65_536)
def _parts(name: str) -> tuple[int, ...]:
    return tuple(token_hash(stem(part)) for part in split_identifier(name))
