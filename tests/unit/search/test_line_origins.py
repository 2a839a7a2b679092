"""Lines of a text are followed to those of an earlier one that they were, or replace."""

import pytest

from lsp_codebase.search.history import line_origins
from lsp_codebase.search.history.line_origins import lines_before

EARLIER = ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("now", "asked", "expected"),
    [
        ("abcdef", (1, 3), (1, 3)),
        ("XYabcdef", (3, 4), (1, 2)),
        ("XYabcdef", (0, 1), None),
        ("XYabcdef", (1, 2), (0, 0)),
        ("abXdef", (2, 2), (2, 2)),
        ("abXXXdef", (3, 3), (2, 2)),
        ("abXXXdef", (3, 5), (2, 3)),
        ("adef", (1, 2), (3, 4)),
        ("adef", (0, 1), (0, 3)),
        ("abcdefX", (6, 6), None),
        ("Xef", (0, 0), (0, 3)),
        ("", (0, 0), None),
    ],
)
def test_lines_are_found_where_they_were(now, asked, expected):
    assert lines_before(EARLIER, list(now), *asked) == expected


def test_what_is_too_much_to_compare_counts_as_changed_as_a_whole(monkeypatch):
    monkeypatch.setattr(line_origins, "_MOST_COMPARED", 3)
    assert lines_before(EARLIER, list("aXcYef"), 2, 2) == (1, 3)
    assert lines_before(EARLIER, list("aXcYef"), 4, 5) == (4, 5)


def test_lines_of_a_text_that_had_none_are_all_new():
    assert lines_before([], ["a", "b"], 0, 1) is None
