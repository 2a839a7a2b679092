"""Chunk rows to a segment: tokens counted by field and weighed, all in arrays; no Python loop over postings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import UInt32, UInt64, pc, spread
from lsp_codebase.indexes.words import spellings
from lsp_codebase.indexes.words.fields import Field, fields_of
from lsp_codebase.indexes.words.trigrams import of_texts
from lsp_codebase.indexes.words.word_segment import (
    FIELDS,
    IMPACT_SCALE,
    LARGEST_IMPACT,
    Numbers,
    Segment,
    runs,
    token_hash,
)
from lsp_codebase.parse import split_identifier, stem, tokens_of_word

# BM25F (Robertson and Zaragoza 2009) with k1 = 1: a weight, a length normalisation b, and the length of a typical chunk
# (means over 80,000 chunks of seven projects) for each field. What stands in strings counts with the body only.
_WEIGHTS = np.array([1.0, 3.0, 1.5, 1.2, 1.6, 3.0, 1.5, 0.0])
_NORMALISATION = np.array([0.6, 0.3, 0.3, 0.5, 0.5, 0.3, 0.3, 0.0])
_TYPICAL_LENGTHS = np.array([116.0, 5.0, 2.0, 11.0, 12.0, 2.0, 4.5, 12.0])

# A token of the file as a whole counts three times where it is defined; the path is weighed by search, once a file.
_NAME_TIMES = 3

_MOST_WORDS = 200_000  # remembered: some 25 MB
_HASH, _HASH_BYTES = np.dtype("<u4"), 4
# The bits of what is counted: a token, the row of a chunk, one of eight fields.
_TOKEN_SHIFT, _FIELD_BITS = np.uint64(32), np.uint64(3)
_FIELD_MASK, _ROW_MASK = np.uint64(7), np.uint64((1 << 29) - 1)


class _Postings(NamedTuple):
    tokens: Numbers  # hashes of the distinct ones, ascending
    starts: Numbers  # where the postings of each begin
    rows: Numbers  # of the postings
    times: Numbers  # (postings, fields): how often the token stands there
    lengths: Numbers  # (chunks, fields): how many tokens stand there


def of_chunks(chunks: pa.Table) -> Segment:
    """Make the segment of some chunk rows (`COLUMNS`) with all chunks of their files."""
    chunks = chunks.sort_by("chunk_id")
    return of_fields(chunks, fields_of(chunks))


def of_fields(chunks: pa.Table, fields: Sequence[Field]) -> Segment:
    """Make the segment of chunk rows, by ascending id, from each of `FIELDS`."""
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


def _count(fields: Sequence[Field], count: int) -> _Postings:
    """Count the tokens of each field. Token, chunk and field are one number each time, and sorted at once."""
    keys = []
    lengths = np.zeros((count, len(FIELDS)))
    for position, field in enumerate(fields):
        tokens, owners = _tokens(field)
        lengths[:, position] = np.bincount(owners, minlength=count)
        keys.append(tokens.astype(np.uint64) << _TOKEN_SHIFT | owners << _FIELD_BITS | np.uint64(position))
    distinct, begins = runs(np.sort(np.concatenate(keys)))
    pairs, firsts = runs(distinct >> _FIELD_BITS)
    times = np.zeros((len(pairs), len(FIELDS)))
    times[np.repeat(np.arange(len(pairs)), np.diff(firsts)), distinct & _FIELD_MASK] = np.diff(begins)
    tokens, starts = runs((pairs >> _TOKEN_SHIFT - _FIELD_BITS).astype(np.uint32))
    return _Postings(tokens, starts, pairs & _ROW_MASK, times, lengths)


def _tokens(field: Field) -> tuple[UInt32, UInt64]:
    """Return the hashes of all tokens of a field, and the row of each. Every word is looked up once, however frequent.

    Words are found by Arrow, in a fifth of the time that Python takes.
    """
    lists = pc.ascii_split_whitespace(field.texts)
    words = lists.flatten().dictionary_encode()
    hashes = _of_token if field.are_tokens else _of_word.__getitem__
    runs_of_words = [*map(hashes, words.dictionary.to_pylist())]
    sizes = np.fromiter(map(len, runs_of_words), np.int64, len(runs_of_words)) // _HASH_BYTES
    tokens, counts = spread(words.indices.to_numpy(), sizes, np.frombuffer(b"".join(runs_of_words), _HASH))
    rows = np.repeat(np.arange(len(lists), dtype=np.uint64), pc.list_value_length(lists).to_numpy())
    return tokens, np.repeat(rows, counts)


def _of_token(token: str) -> bytes:
    return token_hash(token).to_bytes(_HASH_BYTES, "little") if token else b""


class _Memo(dict[str, bytes]):
    """Word -> the hashes of its tokens. When it is full, half of it is kept: the words of the latest chunks."""

    def __missing__(self, word: str) -> bytes:
        if len(self) >= _MOST_WORDS:
            for earlier in [*islice(self, _MOST_WORDS // 2)]:
                del self[earlier]
        self[word] = found = b"".join(map(_of_token, tokens_of_word(word)))
        return found


_of_word = _Memo()


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
    return tuple(map(_part_hash, split_identifier(name)))


@lru_cache(maxsize=65_536)  # names are many, and made of few parts
def _part_hash(part: str) -> int:
    return token_hash(stem(part))
