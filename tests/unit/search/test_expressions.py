"""Expressions of several words are found in a text, with words that code has for them."""

import pytest

from lsp_codebase.parse import stem
from lsp_codebase.search.query.expressions import expressions_in
from lsp_codebase.search.query.tables import table


def said(text: str) -> list[str]:
    return [" ".join(expression.said) for expression in expressions_in(text)]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("which jobs are thrown away", "discard"),
        ("it throws them away", "discard"),
        ("the lock was given up", "abort"),
        ("Switching off the cache", "disable"),
        ("uploads one after the other", "sequential"),
        ("files that are too large", "limit"),
    ],
)
def test_an_expression_leads_to_words_of_code_in_all_its_forms(text, other):
    assert stem(other) in [one for expression in expressions_in(text) for one in expression.others]


@pytest.mark.parametrize("text", ["throw an error away from the loop", "switchOff", "off", "", "the sign of a number"])
def test_words_that_are_no_expression_are_none(text):
    assert said(text) == []


def test_of_expressions_that_begin_alike_the_longest_is_meant():
    assert said("one after the other, one by one") == ["one after the other", "one by one"]


def test_no_expression_is_told_twice():
    rows = [line.split("\t") for line in table("expressions.tsv")]
    assert len({expression for expression, _ in rows}) == len(rows)
