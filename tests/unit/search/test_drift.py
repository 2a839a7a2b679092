"""Lines and definitions of a file that changed since it was indexed are found where they stand now."""

import time
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.drift import GONE, Drift, _rising

BEFORE = ["import os", "", "def first(a):", "    return a", "", "def second(b):", "    return b"]


def match(name: str, line: int, last: int) -> SymbolMatch:
    symbol = Symbol(name, SymbolKind.Function, Span(line, 0, last, 12), Span(line, 4, line, 4 + len(name)))
    return SymbolMatch("a.py", "python", True, symbol, 1.0)


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        (BEFORE, (5, 7)),
        (["# new", *BEFORE], (6, 8)),
        (BEFORE[5:], (0, 2)),
        ([*BEFORE[:6], "    # why", "    return b"], (5, 8)),
        ([*BEFORE[:5], "def second(b, c):", "    return b"], (5, 7)),
        ([*BEFORE[:5], "@cached", "def second(b, c):", "    return b"], (6, 8)),
        ([*BEFORE[:6], "    return c", *BEFORE[:5]], (5, 7)),
        (BEFORE[:5], None),
        ([], None),
    ],
)
def test_lines_are_where_most_of_them_stand(now, lines):
    assert Drift(BEFORE, now).lines(5, 7) == lines


@given(st.lists(st.sampled_from(["keep", "drop", "put", "put twice"]), max_size=12))
def test_lines_that_were_left_as_they_are_are_found_whatever_was_put_in_or_taken_out(edits):
    before = [f"{place}" for place, edit in enumerate(edits) if not edit.startswith("put")]
    of_each = {"keep": "{0}", "drop": "", "put": "new {0}", "put twice": "new {0} newer {0}"}
    now = [word for place, edit in enumerate(edits) for word in of_each[edit].format(place).split()]
    now = [f"{word} {place}" if word.startswith("new") else word for place, word in enumerate(now)]
    drift = Drift(before, now)
    found = [drift.lines(line, line + 1) for line in range(len(before))]
    expected = [(now.index(text), now.index(text) + 1) if text in now else None for text in before]
    assert found == expected


def test_a_range_reaches_no_further_than_its_neighbours_that_are_left():
    drift = Drift(["a", "b", "c"], ["a", "c"])
    assert (drift.lines(1, 3), drift.lines(0, 2)) == ((1, 2), (0, 1))


def test_lines_that_are_many_times_there_belong_to_the_one_that_is_there_once_beside_them():
    before = ["one", "gone", "same", "two", "same", "end"]
    drift = Drift(before, ["one", "new", "added", "same", "two", "same", "finish"])
    assert [drift.lines(line, line + 1) for line in range(6)] == [(0, 1), None, (3, 4), (4, 5), (5, 6), None]


@given(st.permutations(range(7)))
def test_of_lines_that_changed_places_as_many_as_can_be_stay_in_order(places):
    found = _rising([*enumerate(places)])
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(found))
    assert {*found} <= {*enumerate(places)}
    longest = [1] * 7
    for at, place in enumerate(places):
        longest[at] += max((longest[earlier] for earlier in range(at) if places[earlier] < place), default=0)
    assert len(found) == max(longest)


@given(st.lists(st.sampled_from("abc "), max_size=10), st.lists(st.sampled_from("abc "), max_size=10))
def test_lines_that_are_found_are_the_same_ones_in_the_same_order(before, now):
    drift = Drift(before, now)
    found = [(line, at) for line in range(len(before)) if (at := drift.lines(line, line + 1)) is not None]
    assert all(before[line] == now[first] and last == first + 1 for line, (first, last) in found)
    assert all(one < other for (_, (one, _)), (_, (other, _)) in pairwise(found))
    for start, end in combinations(range(len(before) + 1), 2):
        whole, inside = drift.lines(start, end), [at for line, at in found if start <= line < end]
        assert (whole is None) == (not inside)
        if whole is not None:
            assert whole[0] <= inside[0][0] < inside[-1][1] <= whole[1]
            assert all(at[1] <= whole[0] for line, at in found if line < start)
            assert all(at[0] >= whole[1] for line, at in found if line >= end)


def test_a_piece_stands_where_its_lines_its_core_and_its_definition_do():
    now = ["# new", *BEFORE]
    found = Drift(BEFORE, now).piece(Piece("a.py", "python", 2, 7, 1.0, symbol=match("second", 5, 6), core=(5, 6)))
    assert found is not None
    assert (found.start_line, found.end_line, found.core) == (3, 8, (6, 7))
    assert found.symbol is not None
    assert found.symbol.symbol.span == Span(6, 0, 7, 12)


def test_a_piece_is_gone_with_its_lines_and_with_its_definition():
    renamed = Drift(BEFORE, [*BEFORE[:5], "def renamed(b):", "    return b"])
    assert renamed.piece(Piece("a.py", "python", 5, 7, 1.0)) is not None
    assert renamed.piece(Piece("a.py", "python", 5, 7, 1.0, symbol=match("second", 5, 6))) is None
    assert Drift(BEFORE, BEFORE[:5]).piece(Piece("a.py", "python", 5, 7, 1.0)) is None


def test_nothing_is_left_of_a_file_that_is_gone():
    assert GONE.lines(0, 5) is None
    assert GONE.piece(Piece("a.py", "python", 0, 5, 1.0)) is None
    assert GONE.symbol(match("second", 0, 6)) is None


def test_lines_that_are_many_times_there_follow_those_around_them():
    before = [line for number in range(5) for line in (f"def f{number}():", "    return 1", "")]
    now = ["# new", "", *before[:6], "def added():", "    return 1", "", *before[6:]]
    drift = Drift(before, now)
    assert [drift.lines(3 * number, 3 * number + 2) for number in range(5)] == [
        (2, 4),
        (5, 7),
        (11, 13),
        (14, 16),
        (17, 19),
    ]


@pytest.mark.parametrize(
    ("now", "name", "span"),
    [
        (["# new", *BEFORE], Span(6, 4, 6, 10), Span(6, 0, 7, 12)),
        ([*BEFORE[:5], "async def second(b):", "    return b"], Span(5, 10, 5, 16), Span(5, 0, 6, 12)),
        ([*BEFORE[:5], "é = 1; def second(b):", "    return bb"], Span(5, 12, 5, 18), Span(5, 0, 5, 22)),
        ([*BEFORE[:5], "def renamed(b):", "    return b"], None, None),
        (BEFORE[:5], None, None),
    ],
)
def test_a_definition_is_where_its_name_stands(now, name, span):
    found = Drift(BEFORE, now).symbol(match("second", 5, 6))
    assert (found and found.symbol.name_span) == name
    assert (found and found.symbol.span) == span


@pytest.mark.parametrize("now", [["# new", "load load"], ["# new", "load load", "load"]])
def test_a_name_in_a_line_that_stayed_is_where_it_was_in_it(now):
    symbol = Symbol("load", SymbolKind.Variable, Span(0, 0, 0, 9), Span(0, 5, 0, 9))
    found = Drift(["load load"], now).symbol(SymbolMatch("a.c", "c", True, symbol, 1.0))
    assert found is not None
    assert found.symbol.name_span == Span(1, 5, 1, 9)
    assert not found.is_ascii  # other letters may have come into its lines


def test_a_name_is_found_at_the_beginning_of_a_changed_text():
    found = Drift(["second = 1"], ["second = 2"]).symbol(match("second", 0, 0))
    assert found is not None
    assert found.symbol.name_span == Span(0, 0, 0, 6)


def test_names_are_looked_for_in_a_long_file_that_was_written_anew_in_time_that_grows_with_its_size():
    before = [f"def function_{number}(a): pass" for number in range(50_000)]
    drift = Drift(before, [f"  {line}" for line in before])
    begin = time.thread_time()
    found = [drift.symbol(match(f"function_{number}", number, number)) for number in range(0, 50_000, 50)]
    assert all(one is not None and one.symbol.span.start_line == 50 * at for at, one in enumerate(found))
    assert time.thread_time() - begin < 3


@pytest.mark.parametrize("other", ["second_of", "a_second", "seconds", "second$"])
def test_a_name_that_is_a_part_of_another_one_by_now_is_gone(other):
    assert Drift(BEFORE, [*BEFORE[:5], f"def {other}(b):", "    return b"]).symbol(match("second", 5, 6)) is None


def test_a_name_is_found_behind_others_that_hold_it():
    found = Drift(BEFORE, [*BEFORE[:5], "def seconds(b): pass", "def second(c):", "    return b"]).symbol(
        match("second", 5, 6)
    )
    assert found is not None
    assert found.symbol.name_span == Span(6, 4, 6, 10)
