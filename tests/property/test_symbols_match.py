"""The table agrees with rules written down one name at a time, however it was filled."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from symbol_table import SymbolTable
from symbols_reference import is_held, loose_quality, may_be_mistyped, quality, typo_quality

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.indexes.names import symbol_priors
from lsp_codebase.model import SymbolKind
from lsp_codebase.store.schema import SYMBOLS
from lsp_codebase.symbols import parse_pattern
from lsp_codebase.symbols import quality as quality_of
from lsp_codebase.symbols.search import _GOOD

WORDS = (
    "get",
    "http",
    "HTTP",
    "Response",
    "res",
    "a",
    "B",
    "2",
    "größe",
    "获取",
    "ab",
    "ba",
    "stream",
    "_",
    "x86",
    ".",
    "::",
)
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).flatmap(
    lambda words: st.sampled_from(["", "_", "-"]).map(lambda glue: glue.join(words))
) | st.text("abAB_2é", min_size=1, max_size=8)
PRIOR = (
    symbol_priors.KIND_PRIOR[SymbolKind.Function]
    + symbol_priors.VISIBILITY_PRIOR[symbol_priors.VISIBILITIES.index(symbol_priors.Visibility.UNKNOWN)]
) * symbol_priors.UNIT


@st.composite
def typed(draw: st.DrawFn, known: list[str]) -> str:
    """A pattern near one of the names: letters left out, swapped, in another case, words turned around."""
    text = draw(st.sampled_from(known))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        text = draw(
            st.sampled_from(
                [
                    *(text[:at] + text[at + 1 :], text[:at], text[at:], text[at:] + " " + text[:at], text.swapcase()),
                    *(
                        text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                        text[:at] + "_" + text[at:],
                    ),
                ]
            )
        )
    return text


def to_table(rows: list[tuple[str, str, int]]) -> pa.Table:
    full = []
    for path, name, line in rows:
        row: dict[str, Any] = dict.fromkeys(SYMBOLS.names, 0)
        row |= {"path": path, "name": name, "language": "go", "kind": SymbolKind.Function}
        row |= dict.fromkeys(("container", "visibility"), "")
        row |= dict.fromkeys(("is_ascii", "is_generated", "is_test", "is_declaration", "is_deprecated"), False)
        row |= dict.fromkeys(("start_line", "end_line", "name_start_line", "name_end_line"), line)
        full.append(row)
    return pa.Table.from_pylist(full, schema=SYMBOLS)


def filled(rows: list[tuple[str, str, int]]) -> SymbolTable:
    table = SymbolTable()
    table.update(to_table(rows))
    return table


def shown(matches: list[SymbolMatch]) -> list[tuple[str, str, int, float]]:
    return [(m.path, m.symbol.name, m.symbol.span.start_line, round(m.score, 4)) for m in matches]


@given(st.data(), st.lists(names, min_size=1, max_size=12, unique=True))
def test_names_are_found_and_scored_by_the_rules(data: st.DataObject, known: list[str]) -> None:
    text = data.draw(typed(known))
    pattern = parse_pattern(text)
    if pattern.is_empty or pattern.is_literal or pattern.kinds or pattern.globs or pattern.folders or pattern.qualifier:
        return
    if pattern.owned and any(sign in name for name in known for sign in ".:"):
        return  # a name and where it stands: the rules know no scopes
    found = {
        m.symbol.name: m.score for m in filled([("0.go", n, i) for i, n in enumerate(known)]).search(text, limit=50)
    }
    expected = {name: quality(pattern, name) for name in known}
    best = max(expected.values())
    if best < quality_of.OTHER_STYLE and not is_held(pattern, known):
        expected = {name: max(value, loose_quality(pattern, name)) for name, value in expected.items()}
    if best < _GOOD or (best < quality_of.OTHER_STYLE and may_be_mistyped(pattern, known)):
        expected = {name: max(value, typo_quality(pattern, name)) for name, value in expected.items()}
    scores = {n: float(symbol_priors.scores(np.array([v]), np.array([PRIOR]))[0]) for n, v in expected.items() if v > 0}
    assert found.keys() == scores.keys()
    assert all(abs(found[name] - scores[name]) < 2e-4 for name in found)


paths = st.sampled_from(["a.go", "b/a.go", "b/c.go", "tests/a.go", "z.go"])
files = st.dictionaries(paths, st.lists(names, max_size=6), max_size=5)


@given(st.data(), st.lists(st.tuples(files, st.lists(paths, max_size=2)), min_size=1, max_size=6))
def test_a_table_filled_step_by_step_equals_one_filled_at_once(
    data: st.DataObject, steps: list[tuple[dict[str, list[str]], list[str]]]
) -> None:
    stepwise, state = SymbolTable(), {}
    for files_now, removed in steps:
        stepwise.update(to_table([(p, n, i) for p, ns in files_now.items() for i, n in enumerate(ns)]), removed)
        state = {p: ns for p, ns in state.items() if p not in removed} | {p: ns for p, ns in files_now.items() if ns}
    rows = [(p, n, i) for p, ns in state.items() for i, n in enumerate(ns)]
    at_once = filled(rows)
    assert len(stepwise) == len(at_once) == len(rows)
    for text in ("", "a", data.draw(typed([n for _, n, _ in rows] or ["get"]))):
        assert shown(stepwise.search(text, limit=20)) == shown(at_once.search(text, limit=20))
    for path in state:
        assert shown(stepwise.in_file(path)) == shown(at_once.in_file(path))
    assert [stepwise.count_below(d) for d in ("", "b", "tests")] == [at_once.count_below(d) for d in ("", "b", "tests")]


@given(files, st.integers(0, 7), st.integers(0, 7), st.sets(st.sampled_from([SymbolKind.Function, SymbolKind.Class])))
def test_what_begins_in_some_lines_is_what_the_file_has_there(
    state: dict[str, list[str]], start: int, end: int, without: set[SymbolKind]
) -> None:
    table = SymbolTable()
    table.update(to_rows(state))
    for path in state:
        there = [one.symbol for one in table.in_file(path) if start <= one.symbol.span.start_line < end]
        assert table.names.begun_in(path, (start, end), without) == [
            one.name for one in there if one.kind not in without
        ]


def test_what_begins_far_down_a_long_file_is_found_there() -> None:
    table = SymbolTable()
    table.update(to_table([("long.c", "near", 4_464), ("long.c", "far", 70_000)]))
    assert table.names.begun_in("long.c", (4_000, 5_000)) == ["near"]
    assert table.names.begun_in("long.c", (69_000, 71_000)) == ["far"]


def to_rows(files_now: dict[str, list[str]]) -> pa.Table:
    return to_table([(path, name, line) for path, own in files_now.items() for line, name in enumerate(own)])


@given(st.data(), files, files, files)
def test_what_stands_in_for_files_answers_as_if_it_were_stored(
    data: st.DataObject, stored: dict[str, list[str]], shadow: dict[str, list[str]], later: dict[str, list[str]]
) -> None:
    table = SymbolTable()
    table.update(to_rows(stored))
    table.shadow(to_rows(shadow), shadow.keys())
    known = [name for own in (*stored.values(), *shadow.values(), *later.values()) for name in own] or ["get"]
    texts = ("", "a", data.draw(typed(known)))

    def agrees_with(state: dict[str, list[str]]) -> None:
        at_once = SymbolTable()
        at_once.update(to_rows(state))
        assert len(table) == len(at_once)
        for text in texts:
            assert shown(table.search(text, limit=20)) == shown(at_once.search(text, limit=20))
        for path in state:
            assert shown(table.in_file(path)) == shown(at_once.in_file(path))
        assert table.count_below("b") == at_once.count_below("b")

    agrees_with(stored | shadow)
    table.update(to_rows(later), later.keys())  # commits go on below
    agrees_with(stored | later | shadow)
    table.shadow(to_table([]), ())
    agrees_with(stored | later)


@given(st.data(), st.lists(names, min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_answers_do_not_depend_on_the_order_of_rows(data: st.DataObject, known: list[str], rng: random.Random) -> None:
    rows = [(f"{'ab'[i % 2]}/{i % 5}.go", name, i) for i, name in enumerate(known)]
    text = data.draw(typed(known))
    expected = shown(filled(rows).search(text, limit=10))
    rng.shuffle(rows)
    assert shown(filled(rows).search(text, limit=10)) == expected


HINTS = {
    "": lambda row: True,
    "in:b ": lambda row: row[0].startswith("b/"),
    "*.py ": lambda row: row[0].endswith(".py"),
    "b/*.go ": lambda row: row[0].startswith("b/") and row[0].endswith(".go"),
    ":class ": lambda row: row[3] is SymbolKind.Class,
    "#method in:b ": lambda row: row[3] is SymbolKind.Method and row[0].startswith("b/"),
}
hinted_rows = st.lists(
    st.tuples(
        st.sampled_from(["a.go", "b/a.go", "b/c.py", "d.py"]),
        st.sampled_from(["getThing", "get_thing", "things", "THING", "targeting", "unrelated"]),
        st.integers(0, 99),
        st.sampled_from([SymbolKind.Class, SymbolKind.Method, SymbolKind.Function]),
    ),
    max_size=30,
    unique_by=lambda row: (row[0], row[2]),
)


@given(hinted_rows, st.sampled_from(sorted(HINTS)), st.sampled_from(["thing", "get", "tg", ""]))
def test_hints_leave_what_a_table_of_those_rows_alone_would_answer(
    rows: list[tuple[str, str, int, SymbolKind]], hint: str, name: str
) -> None:
    def holding(some: list[tuple[str, str, int, SymbolKind]]) -> SymbolTable:
        plain = to_table([row[:3] for row in some])
        kinds = pa.array([int(row[3]) for row in some], SYMBOLS.field("kind").type)
        table = SymbolTable()
        table.update(plain.set_column(plain.schema.get_field_index("kind"), SYMBOLS.field("kind"), kinds))
        return table

    def answers(table: SymbolTable, text: str) -> list[tuple[str, str, int, float]]:
        return shown(table.search(text, limit=50))

    alone = [row for row in rows if HINTS[hint](row)]
    assert answers(holding(rows), hint + name) == answers(holding(alone), name)
