"""What an error says of input that is long, or wrong in many places."""

from __future__ import annotations

import pytest

from lsp_codebase.errors import InvalidQuery, UnknownRoot, abridged, check_all


def test_a_long_text_keeps_its_ends() -> None:
    text = abridged("begin" + "a" * 5_000 + "end")
    assert len(text) <= 1_000
    assert text.startswith("begin")
    assert text.endswith("end")
    assert abridged(text) == text
    assert abridged("a" * 1_000) == "a" * 1_000


def test_of_many_problems_the_first_are_told_and_the_rest_counted() -> None:
    error = InvalidQuery("kinds", "is 0", *(("kinds", f"is {number}") for number in range(1, 100)))
    assert len(error.problems) == 20
    assert error.problems[-1] == ("kinds", "is 19; 80 more are wrong")
    assert (error.field, error.reason) == ("kinds", "is 0")


def test_one_more_problem_is_told_in_the_singular() -> None:
    error = InvalidQuery("kinds", "is 0", *[("kinds", "is 1")] * 20)
    assert error.problems[-1][1] == "is 1; 1 more is wrong"


def test_a_long_value_is_not_repeated() -> None:
    assert len(InvalidQuery("uri", "b" * 100_000).reason) <= 1_000
    error = UnknownRoot("/" + "a" * 4_000)
    assert len(str(error)) < 1_100
    assert error.path == "/" + "a" * 4_000


def test_no_more_is_checked_once_many_values_are_wrong() -> None:
    checked = 0

    def check() -> None:
        nonlocal checked
        checked += 1
        raise InvalidQuery("languages", "is unknown")

    with pytest.raises(InvalidQuery):
        check_all(*[check] * 10_000)
    assert checked == 20
