"""Shares of line ranges against the plain definition: count the lines that lie in any of the others."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes import LineRanges

FILES = 3

ranges = st.lists(st.tuples(st.integers(0, FILES - 1), st.integers(0, 30), st.integers(0, 9)))


def columns(found):
    """Owners, starts and ends."""
    owners, starts, sizes = np.array(found, np.int64).reshape(-1, 3).T
    return owners, starts, starts + sizes


@given(ranges.map(lambda found: sorted(found, key=lambda one: one[1])), ranges)
def test_a_share_is_that_of_the_lines_that_any_range_of_the_same_file_covers(covering, asked):
    covered = {(owner, line) for owner, start, size in covering for line in range(start, start + size)}
    shares = LineRanges.of(*columns(covering)).shares(*columns(asked))
    expected = [
        sum((owner, line) in covered for line in range(start, start + size)) / max(size, 1)
        for owner, start, size in asked
    ]
    assert shares.tolist() == expected
