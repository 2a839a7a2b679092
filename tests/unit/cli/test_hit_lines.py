"""Which lines are printed of a hit, and where the query stands in them."""

from pathlib import Path

import pytest

from lsp_codebase.cli.hit_lines import Line, add_context, by_file, lines_of, telling_line
from lsp_codebase.cli.hits_text import Layout, grep_lines
from lsp_codebase.cli.paint import Paint
from lsp_codebase.cli.places import Places
from lsp_codebase.model import Hit, Span

TEXT = "def total(prices):\n    größe = 1\n    return sum(prices)"


def hit(text: str | None = TEXT, preview: str = "return sum(prices)", start: int = 4, **fields) -> Hit:
    return Hit(Path("/shop/a.py"), Span(start, 0, start + 2, 22), "python", 0.5, preview, False, text=text, **fields)


def test_the_line_of_a_hit_is_that_of_its_preview_and_its_column_that_of_the_first_match_there():
    found = hit(matches=(Span(4, 4, 4, 9), Span(6, 15, 6, 21)))
    assert telling_line(found) == Line(6, "    return sum(prices)", ((15, 21),), 15)


def test_without_a_match_the_column_is_that_of_the_name_else_of_the_first_letter():
    assert telling_line(hit(preview="def total(prices):", name_span=Span(4, 4, 4, 9))).column == 4
    assert telling_line(hit()).column == 4


def test_columns_are_bytes_and_marks_are_letters():
    line = telling_line(hit(preview="größe = 1", matches=(Span(5, 12, 5, 13),)))
    assert (line.column, line.marks, line.text[slice(*line.marks[0])]) == (12, ((10, 11),), "=")


def test_a_page_shows_the_line_of_the_name_above_the_telling_one():
    found = hit(name="total", name_span=Span(4, 4, 4, 9))
    assert [line.number for line in lines_of(found, is_whole=False)] == [4, 6]
    assert [line.number for line in lines_of(found, is_whole=True)] == [4, 5, 6]


def test_a_match_over_line_ends_is_marked_in_each_of_its_lines():
    found = hit(matches=(Span(4, 10, 6, 10),))
    assert [line.marks for line in lines_of(found, is_whole=True)] == [((10, 18),), ((0, 13),), ((0, 10),)]


def test_a_text_that_was_cut_before_the_telling_line_still_shows_it():
    assert telling_line(hit(text="", matches=(Span(6, 4, 6, 10),))) == Line(6, "return sum(prices)")


def test_context_that_overlaps_is_read_and_shown_once():
    read: list[tuple[int, int]] = []

    def lines(path: Path, first: int, last: int) -> list[str]:
        read.append((first, last))
        return [f"line {number}" for number in range(first, min(last, 11) + 1)]

    found = [hit(f"hit {at}", f"hit {at}", at) for at in (2, 4, 10)]
    (file,) = by_file(found, is_whole=lambda _: True)
    add_context(file, 1, 2, lines)
    assert read == [(1, 6), (9, 12)]
    assert sorted(file.lines) == [1, 2, 3, 4, 5, 6, 9, 10, 11]
    assert [number for number, line in sorted(file.lines.items()) if not line.is_context] == [2, 4, 10]


@pytest.mark.parametrize("is_literal", [False, True], ids=["a ranked hit", "a line that was asked for"])
def test_only_of_a_ranked_hit_a_very_long_line_is_cut_around_its_match(is_literal):
    text = "a=1;" * 1_000 + "sum(prices);" + "b=2;" * 1_000
    found = hit(text, text[:200], 4, matches=(Span(4, 4_000, 4, 4_010),))
    layout = Layout(Places(Path("/shop"), Path("/shop")), Paint(is_on=False), is_literal=is_literal)
    (line,) = grep_lines([found], layout)
    assert line.startswith("a.py:5:4001: ")
    assert "sum(prices)" in line
    assert (len(line) < 600) is not is_literal
