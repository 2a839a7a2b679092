"""Colours, and lines cut for a page."""

import io

import pytest

from lsp_codebase.cli.paint import Paint, display_width, fitted, wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("when", "stream", "environment", "is_on"),
    [
        ("auto", Terminal(), {}, True),
        ("auto", io.StringIO(), {}, False),
        ("auto", Terminal(), {"NO_COLOR": "1"}, False),
        ("auto", Terminal(), {"NO_COLOR": ""}, True),
        ("auto", Terminal(), {"TERM": "dumb"}, False),
        ("auto", io.StringIO(), {"CLICOLOR_FORCE": "1"}, True),
        ("auto", io.StringIO(), {"CLICOLOR_FORCE": "0"}, False),
        ("auto", io.StringIO(), {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False),
        ("always", io.StringIO(), {"NO_COLOR": "1"}, True),
        ("never", Terminal(), {"CLICOLOR_FORCE": "1"}, False),
    ],
)
def test_colours_are_written_as_asked_else_as_the_environment_says_else_on_terminals(when, stream, environment, is_on):
    assert wants_colour(when, stream, environment) is is_on


def test_matches_are_painted_and_nothing_else_of_a_line():
    paint = Paint(is_on=True)
    assert paint.marked("def total(): total", [(4, 9), (13, 18)]) == (
        "def \x1b[1;31mtotal\x1b[0m(): \x1b[1;31mtotal\x1b[0m"
    )
    assert Paint(is_on=False).marked("def total()", [(4, 9)]) == "def total()"


@pytest.mark.parametrize(
    ("text", "marks", "width", "shown", "painted"),
    [
        ("short", [(0, 5)], 10, "short", ["short"]),
        ("a line that is too long", [(2, 6)], 12, "a line that…", ["line"]),
        ("a line that is too long", [(19, 23)], 12, "…too long", ["long"]),
        ("a line that is far too long for it", [(19, 22)], 14, "…far too long…", ["too"]),
        ("\tindented", [(1, 3)], 20, "    indented", ["in"]),
        ("größe größe", [(6, 11)], 20, "größe größe", ["größe"]),
        ("価格を計算する関数です", [(0, 2)], 10, "価格を計…", ["価格"]),
        ("\x1b[31mred\x07", [(5, 8)], 20, "␛[31mred␇", ["red"]),
        ("right \u202eto left", [], 20, "right \ufffdto left", []),
    ],
)
def test_a_line_is_cut_so_that_its_first_match_is_seen_and_steers_no_terminal(text, marks, width, shown, painted):
    cut, moved = fitted(text, marks, width)
    assert (cut, [cut[start:end] for start, end in moved]) == (shown, painted)
    assert display_width(cut) <= width
