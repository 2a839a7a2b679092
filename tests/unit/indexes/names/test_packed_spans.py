"""Spans come back as they went in, however large, and take a quarter of the room where they are as most are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.names.spans import COLUMNS, Spans

NUMBERS = st.one_of(st.integers(0, 300), st.integers(0, 2**31 - 1))
ROWS = st.lists(st.tuples(*[NUMBERS] * len(COLUMNS)), max_size=12)


def array(rows: list[tuple[int, ...]]) -> np.ndarray:
    return np.array(rows, np.int32).reshape(-1, len(COLUMNS))


@given(ROWS, st.data())
def test_spans_come_back_one_by_one_and_in_runs(rows, data):
    spans = Spans.of(array(rows))
    some = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=20)) if rows else []
    assert spans.take(np.array(some, np.int32)).tolist() == [list(rows[row]) for row in some]
    first, last = sorted(data.draw(st.tuples(st.integers(0, 12), st.integers(0, 12))))
    assert spans.take(slice(first, last)).tolist() == [list(row) for row in rows[first:last]]
    assert spans.first_lines(first, last).tolist() == [row[0] for row in rows[first:last]]
    assert spans.last_lines(first, last).tolist() == [row[2] for row in rows[first:last]]


@given(st.lists(st.lists(st.tuples(st.tuples(*[NUMBERS] * len(COLUMNS)), st.booleans()), max_size=6), min_size=1))
def test_spans_of_several_become_those_of_one(parts):
    kept = [row for part in parts for row, stays in part if stays]
    order = np.random.default_rng(len(kept)).permutation(len(kept))
    stay = [np.array([stays for _, stays in part], bool) for part in parts]
    packed = [Spans.of(array([row for row, _ in part])) for part in parts]
    joined = Spans.joined([*zip(packed, stay, strict=True)], order)
    for found, expected in zip(joined, Spans.of(array(kept)[order]), strict=True):
        assert found.tolist() == expected.tolist()


def test_most_spans_take_a_quarter_of_the_room():
    first = np.arange(0, 40_000, 40, dtype=np.int32)[:, None]
    spans = Spans.of(np.hstack([first, first * 0, first + 30, first * 0 + 1] + [first, first * 0 + 4] * 2))
    assert sum(column.nbytes for column in spans) <= 8 * len(first)
