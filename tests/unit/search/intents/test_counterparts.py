import time

import pytest

from lsp_codebase.search.intents.names.counterparts import asked_counterpart


@pytest.mark.parametrize(
    ("question", "kind", "name"),
    [
        ("which serializer belongs to the Cart model?", "serializer", "Cart"),
        ("what view set is used for price lists", "view set", "price lists"),
        ("where is the presenter for the comment model", "presenter", "comment"),
        ("the policy of the Cart class", "policy", "Cart"),
        ("factory of CartRouter", "factory", "CartRouter"),
    ],
)
def test_a_counterpart_is_a_kind_and_the_name_that_it_belongs_to(question, kind, name):
    assert asked_counterpart(question) == (kind, name)


@pytest.mark.parametrize(
    "question", ["size of the cart", "list of carts", "where is the code for it", "which of these is used for that"]
)
def test_plain_words_have_no_counterpart(question):
    assert asked_counterpart(question) is None


@pytest.mark.parametrize("text", ["which a " * 9_000, "a for " * 9_000, "where is the " * 5_000])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    asked_counterpart(text)
    assert time.process_time() - started < 0.5
