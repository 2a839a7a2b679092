import time

import pytest

from lsp_codebase.search.intents.names.headers import declared_name


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("header file of Cart", "Cart"),
        ("where is the header for `shop::Cart`?", "shop::Cart"),
        ("Cart header", "Cart"),
        ("declaration of check_out", "check_out"),
        ("where is check_out declared", "check_out"),
        ("rate limit header", None),
        ("cookie header", None),
        ("cookie header file", "cookie"),
        ("the header of a request", None),
        ("header", None),
    ],
)
def test_a_declaration_is_asked_for_by_one_name(query, name):
    assert declared_name(query) == name


@pytest.mark.parametrize("text", ["header of " + "a." * 15_000, "a." * 15_000, " " * 40_000, "a" + " " * 40_000])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    declared_name(text)
    assert time.process_time() - started < 0.5
