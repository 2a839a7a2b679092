"""Several segments of names to one: their columns are put in order again, not computed again.

That takes half the time of `name_segment.build`, which gives the same segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, Int32, Int64, UInt8, UInt64, distinct, text_of
from lsp_codebase.indexes.names import letter_masks, packing
from lsp_codebase.indexes.names.last_parts import last_parts
from lsp_codebase.indexes.names.name_array import PADDING, Names, masks
from lsp_codebase.indexes.names.name_segment import Segment, by_prior, narrow, numbered, renumber
from lsp_codebase.indexes.names.paths import Paths
from lsp_codebase.indexes.names.spans import Spans

_OF_ROWS = ("kind", "flags", "prior")
_OF_NAMES = ("hashes", "word_counts")
_KEYS_A_RUN = 4_096  # of those that an index of words holds, which is every 64th


class LiveRows(NamedTuple):
    """A segment and the mask of its rows that are to stay."""

    segment: Segment
    rows: Bools


def merge(parts: Sequence[LiveRows]) -> Segment:
    """Return one segment with the living rows of several; those of one file lie in one of them."""
    name_ids = [np.flatnonzero(_used(part, "name", len(part.segment.names))) for part in parts]
    names, name_of = _merge_names([part.segment.names for part in parts], name_ids)
    path_rows = [part.segment.by_path(np.arange(len(part.segment.paths), dtype=np.int32))[part.rows] for part in parts]
    path_ids = [*map(distinct, path_rows)]
    texts = [pa.array(part.segment.paths.take(ids), pa.string()) for part, ids in zip(parts, path_ids, strict=True)]
    found, path_of = numbered(pa.chunked_array(texts, pa.string()))
    paths, path_of = renumber(found.to_pylist(), path_of)
    new_path = _spread([len(part.segment.paths) for part in parts], path_ids, path_of)
    path = np.concatenate([new[rows] for new, rows in zip(new_path, path_rows, strict=True)])
    order = np.argsort(path, kind="stable")
    name = _of_living(parts, "name", name_of)[order]
    containers, container = _merge_strings(parts, "container")
    scopes, scope = _merge_strings(parts, "scope")
    languages, language_of = numbered(pa.chunked_array([pa.array(part.segment.languages) for part in parts]))
    language_ids = np.split(language_of, np.cumsum([len(part.segment.languages) for part in parts])[:-1])
    first_of_path = np.empty(len(paths), np.intp)  # any of those that say the same of it
    first_of_path[path_of] = np.arange(len(path_of))

    def of_paths(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
        here = [column[ids] for column, ids in zip(columns, path_ids, strict=True)]
        return np.concatenate(here)[first_of_path]

    of_rows: dict[str, Any] = {column: _concatenated(parts, column)[order] for column in _OF_ROWS}
    path_language = [own[part.segment.path_language] for part, own in zip(parts, language_ids, strict=True)]
    return Segment(
        names=names,
        paths=Paths(paths),
        first_row=np.searchsorted(path[order], np.arange(len(paths) + 1)).astype(np.int32),
        languages=languages.to_pylist(),
        path_language=of_paths(path_language).astype(np.uint16),
        path_is_ascii=of_paths([part.segment.path_is_ascii for part in parts]),
        path_is_generated=of_paths([part.segment.path_is_generated for part in parts]),
        containers=containers,
        scopes=scopes,
        name=name,
        container=narrow(container, len(containers))[order],
        scope=narrow(scope, len(scopes))[order],
        spans=Spans.joined([(part.segment.spans, part.rows) for part in parts], order),
        **of_rows,
        **by_prior(name, of_rows["prior"], len(names)),
    )


def _used(part: LiveRows, column: str, count: int) -> Bools:
    """Return which of `count` values living rows have."""
    used = np.zeros(count, np.bool_)
    used[getattr(part.segment, column)[part.rows]] = True
    return used


def _concatenated(parts: Sequence[LiveRows], column: str) -> NDArray[Any]:
    return np.concatenate([getattr(part.segment, column)[part.rows] for part in parts])


def _of_living(parts: Sequence[LiveRows], column: str, numbers: Sequence[Int32]) -> Int32:
    """Return a column of all living rows by new numbers: those that take the place of each part's own."""
    pairs = zip(parts, numbers, strict=True)
    return np.concatenate([own[getattr(part.segment, column)[part.rows]] for part, own in pairs])


def _spread(counts: Sequence[int], ids: Sequence[NDArray[np.signedinteger]], numbers: Int32) -> list[Int32]:
    """Return for each part the new numbers of so many values by their old ones, -1 for those without.

    `numbers` has those of `ids`, of all parts one behind the other.
    """
    spread = []
    for count, own in zip(counts, ids, strict=True):
        new = np.full(count, -1, np.int32)
        new[own], numbers = numbers[: len(own)], numbers[len(own) :]
        spread.append(new)
    return spread


def _merge_strings(parts: Sequence[LiveRows], column: str) -> tuple[pa.Array, Int32]:
    """Return the distinct containers or scopes that are used, and for each living row the number of its own."""
    strings = [getattr(part.segment, f"{column}s") for part in parts]
    ids = [np.flatnonzero(_used(part, column, len(own))) for part, own in zip(parts, strings, strict=True)]
    used = [own.take(pa.array(some)) for own, some in zip(strings, ids, strict=True)]
    values, numbers = numbered(pa.chunked_array(used, pa.string()))
    return values, _of_living(parts, column, _spread([*map(len, strings)], ids, numbers))


def _merge_names(parts: Sequence[Names], ids: Sequence[Int64]) -> tuple[Names, list[Int32]]:
    """Return the distinct names of those with these `ids` in each part, and for each part their new numbers."""
    columns, offsets, number, is_first = _in_order(parts, ids)
    names = Names(
        offsets=offsets.astype(np.int32),
        words=letter_masks.sorted_words(
            _words_in_runs(parts, ids, np.where(is_first, number, np.int32(-1)), columns["codes"], offsets)
        ),
        last_parts=last_parts(columns["texts"], columns["text_offsets"]),
        **columns,
        **masks(columns["codes"], offsets),
    )
    return names, _spread([*map(len, parts)], ids, number)


def _in_order(parts: Sequence[Names], ids: Sequence[Int64]) -> tuple[dict[str, NDArray[Any]], Int64, Int32, Bools]:
    """Return the columns of `Names` for the letters and the texts of names; and where the letters of each name begin.

    Also, for the names of all parts in turn, the new number, and whether it is the first with that number.
    """
    used = [names.to_arrow().take(pa.array(own)) for names, own in zip(parts, ids, strict=True)]
    values, number = numbered(pa.chunked_array(used, pa.string()))
    first = np.empty(len(values), np.intp)  # where each stands for the first time
    first[number[::-1]] = np.arange(len(number))[::-1]
    is_first: Bools = np.zeros(len(number), np.bool_)
    is_first[first] = True
    columns = {
        column: np.concatenate([getattr(names, column)[own] for names, own in zip(parts, ids, strict=True)])[first]
        for column in _OF_NAMES
    }
    texts, text_offsets = text_of(values.cast(pa.large_string()))
    lengths = np.concatenate([np.diff(names.offsets)[own] for names, own in zip(parts, ids, strict=True)])[first]
    order = np.lexsort((packing.hash_names(texts, text_offsets), columns["hashes"], lengths))
    new = np.empty(len(order), np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    texts, text_offsets = packing.gather(texts, text_offsets[:-1][order], np.diff(text_offsets)[order])
    lengths = lengths[order]
    codes, offsets = packing.gather(*_codes(parts, ids, first[order]), lengths)
    ordered: dict[str, NDArray[Any]] = {
        "texts": texts,
        "text_offsets": text_offsets.astype(np.int32),
        "codes": np.concatenate([codes, np.zeros(PADDING, np.uint8)]),
        "first_of_length": np.searchsorted(lengths, np.arange(int(lengths.max(initial=0)) + 2)).astype(np.int32),
        **{column: values[order] for column, values in columns.items()},
    }
    return ordered, offsets, new[number], is_first


def _codes(parts: Sequence[Names], ids: Sequence[Int64], wanted: Int64) -> tuple[NDArray[np.uint8], Int64]:
    """Return the codes of all parts, and where in them those of some of the names that are used start."""
    begins = np.cumsum([0, *(len(names.codes) for names in parts)])
    starts = [names.offsets[own] + begin for names, own, begin in zip(parts, ids, begins, strict=False)]
    return np.concatenate([names.codes for names in parts]), np.concatenate(starts)[wanted]


def _words_in_runs(
    parts: Sequence[Names], ids: Sequence[Int64], numbers: Int32, codes: NDArray[np.uint8], offsets: Int64
) -> Iterator[tuple[UInt64, Int32, UInt8]]:
    """Yield the keys, names and starts of all words by ranges of their keys: all at once take a gigabyte of Linux.

    `numbers` has the new number of each name that is used, -1 for all but the first.
    """
    new = _spread([*map(len, parts)], ids, numbers)
    known = np.sort(np.concatenate([names.words.keys for names in parts]))
    bounds = [0, *distinct(known[_KEYS_A_RUN::_KEYS_A_RUN]).tolist(), 1 << 64]
    for low, behind in pairwise(bounds):
        words = [names.words_between(low, behind - 1) for names in parts]
        name, start = map(np.concatenate, zip(*map(_renumbered, words, new), strict=True))
        yield letter_masks.word_keys(codes, offsets[name] + start, offsets[name + 1]), name, start


def _renumbered(words: tuple[Int32, UInt8], new: Int32) -> tuple[Int32, UInt8]:
    """Return words by the new numbers of their names, without words whose name has none."""
    names, starts = words
    names = new[names]
    kept = names >= 0
    return names[kept], starts[kept]
