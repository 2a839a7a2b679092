"""Cursors: what they name, and what is none."""

import base64
from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import Mode, Pack, SearchQuery
from lsp_codebase.search.results.cursors import PageStart, read_cursor, write_cursor

QUERY = SearchQuery("load the path", include=("src/**",))
A, B = "/a", "/b"


def written(query: SearchQuery = QUERY) -> SearchQuery:
    return replace(query, cursor=write_cursor(query, [(A, PageStart(30, "0a0b0c0d")), (B, PageStart())]))


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


def test_a_cursor_says_how_far_each_folder_was_read_and_from_what():
    cursor = read_cursor(written())
    assert (cursor.reached(A), cursor.reached(B), cursor.reached("/c")) == (
        PageStart(30, "0a0b0c0d"),
        PageStart(),
        PageStart(),
    )


@pytest.mark.parametrize(
    "change",
    [
        {"text": "load the file"},
        {"mode": Mode.LEXICAL},
        {"weights": (0.3, 0.7)},
        {"languages": ("python",)},
        {"exclude_languages": ("python",)},
        {"source_code_only": True},
        {"exclude_roles": ("test",)},
        {"include": ()},
        {"exclude": ("tests/",)},
        {"kinds": ("Class",)},
        {"folder": Path("/a/src")},
    ],
)
def test_a_cursor_of_another_question_is_refused_by_name(change):
    with pytest.raises(InvalidQuery, match="another query or other filters") as refused:
        read_cursor(replace(written(), **change))
    assert refused.value.field == "cursor"


def test_how_much_is_shown_of_a_hit_may_change_from_page_to_page():
    later = replace(written(), limit=50, pack=Pack.CONTEXT, max_chars=100, explain=True, active_path=Path(A, "x.py"))
    assert read_cursor(later).reached(A).offset == 30


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "MTo=",
        encoded("1:10"),  # of a server before this one
        "🙂",
        "\udc80",
        encoded("2 "),
        encoded("2 0123456789abcdef 01234567 " + "0" * 12 + ":01234567:-1"),
        encoded("2 0123456789abcdef 01234567 " + "0" * 12 + ":01234567:" + "9" * 40),
        encoded("2 0123456789abcdef 01234567 " + "0" * 12 + ":01234567:٣"),
        encoded("2 0123456789abcdef 01234567\n"),
        "A" * 10_000_000,
    ],
)
def test_what_is_no_cursor_of_this_version_is_refused_by_name(cursor):
    with pytest.raises(InvalidQuery, match="no cursor of this version; ask without it") as refused:
        read_cursor(replace(QUERY, cursor=cursor))
    assert refused.value.field == "cursor"


def test_documents_that_are_open_are_one_place_in_any_order():
    paths = [Path(f"/a/{number}.py") for number in range(50)]
    places = [read_cursor(replace(QUERY, open_paths=(*order,))).place for order in (paths, paths[::-1])]
    assert places[0] == places[1] != read_cursor(replace(QUERY, open_paths=(*paths[1:],))).place
