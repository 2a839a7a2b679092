"""Any text at all is read as a query: without an error, in linear time, and no word of it is lost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.model import Mode, Narrowing
from lsp_codebase.parse import words
from lsp_codebase.search.query.query_language import parse_query

PIECES = st.sampled_from(
    [
        "lang:go", "-lang:py", "lang:", "lang:klingon", "path:src/a", "-file:*.go", "file:[", "kind:class", "kind:x",
        "OR", "AND", "NOT", "-word", "-x", "--flag", '"a phrase"', '-"not this"', '"', '""', "session", "is", "the",
        "a.b", "foo()", "x=1", "://", "\\", "\t", "\n", "用户", "\N{ROCKET}", "repo:x", 'path:"a b"', "^", "$",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=12).map(" ".join), st.lists(PIECES, max_size=8).map("".join))
JOINTS = {"OR", "AND", "NOT"}


@given(TEXTS, st.sampled_from(Mode))
def test_no_word_of_a_text_is_lost(text, mode):
    parsed = parse_query(text, mode)
    kept = words(parsed.text) + words(" ".join(parsed.narrowing.written))
    assert set(words(text)) - JOINTS <= set(kept)
    assert set(words(parsed.text)) <= set(words(text))


@given(TEXTS, st.sampled_from(Mode))
def test_a_text_of_which_nothing_is_read_comes_back_as_it_is(text, mode):
    parsed = parse_query(text, mode)
    assert (parsed.narrowing == Narrowing()) == (not parsed.narrowing.written)
    if parsed.narrowing == Narrowing():
        assert parsed.text == text


@given(TEXTS)
def test_what_is_left_of_a_text_holds_no_filter_but_in_its_phrases(text):
    parsed = parse_query(text)
    if parsed.narrowing != Narrowing():
        phrases = " ".join(mention.text for group in parsed.narrowing.held for mention in group)
        again = parse_query(parsed.text, Mode.SYMBOL)
        assert all(part in phrases for written in again.narrowing.written for part in written.split())


@pytest.mark.parametrize(
    "piece",
    ['"', '"a', 'lang:"', "a:", "-", "-a", "path:", "path:*", "OR ", "a OR ", "-a.", "lang:go,", "file:\\.", "NOT a "],
)
def test_a_long_text_is_read_in_linear_time(piece):
    started = time.monotonic()
    parse_query(piece * (200_000 // len(piece)))
    assert time.monotonic() - started < 20  # of quadratic work it would be hours
