import time

import pytest

from lsp_codebase.search.query.courtesy import without_courtesy


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Can you list every method of Cart?", "list every method of Cart?"),
        ("I need to find all functions that return a Cart in this codebase", "find all functions that return a Cart"),
        ("Could you please show me who calls pay_all, thanks!", "who calls pay_all"),
        ("please tell me where the cart is emptied", "where is the cart emptied"),
        ("find out why the tills are closed at night", "why are the tills closed at night"),
        ("Hello, would you explain what Cart does?", "explain what Cart does?"),
        ("who calls Cart.pay in this project?", "who calls Cart.pay?"),
        ("help me understand how retries work", "how retries work"),
        ("look for the parser of receipts", "the parser of receipts"),
    ],
)
def test_a_question_is_read_without_the_courtesy_around_it(text, question):
    assert without_courtesy(text) == question


@pytest.mark.parametrize(
    "text",
    [
        "who calls pay_all",
        "please",
        "tell me about this codebase",
        "where do users look for the store",
        "TODO in the code",
        "find empty carts",
        "show all carts\nplease",
        "Please find me the one that matches. It lists what's in this repo",
        "how are wrong numbers told from what's in this repo",
        '"please find me"',
    ],
)
def test_what_is_asked_for_stays_as_it_is(text):
    assert without_courtesy(text) == text


@pytest.mark.parametrize(
    "text", ["please " * 60, "can you " * 49, " " * 399, "how " * 99, "tell me where a" + " a" * 190]
)
def test_a_text_of_many_words_is_read_at_once(text):
    started = time.process_time()
    without_courtesy(text)
    assert time.process_time() - started < 0.5
