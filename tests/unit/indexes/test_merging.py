"""Parts stay few, none is rewritten often, and what is dead goes."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.merging import Merging


@dataclass(frozen=True)
class Part:
    rows: int
    living: int
    rewritten: int = 0

    def __len__(self) -> int:
        return self.rows


def merge(parts):
    living = sum(part.living for part in parts)
    return Part(living, living, 1 + max(part.rewritten for part in parts))


@given(st.lists(st.integers(1, 50), max_size=60))
def test_however_rows_come_few_parts_stay_and_each_row_is_rewritten_seldom(sizes):
    merging, parts = Merging(merge, growth=2), ()
    for size in sizes:
        parts = merging.settle((*parts, Part(size, size)))
    assert sum(part.living for part in parts) == sum(sizes)
    assert len(parts) <= max(sum(sizes), 1).bit_length()
    assert all(part.rewritten <= 2 * max(sum(sizes), 1).bit_length() for part in parts)


@given(st.lists(st.integers(1, 50), min_size=30, max_size=200))
def test_where_several_are_merged_at_once_each_row_is_rewritten_more_seldom(sizes):
    merging, parts = Merging(merge, growth=6, together=6), ()
    for size in sizes:
        parts = merging.settle((*parts, Part(size, size)))
    assert sum(part.living for part in parts) == sum(sizes)
    assert all(part.rewritten <= 5 for part in parts)  # six times as large each time
    assert len(parts) <= 6 * 6


def test_of_parts_that_are_too_large_together_as_many_are_merged_as_fit():
    merging = Merging(merge, growth=6, together=6, most=100)
    assert sorted(map(len, merging.settle([Part(30, 30)] * 6))) == [30, 30, 30, 90]


def test_small_parts_are_merged_whatever_their_neighbour_is():
    assert len(Merging(merge, growth=2, small=100).settle([Part(90, 90), Part(3, 3)])) == 1
    assert len(Merging(merge, growth=2, small=10).settle([Part(90, 90), Part(3, 3)])) == 2


def test_parts_are_not_merged_beyond_the_most():
    assert len(Merging(merge, growth=2, most=100).settle([Part(60, 60), Part(60, 60)])) == 2


def test_a_part_that_is_mostly_dead_is_rewritten_and_one_without_life_is_left_out():
    assert Merging(merge, growth=2).settle([Part(100, 40), Part(10, 0)]) == (Part(40, 40, 1),)
