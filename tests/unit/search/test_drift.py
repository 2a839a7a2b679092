"""Lines and definitions of a file that changed since it was indexed are found where they stand now."""

import time

import pytest

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.search.results.drift import Drift

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
