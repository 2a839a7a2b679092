"""What is passed over before the engine looks at a text: never anything that matches."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.search.exact.expression import Expression
from lsp_codebase.search.exact.prefilter import Prefilter
from lsp_codebase.search.exact.regex_literals import of_pattern


def look(pattern, ignores_case=False, by_line=True):
    return Prefilter.of(of_pattern(pattern), ignores_case=ignores_case, by_line=by_line)


def test_only_the_lines_that_hold_the_longest_literal_are_left_for_the_engine():
    text = b"int child = 3;\n/* children */\nno parent\nchild_of(x)"
    assert look(r"\bchild\s*=").part(text) == b"int child = 3;\n/* children */\nchild_of(x)"
    assert look(r"(no|my) parent|of\(").part(text) == b"no parent\nchild_of(x)"


def test_what_stands_in_different_lines_does_not_stand_together():
    assert look("debug.*target").part(b"debug()\ntarget") is None
    assert look("debug.*target").part(b"x\ndebug(target)\n") == b"debug(target)"
    assert look("debug.*target", by_line=False).part(b"debug()\ntarget") == b"debug()\ntarget"


def test_the_case_of_letters_counts_as_it_is_asked_for():
    assert look("Child").part(b"child") is None
    assert look("Child", ignores_case=True).part(b"a CHILD") == b"a CHILD"
    kelvin = "the \u212aelvin".encode()
    assert look("kelvin", ignores_case=True).part(kelvin) == kelvin
    assert look("kelvin", ignores_case=True).rows(["the \u212aelvin", "x", "KELVIN"]) == [0, 2]


def test_a_file_with_very_many_lines_of_a_literal_is_left_whole():
    text = b"child\nother\n" * 500
    assert look("child").part(text) == text


@pytest.mark.parametrize("pattern", ["(?i)child", "(?i:Child)", "a(?s-i:x)?(?mi)CHILD"])
def test_letter_case_that_a_pattern_lets_go_inside_does_not_count(pattern):
    expression = Expression.pattern(pattern, ignore_case=False, whole_word=False)
    assert expression.may_be_in([b"a child", b"aCHILD", b"other"]).tolist()[1:] == [True, False]
    assert expression.matching_lines(["a child", "aCHILD", "other"])[-1:] == [1]


texts = st.lists(st.sampled_from(["ab", "Ab", "c", "\n", " ", "=", "é", "abc"]), max_size=12).map("".join)


@given(st.sampled_from(["ab", r"\bab\w", "ab.*c", "(ab|c) ?=", "ab+=", r"a\w?=|ab c", "é.*ab"]), texts, st.booleans())
def test_nothing_that_matches_is_passed_over(pattern, text, ignore_case):
    expression = Expression.pattern(pattern, ignore_case=ignore_case, whole_word=False)
    lines = text.split("\n")
    found = [row for row, line in enumerate(lines) if re.search(pattern, line, re.I * ignore_case | re.ASCII)]
    assert expression.matching_lines(lines) == found
    assert not found or expression.may_be_in([text.encode()]).all()
