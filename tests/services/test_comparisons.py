"""A comparison of two names leads to what both mean, in turn."""

import pytest
from codebases import indexed

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 0\n\n    def refund(self): ...\n",
    "shop/basket.py": "class Basket:\n    def total(self):\n        return 1\n\n\ndef cart_of(basket): ...\n",
    "cmd/cmd_pay.py": "# Pays.\nOPTIONS = ['refund later']\n",
    "cmd/cmd_refund.py": "# Refunds.\nOPTIONS = ['pay less']\n",
    "tests/test_pay.py": "class Cart: ...\n\n\ndef pay(): ...\n",
    "web/cart.css": ".cart { color: red; }\n",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("comparisons"), FILES) as codebase:
        yield codebase


def first(codebase, text):
    answer = codebase.search(SearchQuery(text), CancelToken())
    return [(hit.path.relative_to(codebase.root).as_posix(), hit.score) for hit in answer.hits[:2]]


@pytest.mark.parametrize(
    "text",
    [
        "what is the difference between Cart and Basket?",
        "Cart vs. Basket",
        "compare Cart with Basket",
        "how does Cart differ from Basket",
        "how are Cart and Basket different",
    ],
)
def test_the_types_that_are_compared_come_in_turn(codebase, text):
    assert first(codebase, text) == [("shop/cart.py", 1.0), ("shop/basket.py", pytest.approx(0.999))]


def test_plain_words_are_the_files_that_are_called_so(codebase):
    assert first(codebase, "pay vs refund") == [("cmd/cmd_pay.py", 1.0), ("cmd/cmd_refund.py", pytest.approx(0.999))]


@pytest.mark.parametrize("text", ["difference between the pay and the refund", "Cart vs parcel"])
def test_words_of_prose_and_names_that_mean_nothing_are_left_to_the_ranking(codebase, text):
    assert first(codebase, text)[0][1] < 0.95
