"""The index of the words of names: ranges of keys, of which only every 64th is kept."""

from itertools import pairwise

import numpy as np

from lsp_codebase.arrays import UInt64
from lsp_codebase.indexes.names.letter_masks import KEY_EVERY, WordIndex, sorted_words

KEYS: UInt64 = np.arange(10, 10 * (3 * KEY_EVERY + 1), 10, dtype=np.uint64)


def found(low: int, high: int) -> tuple[tuple[int, int], int]:
    """Return the range of some keys, and how many blocks were read for it."""
    read = []

    def keys_of(first: int) -> UInt64:
        read.append(first)
        return KEYS[first : first + KEY_EVERY]

    index = WordIndex(KEYS[::KEY_EVERY], np.arange(len(KEYS), dtype=np.uint32))
    return index.between(low, high, keys_of), len(read)


def test_a_block_that_both_ends_of_a_range_lie_in_is_read_once() -> None:
    assert found(100, 125) == ((9, 12), 1)


def test_ends_in_two_blocks_are_found_in_these() -> None:
    assert found(100, 10 * KEY_EVERY + 20) == ((9, KEY_EVERY + 2), 2)


def test_keys_before_all_others_are_found_without_reading() -> None:
    assert found(1, 9) == ((0, 0), 0)


def test_words_of_more_names_than_sixteen_million_keep_their_places() -> None:
    names, starts = np.array([1 << 24, 2], np.int32), np.array([7, 255], np.uint8)
    found = sorted_words([(np.array([5, 3], np.uint64), names, starts)]).entries()
    assert [column.tolist() for column in found] == [[2, 1 << 24], [255, 7]]


def test_words_that_come_in_runs_are_indexed_as_those_that_come_at_once() -> None:
    names, starts = np.arange(len(KEYS), dtype=np.int32), np.zeros(len(KEYS), np.uint8)
    whole = sorted_words([(KEYS, names, starts)])
    ends = (0, 1, 70, 70, 128, len(KEYS))
    runs = sorted_words((KEYS[a:b], names[a:b], starts[a:b]) for a, b in pairwise(ends))
    assert (runs.keys.tolist(), runs.places.tolist()) == (whole.keys.tolist(), whole.places.tolist())
