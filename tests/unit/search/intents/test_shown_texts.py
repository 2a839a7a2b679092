import time

import pytest

from lsp_codebase.search.intents.texts.shown_texts import shown_text


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Choose a basket to start with.", "Choose a basket to start with"),
        ("Found a wrong price? Tell us", "Found a wrong price? Tell us"),
        ('where is "Choose a basket to start with" shown?', "Choose a basket to start with"),
        ("which component shows choose a basket to start with", "choose a basket to start with"),
        ("Couldn’t open the basket &amp; its items", "Couldn't open the basket  its items"),
    ],
)
def test_a_text_is_all_of_a_query_or_what_it_asks_about(query, text):
    assert shown_text(query).text == text


@pytest.mark.parametrize("query", ["open the basket", "what is it that you do", "Choose a basket\nto start with", ""])
def test_few_words_and_several_lines_are_no_text(query):
    assert shown_text(query) is None


@pytest.mark.parametrize("query", ["where is " + "a " * 140, "what shows " + " " * 280 + "a", "shown " * 9_000])
def test_a_long_text_is_read_in_linear_time(query):
    started = time.process_time()
    shown_text(query)
    assert time.process_time() - started < 0.5
