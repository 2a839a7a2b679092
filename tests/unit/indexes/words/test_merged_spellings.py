"""Words as they are written, of several segments as one."""

import tracemalloc

import numpy as np
import pytest

from lsp_codebase.arrays import UInt8
from lsp_codebase.indexes.words.spellings import merged


def lines(*words: str) -> UInt8:
    return np.frombuffer("".join(f"{word}\n" for word in words).encode(), np.uint8)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([lines("open", "read"), lines("close", "open")], ["open", "read", "close"]),
        ([lines(), lines("open")], ["open"]),
        ([lines(), lines()], []),
        ([], []),
    ],
)
def test_each_word_of_several_segments_stands_once_in_the_order_of_the_first(
    parts: list[UInt8], expected: list[str]
) -> None:
    assert merged(parts).tobytes().decode().split() == expected


def test_words_that_are_merged_never_become_strings_which_would_keep_all_other_threads_waiting() -> None:
    parts = [lines(*(f"word{part}x{place}" for place in range(20_000))) for part in range(2)]
    size = sum(map(len, parts))
    merged(parts[:1])  # loads what it needs

    tracemalloc.start()
    try:
        whole = merged(parts)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert len(whole) >= size
    assert peak < 4 * size  # as strings they take some ten times as much
